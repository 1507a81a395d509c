// Specification 4.22

import { describe, expect, it } from 'vitest'
import { sampleColumns } from '../../../tests/support/report-page.ts'
import { gridLayout, HEADER_HEIGHT } from './layout.ts'
import { ROW_HEIGHTS, rowLines } from './row-lines.ts'
import { cellAt, drawnRange, pageRows, scrollToReveal, storedScrollLeft } from './viewport.ts'

const columns = sampleColumns()
const layout = gridLayout(columns, 1000)
const ROWS = 100
const ROW_HEIGHT = ROW_HEIGHTS.cosy
const LINES = rowLines(ROWS)
const view = { left: 0, top: 0, width: 1000, height: HEADER_HEIGHT + 10 * ROW_HEIGHT }
const left = (col: number): number => layout.boxes[col]?.left ?? Number.NaN
const end = (col: number): number => left(col) + (layout.boxes[col]?.width ?? Number.NaN)

describe('drawnRange', () => {
  const NONE = { rows: 0, cols: 0 }
  const drawn = (scrolled: { left: number; top: number }, overscan = NONE) =>
    drawnRange({ ...view, ...scrolled }, layout, LINES, overscan)

  it('contains the rows and columns in view, including partly visible ones', () => {
    expect(drawn({ left: 0, top: 0 }).rows).toEqual({ first: 0, last: 9 })
    expect(drawn({ left: 0, top: 1 }).rows).toEqual({ first: 0, last: 10 })
    const { first, last } = drawn({ left: left(8) - layout.frozenWidth, top: 0 }).cols
    expect(first).toBe(8)
    expect(left(last)).toBeLessThan(left(8) - layout.frozenWidth + view.width)
    expect(end(last)).toBeGreaterThanOrEqual(left(8) - layout.frozenWidth + view.width)
    expect(drawn({ left: left(8) - layout.frozenWidth - 1, top: 0 }).cols.first).toBe(7)
  })

  it('leaves out the sticky columns', () => {
    expect(drawn({ left: 0, top: 0 }).cols.first).toBe(layout.frozen)
  })

  it('is widened by the overscan, but not beyond the table', () => {
    const wide = { rows: 3, cols: 1 }
    expect(drawn({ left: 0, top: 10 * ROW_HEIGHT }, wide).rows).toEqual({ first: 7, last: 22 })
    expect(drawn({ left: 0, top: 0 }, wide).rows.first).toBe(0)
    const corner = drawn({ left: layout.width - view.width, top: ROWS * ROW_HEIGHT }, wide)
    expect(corner.rows.last).toBe(ROWS - 1)
    expect(corner.cols.last).toBe(columns.length - 1)
  })

  it('counts the columns before the sticky ones, which scroll away first', () => {
    const phone = gridLayout(columns, 400)
    const screen = { left: 0, top: 0, width: 400, height: view.height }
    expect(phone.lead).toBeGreaterThan(0)
    expect(drawnRange(screen, phone, LINES, NONE).cols.first).toBe(phone.frozen)
    const first = phone.boxes[phone.frozen]?.left ?? Number.NaN
    expect(drawnRange({ ...screen, left: first }, phone, LINES, NONE).cols.last).toBeGreaterThan(phone.frozen)
  })
})

describe('scrollToReveal', () => {
  it('stays if the cell is in view', () => {
    expect(scrollToReveal({ row: 3, col: 4 }, layout, LINES, view)).toEqual({ left: 0, top: 0 })
  })

  it('scrolls a cell beyond the far edges just into view', () => {
    expect(scrollToReveal({ row: 12, col: 10 }, layout, LINES, view)).toEqual({
      left: end(10) - view.width,
      top: 13 * ROW_HEIGHT - 10 * ROW_HEIGHT,
    })
  })

  it('keeps a cell clear of the header and the sticky columns', () => {
    expect(scrollToReveal({ row: 5, col: 6 }, layout, LINES, { ...view, left: 2000, top: 1000 })).toEqual({
      left: left(6) - layout.frozenWidth,
      top: 5 * ROW_HEIGHT,
    })
  })

  it('does not scroll sideways to a sticky column', () => {
    expect(scrollToReveal({ row: 0, col: 1 }, layout, LINES, { ...view, left: 2000 })).toEqual({
      left: 2000,
      top: 0,
    })
  })
})

