// Specification 8.16

import { describe, expect, it } from 'vitest'
import type { SavedEntry } from '../../../contract/worker/saved.ts'
import { savedEntry } from '../../../tests/support/saved-worker.ts'
import { savedResultSets } from './saved-result-sets.ts'

const page = (number: number, paging: Partial<SavedEntry['paging']> | null = {}) =>
  savedEntry(`GET /api/analytics/retailTyres?brand=Zorki&date=2026-04-18&page=${number}`, {
    ...(paging && {
      paging: {
        rowCount: 100,
        totalRows: 250,
        currentPage: number,
        totalPages: 3,
        hasMore: number < 3,
        ...paging,
      },
    }),
  })
const isComplete = (...entries: SavedEntry[]) => savedResultSets(entries)[0]?.complete

describe('saved result set', () => {
  it('is complete if no page is missing', () => {
    expect(isComplete(page(3), page(1), page(2))).toBe(true)
    expect(isComplete(page(1), page(2))).toBe(false)
    expect(isComplete(page(1), page(3))).toBe(false)
    expect(isComplete(page(2), page(3))).toBe(false)
  })

  it('is complete if its last page has no successor, although the number of pages is unknown', () => {
    const silent = { totalPages: null, totalRows: null }
    expect(
      isComplete(page(1, { ...silent, hasMore: true }), page(2, { ...silent, hasMore: false, rowCount: 0 })),
    ).toBe(true)
    expect(isComplete(page(1, { ...silent, hasMore: true }))).toBe(false)
  })

  it('is not complete if an earlier version saved it without paging', () => {
    expect(isComplete(page(1, null))).toBe(false)
  })

  it('contains its parameters, and precedes result sets that were viewed earlier', () => {
    const other = savedEntry('GET /api/analytics/retailTyres?date=2026-04-18&page=1', { viewedAt: 1 })
    const filters = savedEntry('GET /api/filters', { kind: 'filters' })
    expect(savedResultSets([other, filters, page(1)])).toMatchObject([
      { path: '/api/analytics/retailTyres', filters: { brand: 'Zorki' }, date: '2026-04-18', percent: null },
      { filters: {} },
    ])
  })
})
