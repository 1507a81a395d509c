// Specification 9.9, 10.16

import { describe, expect, it } from 'vitest'
import { outcomeOf } from './outcome.ts'

const NOW = Date.UTC(2026, 10, 21)
const HOUR = 3_600_000
const of = (status: number, retryAfter?: string) => outcomeOf({ status, retryAfter }, NOW)

describe('the outcome of a push service’s answer', () => {
  it.each([
    [200, 'sent'],
    [201, 'sent'],
    [202, 'sent'],
    [301, 'refused'],
    [400, 'refused'],
    [401, 'refused'],
    [403, 'refused'],
    [404, 'gone'],
    [410, 'gone'],
    [413, 'too long'],
    [429, 'busy'],
    [500, 'busy'],
    [503, 'busy'],
  ])('%i is %s', (status, kind) => {
    expect(of(status)).toMatchObject({ kind, status })
  })

  it.each([
    [undefined, 0],
    ['120', 120_000],
    ['Sat, 21 Nov 2026 01:00:00 GMT', HOUR],
    ['Fri, 20 Nov 2026 01:00:00 GMT', 0],
    ['soon', 0],
    ['-5', 0],
    ['99999999999', 6 * HOUR],
  ])('Retry-After %s waits %i ms', (header, retryAfterMs) => {
    expect(of(429, header)).toMatchObject({ retryAfterMs })
    expect(of(503, header)).toMatchObject({ retryAfterMs })
  })
})
