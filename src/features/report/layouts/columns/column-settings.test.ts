import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ColumnSettings, moved, readColumns, toggled, writeColumns } from './column-settings.ts'

const NOTHING: ColumnSettings = { folded: false, ownFirst: false, hidden: [], order: [], widths: new Map() }
const keys = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 8 })
const settings = fc.record<ColumnSettings>({
  folded: fc.boolean(),
  ownFirst: fc.boolean(),
  hidden: keys,
  order: keys,
  widths: fc
    .uniqueArray(fc.tuple(fc.string({ minLength: 1 }), fc.integer({ min: 48, max: 480 })), {
      selector: ([key]) => key,
    })
    .map((entries) => new Map(entries)),
})

describe('column settings in an address (specification 17.8)', () => {
  it('are read back as written', () => {
    fc.assert(
      fc.property(settings, (given) => {
        expect(readColumns(writeColumns(given))).toEqual(given)
      }),
    )
  })

  it('are the layout’s default without any text, or with unknown texts', () => {
    expect(writeColumns(NOTHING)).toEqual([])
    expect(readColumns(['', '-', '*', 'wide', '120.', '9.name', '1200.name'])).toEqual(NOTHING)
  })
})

describe('changes of column settings', () => {
  it('hide a facet and show it again', () => {
    fc.assert(
      fc.property(settings, fc.string({ minLength: 1 }), (given, key) => {
        const once = toggled(given, key)
        expect(once.hidden.includes(key)).toBe(!given.hidden.includes(key))
        expect(new Set(toggled(once, key).hidden)).toEqual(new Set(given.hidden))
      }),
    )
  })

  it('move a facet by one among those present, and lose none', () => {
    fc.assert(
      fc.property(
        settings,
        keys,
        fc.nat(),
        fc.constantFrom(-1 as const, 1 as const),
        (given, more, at, by) => {
          // In the dialog's order: facets with a chosen position first.
          const present = [...new Set([...given.order.filter((_, index) => index % 2 === 0), ...more])].sort(
            (a, b) => rankIn(given.order, a) - rankIn(given.order, b),
          )
          const key = present[at % Math.max(present.length, 1)] ?? ''
          const { order } = moved(given, present, key, by)
          const index = present.indexOf(key)
          const to = index + by
          const isAtEnd = to < 0 || to >= present.length
          const expected = isAtEnd ? present : present.toSpliced(index, 1).toSpliced(to, 0, key)
          if (!isAtEnd) expect(order.filter((one) => present.includes(one))).toEqual(expected)
          expect(new Set(order)).toEqual(new Set(isAtEnd ? given.order : [...given.order, ...present]))
          const absent = (list: readonly string[]) => list.filter((one) => !present.includes(one))
          expect(absent(order)).toEqual(absent(given.order))
        },
      ),
    )
  })
})

const rankIn = (order: readonly string[], key: string): number =>
  order.includes(key) ? order.indexOf(key) : order.length
