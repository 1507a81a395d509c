// Specification 27.5

import { describe, expect, it } from 'vitest'
import { retryAfterMs } from '../egress/http-exchange.ts'
import { MAX_ATTEMPTS, retryMinutes } from './leases.ts'

const MINUTE = 60_000

describe('retryMinutes', () => {
  it('grows with each failure, until the work is given up', () => {
    const pauses = Array.from({ length: MAX_ATTEMPTS }, (_, failed) => retryMinutes(failed + 1))
    expect(pauses).toEqual([1, 4, 15, 60, undefined])
  })

  it('is at least what the other server asks for, up to a day', () => {
    expect(retryMinutes(1, 2.5 * MINUTE)).toBe(3)
    expect(retryMinutes(3, 2.5 * MINUTE)).toBe(15)
    expect(retryMinutes(1, 1e12)).toBe(24 * 60)
    expect(retryMinutes(MAX_ATTEMPTS, MINUTE)).toBeUndefined()
  })
})

describe('retryAfterMs', () => {
  it.each([
    [undefined, 0],
    ['120', 120_000],
    [' 7 ', 7_000],
    ['Sat, 18 Apr 2026 00:01:00 GMT', MINUTE],
    ['Fri, 17 Apr 2026 00:00:00 GMT', 0],
    ['soon', 0],
  ])('reads %j as %i ms', (header, ms) => {
    expect(retryAfterMs(header, Date.parse('2026-04-18'))).toBe(ms)
  })
})
