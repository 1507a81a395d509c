// Specification 10.26

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inOrderOf, sortedPositions } from './sorted-positions.ts'

it('positions by value: equal ones in report order, those without one last, in either direction', () => {
  const value = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constant(Number.NaN))
  fc.assert(
    fc.property(fc.array(value), fc.boolean(), fc.array(fc.boolean()), (values, descending, chosen) => {
      const all = [...values.keys()]
      const sign = descending ? -1 : 1
      const valued = all.filter((at) => !Number.isNaN(values[at]))
      const expected = [
        ...valued.sort((a, b) => sign * ((values[a] as number) - (values[b] as number)) || a - b),
        ...all.filter((at) => Number.isNaN(values[at])),
      ]
      const sorted = sortedPositions(Float64Array.from(values), descending)
      expect([...sorted]).toEqual(expected)
      const some = all.filter((at) => chosen[at])
      expect([...inOrderOf(sorted, Uint32Array.from(some))]).toEqual(
        expected.filter((at) => some.includes(at)),
      )
    }),
  )
})
