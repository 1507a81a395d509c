import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GrowableBuffer } from './growable-buffer.ts'

function grown(length: number): GrowableBuffer {
  const array = new GrowableBuffer()
  for (let i = 0; i < length; i++) array.push(i * 3)
  return array
}

describe('a growing array', () => {
  it.each([0, 1, 16, 17, 65_535, 65_536, 65_537, 200_000])('keeps %i values in order', (length) => {
    const array = grown(length)
    expect(array.length).toBe(length)
    const values = array.values()
    expect(values).toHaveLength(length)
    expect(values.every((value, i) => value === i * 3 && array.at(i) === value)).toBe(true)
    expect(array.at(-1)).toBeUndefined()
  })

  it('stores all 32-bit integers', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })), (numbers) => {
        const array = new GrowableBuffer()
        for (const number of numbers) array.push(number)
        expect([...array.values()]).toEqual(numbers)
      }),
    )
  })
})
