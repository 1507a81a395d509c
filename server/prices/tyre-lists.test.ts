import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeTyreIds, encodeTyreIds } from './site-cities.ts'

describe('lists of tyre ids as bytes', () => {
  it('take four bytes per id, little-endian on every machine', () => {
    expect([...encodeTyreIds([1, 0x01020304])]).toEqual([1, 0, 0, 0, 4, 3, 2, 1])
    expect(encodeTyreIds([])).toHaveLength(0)
  })

  it('round-trip', () => {
    const ids = fc.array(fc.nat(0xffffffff))
    fc.assert(
      fc.property(ids, (list) => {
        expect([...decodeTyreIds(encodeTyreIds(list))]).toEqual(list)
      }),
    )
  })

  it('decode from any offset in a larger buffer', () => {
    const bytes = encodeTyreIds([7, 8, 9])
    const block = new Uint8Array(64)
    block.set(bytes, 3)
    expect([...decodeTyreIds(block.subarray(3, 3 + bytes.length))]).toEqual([7, 8, 9])
    // Small Buffers are slices of a shared pool, and slice() does not copy.
    expect([...decodeTyreIds(Buffer.from(bytes))]).toEqual([7, 8, 9])
  })

  it('do not share memory with the bytes they came from', () => {
    const bytes = encodeTyreIds([7])
    const ids = decodeTyreIds(bytes)
    bytes.fill(0)
    expect([...ids]).toEqual([7])
  })
})
