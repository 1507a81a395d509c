import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BitSet } from './positions.ts'

describe('BitSet', () => {
  const size = 100
  const positions = fc.array(fc.nat(size - 1))
  const setOf = (members: number[]) => {
    const set = new BitSet(size)
    for (const position of members) set.add(position)
    return set
  }
  const members = (set: BitSet) => Array.from({ length: size }, (_, i) => i).filter((i) => set.has(i))
  const sorted = (of: Iterable<number>) => [...new Set(of)].sort((a, b) => a - b)

  it('contains the added positions, even at word boundaries', () => {
    expect(members(setOf([0, 31, 32, 63, 64, 99]))).toEqual([0, 31, 32, 63, 64, 99])
    expect(members(new BitSet(size))).toEqual([])
  })

  it('behaves like a set of positions', () => {
    fc.assert(
      fc.property(positions, (added) => {
        expect(members(setOf(added))).toEqual(sorted(added))
      }),
    )
  })

  it('computes a union in place, without changing the other set', () => {
    fc.assert(
      fc.property(positions, positions, (ours, theirs) => {
        const set = setOf(ours)
        const other = setOf(theirs)
        set.addAll(other)
        expect(members(set)).toEqual(sorted([...ours, ...theirs]))
        expect(members(other)).toEqual(sorted(theirs))
      }),
    )
  })

  it('computes an intersection in place', () => {
    fc.assert(
      fc.property(positions, positions, (ours, theirs) => {
        const set = setOf(ours)
        set.keepOnly(setOf(theirs))
        expect(members(set)).toEqual(sorted(ours).filter((position) => theirs.includes(position)))
      }),
    )
  })

  it('lists its positions in order', () => {
    fc.assert(
      fc.property(positions, (added) => {
        expect([...setOf(added).positions()]).toEqual(sorted(added))
      }),
    )
  })

  it('has room for its last position, however large it is', () => {
    for (const large of [31, 32, 33, 2048, 20_000]) {
      const set = new BitSet(large)
      set.add(large - 1)
      expect(set.has(large - 1)).toBe(true)
    }
  })

  it('may have size 0', () => {
    const set = new BitSet(0)
    set.addAll(new BitSet(0))
    expect(set.has(0)).toBe(false)
  })
})
