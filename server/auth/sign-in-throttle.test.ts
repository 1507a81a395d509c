import { describe, expect, it } from 'vitest'
import { SignInThrottle } from './sign-in-throttle.ts'

function withClock() {
  let now = 1_000_000_000
  const throttle = new SignInThrottle(() => now)
  return {
    attempt: (account: string, source: string) => throttle.attempt(account, source),
    succeeded: (account: string, source: string) => throttle.succeeded(account, source),
    later(ms: number) {
      now += ms
    },
  }
}

type Clocked = ReturnType<typeof withClock>

/** Guesses whenever that is allowed. @returns the waits between attempts, in ms */
function guess(clocked: Clocked, account: string, source: string, times: number): number[] {
  const waits: number[] = []
  for (let n = 0; n < times; n++) {
    const wait = clocked.attempt(account, source)
    waits.push(wait)
    if (wait === 0) continue
    clocked.later(wait)
    expect(clocked.attempt(account, source)).toBe(0)
  }
  return waits
}

describe('the delay of a pair of account and source', () => {
  it('doubles after five attempts, and never exceeds a quarter of an hour', () => {
    const waits = guess(withClock(), 'anna', 'here', 20)
    expect(waits.slice(0, 9)).toEqual([0, 0, 0, 0, 0, 5_000, 10_000, 20_000, 40_000])
    expect(waits.at(-1)).toBe(15 * 60_000)
  })

  it('does not grow by attempts made meanwhile', () => {
    const clocked = withClock()
    guess(clocked, 'anna', 'here', 5)
    for (let n = 0; n < 1_000; n++) expect(clocked.attempt('anna', 'here')).toBe(5_000)
  })

  it('is forgotten after an hour', () => {
    const clocked = withClock()
    guess(clocked, 'anna', 'here', 10)
    clocked.later(60 * 60_000)
    expect(clocked.attempt('anna', 'here')).toBe(0)
  })

  it('begins earlier while the account is guessed at from many places, but never at once', () => {
    const clocked = withClock()
    for (let n = 0; n < 50; n++) clocked.attempt('anna', `place ${n}`)
    expect(guess(clocked, 'anna', 'home', 4)).toEqual([0, 0, 5_000, 10_000])
    expect(guess(clocked, 'boris', 'home', 4)).toEqual([0, 0, 0, 0])
  })

  it('is not begun by signing in again and again', () => {
    const clocked = withClock()
    for (let n = 0; n < 200; n++) {
      expect(clocked.attempt('anna', 'here')).toBe(0)
      clocked.succeeded('anna', 'here')
    }
    expect(guess(clocked, 'anna', 'elsewhere', 5)).toEqual([0, 0, 0, 0, 0])
  })
})
