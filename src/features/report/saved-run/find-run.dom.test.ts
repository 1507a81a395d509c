import { describe, expect, it } from 'vitest'
import { REPORTS } from '../../../../contract/reports/reports.ts'
import type { SavedEntry } from '../../../../contract/worker/saved.ts'
import { defaultChoice, listRequest, type ReportChoice } from '../../report-choice/report-address.ts'
import { pageKey } from '../../report-choice/run-pages.ts'
import { findWiderRun } from './answer-from-run.ts'

const REPORT = REPORTS['price-changes']
const request = (part: Partial<ReportChoice> = {}) =>
  listRequest(REPORT, { ...defaultChoice(REPORT), date: '2026-04-18', ...part })

/** Creates a result set of one page. */
function saved(part: Partial<ReportChoice>): SavedEntry {
  const paging = { totalRows: 1, currentPage: 1, totalPages: 1, hasMore: false, rowCount: 1 }
  return {
    request: pageKey(request(part), 1),
    kind: 'page',
    savedAt: 1,
    viewedAt: 1,
    paging,
  } as unknown as SavedEntry
}

describe('a saved comparison (specification 4.30)', () => {
  const compare = { compare: '2026-04-10', moved: 'up' } as const

  it('provides itself, and itself narrowed by attributes of the tyre', () => {
    expect(findWiderRun(request(compare), [saved(compare)])?.further).toEqual({})
    const narrowed = request({ ...compare, filters: { brand: 'Polar' } })
    expect(findWiderRun(narrowed, [saved(compare)])?.further).toEqual({ brand: 'Polar' })
  })

  it('is not narrowed by place, because its tyres changed in some place only', () => {
    for (const filters of [{ city: 'Томск' }, { site: 'a.ru' }]) {
      expect(findWiderRun(request({ ...compare, filters }), [saved(compare)])).toBeNull()
      expect(findWiderRun(request({ filters }), [saved({})])).not.toBeNull()
    }
  })

  it('provides neither another comparison nor the report without one', () => {
    for (const other of [{}, { compare: '2026-04-11' }, { compare: '2026-04-10', moved: '' as const }]) {
      expect(findWiderRun(request(other), [saved(compare)])).toBeNull()
      expect(findWiderRun(request(compare), [saved(other)])).toBeNull()
    }
  })
})

describe('a result set saved in an order (specification 17.5)', () => {
  const arranged = [['sort', '-market.own'] as const]
  const entry = (): SavedEntry => {
    const plain = saved({})
    return { ...plain, request: pageKey({ ...request(), arranged }, 1) }
  }

  it('provides that order only', () => {
    expect(findWiderRun({ ...request(), arranged }, [entry()])?.run.arranged).toEqual(arranged)
    expect(findWiderRun(request(), [entry()])).toBeNull()
    expect(findWiderRun({ ...request(), arranged }, [saved({})])).toBeNull()
    expect(findWiderRun({ ...request(), arranged: [['sort', 'market.own']] }, [entry()])).toBeNull()
  })

  it('is narrowed by attributes of the tyre, not by place, on which its order depends', () => {
    const narrowed = (filters: ReportChoice['filters']) =>
      findWiderRun({ ...request({ filters }), arranged }, [entry()])
    expect(narrowed({ brand: 'Polar' })?.further).toEqual({ brand: 'Polar' })
    expect(narrowed({ city: 'Томск' })).toBeNull()
  })
})

describe('a result set saved with several values (specification 4.31)', () => {
  const brand = { values: ['Polar', 'Zorki'], except: false }
  const sites = { values: ['b.ru', 'a.ru'], except: false }
  const found = (have: Partial<ReportChoice>, want: Partial<ReportChoice>) =>
    findWiderRun(request(want), [saved(have)])

  it('provides the same values in any order, narrowed by other filters', () => {
    expect(
      found({ sets: { site: sites } }, { sets: { site: { ...sites, values: ['a.ru', 'b.ru'] } } }),
    ).toMatchObject({
      further: {},
      sets: {},
    })
    expect(
      found({ sets: { site: sites } }, { sets: { site: sites, brand }, filters: { width: '205' } }),
    ).toMatchObject({ further: { width: '205' }, sets: { brand } })
    expect(found({}, { sets: { brand: { ...brand, except: true } } })?.sets.brand?.except).toBe(true)
  })

  it('provides neither other values, nor one of them, nor all but them', () => {
    const other = { values: ['Polar', 'Nord'], except: false }
    for (const want of [
      {},
      { filters: { brand: 'Polar' } },
      { sets: { brand: other } },
      { sets: { brand: { ...brand, except: true } } },
    ])
      expect(found({ sets: { brand } }, want)).toBeNull()
    expect(found({ filters: { brand: 'Polar' } }, { sets: { brand } })).toBeNull()
  })

  it('provides neither several places of more, nor one city of several sites, whose deviation needs the own price', () => {
    expect(found({}, { sets: { site: sites } })).toBeNull()
    expect(found({ sets: { site: sites } }, { sets: { site: sites }, filters: { city: 'Томск' } })).toBeNull()
  })
})
