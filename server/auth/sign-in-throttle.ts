import type { Db } from '../db/db.ts'
import { type AttemptCounts, type Attempts, countsInDatabase, countsInMemory } from './attempt-counts.ts'

/** Attempts before the first delay, and while the account is being guessed at from many places. */
const FREE_ATTEMPTS = 5
const FREE_ATTEMPTS_UNDER_ATTACK = 2
/** Failed attempts at one account within the hour, from wherever, that are no longer a person's own mistakes. */
const ATTACK_ATTEMPTS = 50
const FIRST_DELAY_MS = 5_000
const LONGEST_DELAY_MS = 15 * 60_000

/**
 * Slows down guessing at one account (decision 24). The delay grows for each pair of account and source: whoever guesses
 * delays himself, never somebody who signs in from elsewhere.
 */
export class SignInThrottle {
  readonly #counts: AttemptCounts
  readonly #clock: () => number

  constructor(counts: AttemptCounts = countsInMemory(), clock: () => number = Date.now) {
    this.#counts = counts
    this.#clock = clock
  }

  /**
   * Counts an attempt before its outcome is known, so that parallel ones count too.
   * @param account its name as compared, whether or not it exists
   * @param source where the attempt comes from
   * @returns milliseconds until the next attempt is allowed; 0 if this one is
   */
  attempt(account: string, source: string): Promise<number> {
    const now = this.#clock()
    return this.#change(account, source, (pair, whole) => {
      const free = whole.count >= ATTACK_ATTEMPTS ? FREE_ATTEMPTS_UNDER_ATTACK : FREE_ATTEMPTS
      // The clock of another server may be ahead: that delays nobody.
      for (const attempts of [pair, whole]) attempts.lastAt = Math.min(attempts.lastAt, now)
      const wait = pair.lastAt + delayAfter(pair.count - free) - now
      if (wait > 0) return wait
      for (const attempts of [pair, whole]) {
        attempts.count++
        attempts.lastAt = now
      }
      return 0
    })
  }

  /** Takes back one attempt that has failed through no fault of its source. */
  forgive(account: string, source: string): Promise<void> {
    return this.#change(account, source, (...counts) => {
      for (const attempts of counts) if (attempts.count > 0) attempts.count--
    })
  }

  /** Attempts counted for the pair. */
  counted(account: string, source: string): Promise<number> {
    return this.#change(account, source, ({ count }) => count)
  }

  /** Takes back what the successful attempt has counted, and what its source had failed before. */
  succeeded(account: string, source: string): Promise<void> {
    return this.#change(account, source, (pair, whole) => {
      pair.count = 0
      pair.lastAt = 0
      if (whole.count > 0) whole.count--
    })
  }

  #change<T>(account: string, source: string, change: (pair: Attempts, whole: Attempts) => T): Promise<T> {
    // Told apart by what they begin with: a name may hold anything, line breaks too.
    const keys = [`pair\n${account}\n${source}`, `account\n${account}`]
    return this.#counts.change(keys, this.#clock(), ([pair, whole]) =>
      change(pair as Attempts, whole as Attempts),
    )
  }
}

/** A throttle that all servers of a database share; an embedded one has a single server, which counts in memory. */
export const createThrottle = (db: Db, purpose: string): SignInThrottle =>
  new SignInThrottle(db.engine === 'postgres' ? countsInDatabase(db, purpose) : countsInMemory())

function delayAfter(excess: number): number {
  return excess < 0 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** excess, LONGEST_DELAY_MS)
}
