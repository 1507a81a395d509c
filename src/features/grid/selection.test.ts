// Specification 4.25

import { describe, expect, it } from 'vitest'
import { boundsOf, clamp, copiedBounds, extendTo, moveTo, selectAll } from './selection.ts'

const extent = { rows: 10, cols: 5 }
const at = (row: number, col: number) => ({ row, col })

describe('selection', () => {
  it('begins a rectangle at the active cell', () => {
    expect(extendTo(moveTo(at(2, 2)), at(4, 1))).toEqual({
      active: at(4, 1),
      range: { from: at(2, 2), to: at(4, 1) },
    })
  })

  it('keeps the corner that a rectangle was started from', () => {
    const grown = extendTo(extendTo(moveTo(at(2, 2)), at(4, 1)), at(0, 3))
    expect(grown.range).toEqual({ from: at(2, 2), to: at(0, 3) })
  })

  it('drops the rectangle on a plain move', () => {
    expect(moveTo(at(1, 1)).range).toBeNull()
  })

  it('orders the corners', () => {
    expect(boundsOf({ from: at(4, 1), to: at(2, 3) })).toEqual({ top: 2, bottom: 4, left: 1, right: 3 })
  })

  it('selects all and keeps the active cell', () => {
    expect(selectAll(moveTo(at(3, 3)), extent)).toEqual({
      active: at(3, 3),
      range: { from: at(0, 0), to: at(9, 4) },
    })
  })

  it('copies the active cell when nothing is selected', () => {
    expect(copiedBounds(moveTo(at(3, 2)))).toEqual({ top: 3, bottom: 3, left: 2, right: 2 })
  })

  it('clamps positions to the table, even an empty one', () => {
    expect(clamp(at(12, -1), extent)).toEqual(at(9, 0))
    expect(clamp(at(3, 3), { rows: 0, cols: 0 })).toEqual(at(0, 0))
  })
})
