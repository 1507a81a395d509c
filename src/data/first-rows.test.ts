// Specification 4.32

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstRowsOf } from './first-rows.ts'

/** Rows as servers send them: the same field first. */
const rows = fc.array(
  fc.record({ specs: fc.record({ name: fc.string() }), cities: fc.dictionary(fc.string(), fc.json()) }),
  { minLength: 1, maxLength: 8 },
)

describe('firstRowsOf', () => {
  it('returns only rows of the answer, from its first one, wherever its beginning ends', () => {
    fc.assert(
      fc.property(
        rows,
        fc.nat(),
        fc.constantFrom('items', 'data'),
        fc.constantFrom(0, 1),
        (items, at, list, indent) => {
          const whole = JSON.stringify({ [list]: items, total_rows: items.length }, null, indent)
          const found = firstRowsOf(whole.slice(0, at % whole.length)) ?? []
          expect(found).toEqual(JSON.parse(JSON.stringify(items)).slice(0, found.length))
        },
      ),
    )
  })

  it('returns all complete rows but the last, whose end is not known', () => {
    const items = [1, 2, 3, 4].map((name) => ({ specs: { name: `«${name}», {"specs":` } }))
    const whole = JSON.stringify({ items })
    expect(firstRowsOf(whole.slice(0, -10))).toEqual(items.slice(0, 3))
    expect(firstRowsOf(whole.replaceAll(',{', ' ,\n{').slice(0, -10))).toEqual(items.slice(0, 3))
  })

  it('leaves out what is no row, as the whole page does', () => {
    expect(firstRowsOf('{"items":[{"a":1},null,5,"",[],{"a":2},{"a":3')).toEqual([{ a: 1 }, { a: 2 }])
  })

  it.each([
    ['', 'nothing'],
    ['{"items":[{"a":1', 'a part of a row'],
    ['{"page":1,"items":[{"a":1},{"a":2},{"a"', 'paging before the rows'],
    ['{"sites":["a","b"],"items":[{"a":1},{"a"', 'another list before the rows'],
    ['[{"a":1},{"a":2},{"a"', 'a bare list'],
    ['{"items":{"a":1},{"a":2}', 'no list'],
    ['{"items":[{"a":“1”},{"a":2},{"a"', 'text that needs repairs'],
    ['<html>', 'no JSON'],
  ])('returns none of %s (%s)', (text) => {
    expect(firstRowsOf(text)).toBeNull()
  })
})
