// Specification 13.12

import { afterEach, describe, expect, it, vi } from 'vitest'
import { firstRetainedDay } from './site-days.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('firstRetainedDay', () => {
  it('counts calendar days, also across a change to summer time', () => {
    vi.stubEnv('TZ', 'Europe/Berlin')
    expect(firstRetainedDay(2, new Date(2027, 2, 29, 0, 30).getTime())).toBe('2027-03-28')
    expect(firstRetainedDay(2, new Date(2026, 9, 25, 23, 30).getTime())).toBe('2026-10-24')
    expect(firstRetainedDay(1, new Date(2026, 11, 31, 23, 30).getTime())).toBe('2026-12-31')
  })
})
