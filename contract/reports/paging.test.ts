import { describe, expect, it } from 'vitest'
import { readReportPage } from '../legacy/report-page.ts'
import type { ReportLayout } from '../lib/lists.ts'
import { currentPageOf, hasNextPage } from './paging.ts'

const ROW = { tires_specs: { brand: 'Nokian' } }

/** Returns the pager's state for an answer with one row and these members. */
function pager(layout: ReportLayout, answer: object, requested = 1) {
  const page = readReportPage(layout, JSON.stringify({ items: [ROW], ...answer }))
  return { current: currentPageOf(page, requested), next: hasNextPage(layout, page, requested) }
}

describe('specification 4.12: the current page', () => {
  it.each(['analytics', 'proposals', 'changes'] as const)('comes from the answer (%s)', (layout) => {
    expect(pager(layout, { current_page: 3 }, 2).current).toBe(3)
    expect(pager(layout, { current_page: 1 }, 2).current).toBe(1)
  })

  it.each([undefined, null, 'нет', 0, -1, 1.5, {}])(
    'is the requested one when the answer says %j',
    (value) => {
      expect(pager('analytics', { current_page: value }, 4).current).toBe(4)
    },
  )

  it('is the requested one when the answer is a bare list', () => {
    const page = readReportPage('analytics', JSON.stringify([ROW]))
    expect(currentPageOf(page, 7)).toBe(7)
  })
})

describe.each(['analytics', 'proposals'] as const)(
  'specification 4.13: whether more pages exist (%s)',
  (layout) => {
    it.each([
      [
        'has_more true comes first, even on the last page',
        { has_more: true, current_page: 5, page: 5 },
        true,
      ],
      ['has_more false leaves it to the pages', { has_more: false, current_page: 1, page: 5 }, true],
      ['has_more false on the last page', { has_more: false, current_page: 5, page: 5 }, false],
      ['current page below the total', { current_page: 4, page: 5 }, true],
      ['current page is the total', { current_page: 5, page: 5 }, false],
      ['current page beyond the total', { current_page: 6, page: 5 }, false],
      ['a total of no pages', { current_page: 1, page: 0 }, false],
      ['nothing said, but rows came', {}, true],
      ['has_more is no boolean', { has_more: 'yes', current_page: 5, page: 5 }, false],
      ['has_more is no boolean and no total: rows came', { has_more: 'no' }, true],
      ['has_more null and no total: rows came', { has_more: null, page: null }, true],
      ['no current page: the requested one counts', { page: 1 }, false],
    ])('%s', (_, answer, next) => {
      expect(pager(layout, answer).next).toBe(next)
    })

    it('compares the requested page with the total when the answer names no page', () => {
      expect(pager(layout, { page: 3 }, 2).next).toBe(true)
      expect(pager(layout, { page: 3 }, 3).next).toBe(false)
    })

    it('an empty page is the last one, whatever the figures state', () => {
      expect(pager(layout, { items: [], has_more: true, current_page: 1, page: 9 }).next).toBe(false)
    })
  },
)

describe('specification 4.13: whether more pages exist on the price-changes page', () => {
  it.each([
    ['the last page comes before has_more', { has_more: true, current_page: 5, total_pages: 5 }, false],
    ['beyond the last page', { has_more: true, current_page: 6, total_pages: 5 }, false],
    ['then has_more true', { has_more: true, current_page: 1, total_pages: 5 }, true],
    [
      'then has_more false, although pages are left',
      { has_more: false, current_page: 1, total_pages: 5 },
      false,
    ],
    ['has_more alone', { has_more: false }, false],
    ['pages left and no has_more', { current_page: 1, total_pages: 5 }, true],
    ['then rows', {}, true],
    ['has_more is no boolean: rows', { has_more: 'no' }, true],
  ])('%s', (_, answer, next) => {
    expect(pager('changes', answer).next).toBe(next)
  })

  it.each(['pagination', 'meta'])('the same with the figures in %s', (name) => {
    expect(pager('changes', { [name]: { current_page: 5, total_pages: 5 }, has_more: true }).next).toBe(false)
    expect(pager('changes', { [name]: { current_page: 4, total_pages: 5 } }, 9)).toEqual({
      current: 4,
      next: true,
    })
  })

  it('an empty page means no more', () => {
    expect(pager('changes', { items: [], has_more: true, current_page: 1, total_pages: 9 }).next).toBe(false)
  })
})
