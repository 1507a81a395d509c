// Specification 8.16

import { describe, expect, it } from 'vitest'
import type { SavedEntry } from '../../../contract/worker/saved.ts'
import { savedEntry } from '../../../tests/support/saved-worker.ts'
import { savedRuns } from './saved-runs.ts'

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
const isComplete = (...entries: SavedEntry[]) => savedRuns(entries)[0]?.complete

describe('a saved run', () => {
  it('is complete if no page is missing', () => {
    expect(isComplete(page(3), page(1), page(2))).toBe(true)
    expect(isComplete(page(1), page(2))).toBe(false)
    expect(isComplete(page(1), page(3))).toBe(false)
    expect(isComplete(page(2), page(3))).toBe(false)
  })

  it('is complete if the server says there are no more pages without counting them', () => {
    const silent = { totalPages: null, totalRows: null }
    expect(
      isComplete(page(1, { ...silent, hasMore: true }), page(2, { ...silent, hasMore: false, rowCount: 0 })),
    ).toBe(true)
    expect(isComplete(page(1, { ...silent, hasMore: true }))).toBe(false)
  })

  it('saved by an earlier version is not known to be complete', () => {
    expect(isComplete(page(1, null))).toBe(false)
  })

  it('has its parameters, and precedes those viewed earlier', () => {
    const other = savedEntry('GET /api/analytics/retailTyres?date=2026-04-18&page=1', { viewedAt: 1 })
    const filters = savedEntry('GET /api/filters', { kind: 'filters' })
    expect(savedRuns([other, filters, page(1)])).toMatchObject([
      { path: '/api/analytics/retailTyres', filters: { brand: 'Zorki' }, date: '2026-04-18', percent: null },
      { filters: {} },
    ])
  })
})
