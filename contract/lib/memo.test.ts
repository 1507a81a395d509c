import { describe, expect, it, vi } from 'vitest'
import { memoize } from './memo.ts'

describe('memoize', () => {
  it('computes each text once', () => {
    const compute = vi.fn((text: string) => text.toUpperCase())
    const upper = memoize(compute)
    expect([upper('a'), upper('a'), upper('b'), upper('')]).toEqual(['A', 'A', 'B', ''])
    expect(compute).toHaveBeenCalledTimes(3)
  })

  it('caches null and 0 as well', () => {
    const compute = vi.fn((text: string) => (text === '' ? null : 0))
    const read = memoize(compute)
    expect([read(''), read(''), read('a'), read('a')]).toEqual([null, null, 0, 0])
    expect(compute).toHaveBeenCalledTimes(2)
  })

  it('clears its cache at the limit instead of growing without bound', () => {
    const compute = vi.fn((text: string) => text)
    const read = memoize(compute, 2)
    for (const text of ['a', 'b', 'c', 'a']) read(text)
    expect(compute).toHaveBeenCalledTimes(4)
  })

  it('does not cache texts too long for a field', () => {
    const compute = vi.fn((text: string) => text.length)
    const read = memoize(compute)
    const long = 'a'.repeat(501)
    expect([read(long), read(long)]).toEqual([501, 501])
    expect(compute).toHaveBeenCalledTimes(2)
  })
})
