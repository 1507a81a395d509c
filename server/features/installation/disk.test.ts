// Specification 28.7

import { describe, expect, it } from 'vitest'
import { isDiskLow, lowSpaceThreshold } from './disk.ts'

const GB = 2 ** 30

describe('a low disk (specification 28.7)', () => {
  it.each([
    [10, 2],
    [100, 10],
    [4_000, 20],
  ])('of %i GB has less than %i GB', (total, below) => {
    expect(lowSpaceThreshold(total * GB)).toBe(below * GB)
    expect(isDiskLow({ total: total * GB, free: below * GB - 1 }, false)).toBe(true)
    expect(isDiskLow({ total: total * GB, free: below * GB }, false)).toBe(false)
  })

  it('stays low until a quarter more is free', () => {
    const total = 100 * GB
    expect(isDiskLow({ total, free: 12.4 * GB }, true)).toBe(true)
    expect(isDiskLow({ total, free: 12.5 * GB }, true)).toBe(false)
  })
})