describe('cellAt', () => {
  const under = (x: number, y: number, scrolled = { left: 0, top: 0 }) =>
    cellAt(x, y, layout, LINES, { ...view, ...scrolled })

  it('finds the cell under the pointer', () => {
    expect(under(left(4) + 5, HEADER_HEIGHT + 40)).toEqual({ row: 1, col: 4 })
    expect(under(5, HEADER_HEIGHT + 40, { left: 900, top: 320 })).toEqual({ row: 11, col: 0 })
    expect(
      under(layout.frozenWidth + 1, HEADER_HEIGHT, { left: left(8) - layout.frozenWidth, top: 0 }).col,
    ).toBe(8)
  })

  it('returns the next hidden cell beyond an edge, so that a drag continues to scroll', () => {
    const scrolled = { left: left(8) - layout.frozenWidth, top: 10 * ROW_HEIGHT }
    expect(under(-20, 10, scrolled)).toEqual({ row: 9, col: 7 })
    expect(under(-20, -500, { left: 0, top: 0 })).toEqual({ row: 0, col: 0 })
    expect(under(1e6, 1e6, scrolled)).toEqual({ row: ROWS - 1, col: columns.length - 1 })
  })
})

describe('pageRows', () => {
  it('counts the whole rows below the header', () => {
    expect(pageRows(view.height + 5, LINES)).toBe(10)
    expect(pageRows(0, LINES)).toBe(1)
  })
})

describe('keptLeft', () => {
  const without = (...ids: string[]) =>
    gridLayout(
      columns.filter(({ id }) => !ids.includes(id)),
      1000,
    )
  const first = 20
  const scrolled = left(first) - layout.frozenWidth + 30

  it('keeps the same columns in view', () => {
    expect(storedScrollLeft(scrolled, layout, gridLayout([...columns], 1000))).toBe(scrolled)
  })

  it('follows the first visible column', () => {
    const after = without('width', 'height')
    expect(storedScrollLeft(scrolled, layout, after)).toBe(
      (after.boxes[first - 2]?.left ?? 0) - after.frozenWidth + 30,
    )
  })

  it('returns 0 if the first visible column was removed', () => {
    expect(storedScrollLeft(scrolled, layout, without(columns[first]?.id ?? ''))).toBe(0)
  })

  it('stays 0 at the beginning', () => {
    expect(storedScrollLeft(0, without('width'), layout)).toBe(0)
  })
})

describe('viewport functions on a phone, where columns before the sticky one scroll away', () => {
  const phone = gridLayout(columns, 390)
  const seen = { left: 0, top: 0, width: 390, height: 600 }
  const at = (x: number, scrolled: number) =>
    cellAt(x, HEADER_HEIGHT + 5, phone, LINES, { ...seen, left: scrolled }).col
  const box = (col: number) => phone.boxes[col] as { left: number; width: number }

  it('find the cell under the pointer before and after the column sticks', () => {
    expect(at(5, 0)).toBe(0)
    expect(at(box(2).left + 5, 0)).toBe(2)
    expect(at(5, 40)).toBe(0)
    expect(at(5, phone.leadWidth)).toBe(2)
    expect(at(5, 3000)).toBe(2)
    expect(at(phone.frozenWidth + 1, box(9).left - phone.frozenWidth)).toBe(9)
  })

  it('return the next hidden cell beyond the edge', () => {
    expect(at(-5, box(1).left)).toBe(0)
    expect(at(-5, box(9).left - phone.frozenWidth)).toBe(8)
  })

  it('reveal covered cells and those that have scrolled away', () => {
    const reveal = (col: number, scrolled: number) =>
      scrollToReveal({ row: 0, col }, phone, LINES, { ...seen, left: scrolled }).left
    expect(reveal(0, 3000)).toBe(0)
    expect(reveal(1, 3000)).toBe(box(1).left)
    expect(reveal(1, 10)).toBe(10)
    expect(reveal(2, 3000)).toBe(3000)
    expect(reveal(6, 3000)).toBe(box(6).left - phone.frozenWidth)
  })

  it('keep the same columns in view when others are removed', () => {
    const narrower = gridLayout(
      columns.filter(({ id }) => id !== 'article'),
      390,
    )
    const scrolled = box(20).left - phone.frozenWidth + 30
    expect(storedScrollLeft(scrolled, phone, narrower)).toBe(
      (narrower.boxes[19]?.left ?? 0) - narrower.frozenWidth + 30,
    )
    expect(storedScrollLeft(20, phone, gridLayout([...columns], 390))).toBe(20)
  })
})
