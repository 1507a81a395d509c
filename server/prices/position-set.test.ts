// Specification 10.27

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { finish } from '../../tests/support/finish.ts'
import { specs } from '../../tests/support/prices.ts'
import { BitSet, PositionSet } from './positions.ts'
import { numberValues, ValueIndex } from './tyre-values.ts'

const SIZE = 200
const members = fc.uniqueArray(fc.nat(SIZE - 1))

const bitsOf = (positions: readonly number[]): BitSet => {
  const bits = new BitSet(SIZE)
  for (const position of positions) bits.add(position)
  return bits
}
const ascending = (positions: readonly number[]) => [...new Set(positions)].sort((a, b) => a - b)

describe('PositionSet', () => {
  it('unites and intersects like a plain set, whether sparse or dense', () => {
    fc.assert(
      fc.property(members, members, (own, others) => {
        const set = new PositionSet(SIZE, Uint32Array.from(own))
        const united = bitsOf(others)
        set.addTo(united)
        expect([...united.positions()]).toEqual(ascending([...own, ...others]))
        const limited = bitsOf(others)
        set.limit(limited)
        expect([...limited.positions()]).toEqual(ascending(others.filter((of) => own.includes(of))))
      }),
    )
  })

  it('is stored as a list while a list is smaller', () => {
    const first = (count: number) => Uint32Array.from({ length: count }, (_, n) => n)
    expect(new PositionSet(3_200, first(99)).isDense).toBe(false)
    expect(new PositionSet(3_200, first(100)).isDense).toBe(true)
  })
})

describe('ValueIndex', () => {
  it('finds the same as a linear scan, for frequent, rare, unknown and excluded values', () => {
    const values = fc.array(fc.oneof(fc.constantFrom('a', 'b', ''), fc.string({ maxLength: 3 })), {
      minLength: SIZE,
      maxLength: SIZE,
    })
    const asked = fc.array(fc.nat(SIZE), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(values, asked, fc.boolean(), members, (given, places, except, among) => {
        const wanted = [...new Set(places.map((at) => given[at] ?? 'none'))]
        // Interleaves the tyres with others.
        const list = given.flatMap((brand, id) => [brand, given[SIZE - 1 - id] as string])
        const tyres = list.map((brand, id) => ({ id, specs: specs({ brand }) }))
        const ordinals = Uint32Array.from(given.keys(), (at) => at * 2)
        const index = new ValueIndex(finish(numberValues(tyres)).brand, ordinals)
        const expected = ascending(among.filter((at) => wanted.includes(given[at] as string) !== except))
        for (let round = 0; round < 2; round++) {
          const set = bitsOf(among)
          index.limit(set, { values: wanted, except })
          expect([...set.positions()]).toEqual(expected)
        }
      }),
    )
  })
})
