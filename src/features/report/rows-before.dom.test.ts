// Specification 2.8

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { rowsBefore, type SeenPages } from './useReportTable.ts'

const seen = (counts: Record<number, number>, more: Partial<SeenPages> = {}): SeenPages => ({
  counts,
  totalPages: 3,
  totalRows: 250,
  hasNext: true,
  ...more,
})

it('is 0 before the first page', () => {
  expect(rowsBefore(1, seen({ 1: 100 }))).toBe(0)
})

it('adds up the previous pages if all were seen', () => {
  expect(rowsBefore(3, seen({ 1: 100, 2: 99, 3: 51 }, { hasNext: false }))).toBe(199)
})

it('uses the length of a page that is followed by another', () => {
  expect(rowsBefore(2, seen({ 2: 100 }))).toBe(100)
  expect(rowsBefore(3, seen({ 2: 100, 3: 50 }, { hasNext: false }))).toBe(200)
})

it('counts from the end if the last page was opened first', () => {
  expect(rowsBefore(3, seen({ 3: 50 }, { hasNext: false }))).toBe(200)
})

it('returns null instead of a guess', () => {
  expect(rowsBefore(3, seen({ 3: 50 }, { hasNext: false, totalRows: null }))).toBeNull()
  expect(rowsBefore(3, seen({ 3: 50 }, { hasNext: false, totalPages: null }))).toBeNull()
  expect(rowsBefore(4, seen({ 1: 100, 2: 90, 4: 50 }))).toBeNull()
  expect(rowsBefore(3, seen({ 3: 50 }, { hasNext: false, totalRows: 10 }))).toBeNull()
})

it('is correct in whatever order the pages are viewed', () => {
  const run = fc.record({
    size: fc.integer({ min: 1, max: 200 }),
    pages: fc.integer({ min: 1, max: 30 }),
    visits: fc.array(fc.integer({ min: 0, max: 29 }), { minLength: 1, maxLength: 10 }),
    last: fc.double({ min: 0.01, max: 1, noNaN: true }),
  })
  fc.assert(
    fc.property(run, ({ size, pages, visits, last }) => {
      const lastCount = Math.max(1, Math.round(size * last))
      const counts: Record<number, number> = {}
      for (const visit of visits) {
        const page = (visit % pages) + 1
        counts[page] = page === pages ? lastCount : size
        const totalRows = (pages - 1) * size + lastCount
        const offset = rowsBefore(page, { counts, totalPages: pages, totalRows, hasNext: page < pages })
        expect(offset).toBe((page - 1) * size)
      }
    }),
  )
})
