// Specification 4.25, 20.3

import { describe, expect, it } from 'vitest'
import { afterKey, extendTo, type KeyStroke, moveTo, type Position, selectAll } from './selection.ts'

const extent = { rows: 100, cols: 50 }
const PAGE = 20
const at = (row: number, col: number): Position => ({ row, col })

function stroke(key: string, held: Partial<KeyStroke> = {}): KeyStroke {
  return { key, code: key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held }
}

const press = (key: string, from: Position, held: Partial<KeyStroke> = {}) =>
  afterKey(stroke(key, held), moveTo(from), extent, PAGE)

describe('afterKey', () => {
  it.each<[string, Partial<KeyStroke>, Position]>([
    ['ArrowUp', {}, at(49, 25)],
    ['ArrowDown', {}, at(51, 25)],
    ['ArrowLeft', {}, at(50, 24)],
    ['ArrowRight', {}, at(50, 26)],
    ['PageUp', {}, at(30, 25)],
    ['PageDown', {}, at(70, 25)],
    ['Home', {}, at(50, 0)],
    ['End', {}, at(50, 49)],
    ['Home', { ctrlKey: true }, at(0, 0)],
    ['End', { metaKey: true }, at(99, 49)],
  ])('%s %j moves to %j', (key, held, to) => {
    expect(press(key, at(50, 25), held)).toEqual(moveTo(to))
  })

  it('stops at the edges of the table', () => {
    expect(press('ArrowUp', at(0, 0))).toEqual(moveTo(at(0, 0)))
    expect(press('PageDown', at(95, 0))).toEqual(moveTo(at(99, 0)))
  })

  it('selects the whole row with Space, and with Shift all rows from the first one selected', () => {
    const one = press(' ', at(7, 3))
    expect(one).toEqual({ active: at(7, 3), range: { from: at(7, 0), to: at(7, 49) } })
    const moved = { active: at(9, 3), range: one?.range ?? null }
    expect(afterKey(stroke(' ', { shiftKey: true }), moved, extent, PAGE)?.range).toEqual({
      from: at(7, 0),
      to: at(9, 49),
    })
    expect(press(' ', at(7, 3), { ctrlKey: true })).toBeNull()
  })

  it('extends the rectangle with Shift, by any move', () => {
    expect(press('ArrowDown', at(1, 1), { shiftKey: true })).toEqual(extendTo(moveTo(at(1, 1)), at(2, 1)))
    expect(press('End', at(1, 1), { shiftKey: true, ctrlKey: true })?.range?.to).toEqual(at(99, 49))
  })

  it('selects all in every keyboard layout', () => {
    const all = selectAll(moveTo(at(1, 1)), extent)
    expect(press('ф', at(1, 1), { ctrlKey: true, code: 'KeyA' })).toEqual(all)
  })

  it('clears a selection with Escape, and otherwise ignores that key', () => {
    expect(afterKey(stroke('Escape'), extendTo(moveTo(at(1, 1)), at(2, 2)), extent, PAGE)).toEqual(
      moveTo(at(2, 2)),
    )
    expect(press('Escape', at(1, 1))).toBeNull()
  })

  it('ignores all other keys', () => {
    expect(press('Tab', at(1, 1))).toBeNull()
    expect(press('c', at(1, 1), { ctrlKey: true, code: 'KeyC' })).toBeNull()
    expect(press('ArrowLeft', at(1, 1), { altKey: true })).toBeNull()
  })
})
