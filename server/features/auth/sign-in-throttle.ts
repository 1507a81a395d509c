import type { Db } from '../../platform/db/db.ts'
import { type AttemptCounts, type Attempts, attemptCounts } from './attempt-counts.ts'

/** Attempts before the first delay, normally and while the account is under attack from many addresses. */
const FREE_ATTEMPTS = 5
const FREE_ATTEMPTS_UNDER_ATTACK = 2
/** Failed attempts at one account within the hour, from any source, that are no longer a person's own mistakes. */
const ATTACK_ATTEMPTS = 50
const FIRST_DELAY_MS = 5_000
const LONGEST_DELAY_MS = 15 * 60_000

/** Attempt whose outcome is reported once. */
export interface Attempt {
  /** milliseconds until the next attempt is allowed; 0 if this one is, otherwise it has no outcome */
  wait: number
  /** reports a failure; @returns number of attempts of the pair that failed or are pending */
  failed(): Promise<number>
  /** reports success, which removes this attempt and the source's previous failures */
  succeeded(): Promise<void>
  /** removes an attempt that failed through no fault of its source */
  forgive(): Promise<void>
}

/**
 * Throttle of attempts at one account (decision 24). The delay grows for each pair of account and source: a guesser
 * delays himself, never somebody who signs in from elsewhere.
 */
export class SignInThrottle {
  readonly #counts: AttemptCounts
  readonly #clock: () => number
  /** pairs with a running attempt that is not counted yet */
  readonly #uncounted = new Set<string>()

  constructor(counts: AttemptCounts, clock: () => number = Date.now) {
    this.#counts = counts
    this.#clock = clock
  }

  /**
   * Counts an attempt before its outcome is known, so that parallel ones count too. The first of a pair without any
   * count is counted only when it has failed, so that correct passwords cause no writes.
   * @param account name as compared, whether or not it exists
   * @param source origin of the attempt
   */
  async attempt(account: string, source: string): Promise<Attempt> {
    // Prefixes keep the keys distinct, because a name may contain anything, even line breaks.
    const keys = [`pair\n${account}\n${source}`, `account\n${account}`] as const
    return (await this.#uncountedAttempt(keys)) ?? (await this.#countedAttempt(keys))
  }

  /** @returns undefined if the attempt has to be counted at once */
  async #uncountedAttempt(keys: Keys): Promise<Attempt | undefined> {
    const [pairKey] = keys
    if (this.#uncounted.has(pairKey)) return undefined
    // Registered before anything is awaited, so that parallel attempts are counted.
    this.#uncounted.add(pairKey)
    const end = () => void this.#uncounted.delete(pairKey)
    try {
      const [pair] = await this.#counts.read(keys, this.#clock())
      if (pair?.count === 0) {
        return {
          wait: 0,
          failed: () => this.#change(keys, add).finally(end),
          succeeded: async () => end(),
          forgive: async () => end(),
        }
      }
    } catch (error) {
      end()
      throw error
    }
    end()
    return undefined
  }

  async #countedAttempt(keys: Keys): Promise<Attempt> {
    const underWay = this.#uncounted.has(keys[0]) ? 1 : 0
    const { wait, count } = await this.#change(keys, (pair, whole, now) => {
      const free = whole.count >= ATTACK_ATTEMPTS ? FREE_ATTEMPTS_UNDER_ATTACK : FREE_ATTEMPTS
      // The clock of another server may be ahead, which must delay nobody.
      for (const attempts of [pair, whole]) attempts.lastAt = Math.min(attempts.lastAt, now)
      const wait = pair.lastAt + delayAfter(pair.count + underWay - free) - now
      return wait > 0 ? { wait, count: pair.count } : { wait: 0, count: add(pair, whole, now) }
    })
    return {
      wait,
      failed: async () => count,
      succeeded: () =>
        this.#change(keys, (pair, whole) => {
          pair.count = 0
          pair.lastAt = 0
          if (whole.count > 0) whole.count--
        }),
      forgive: () =>
        this.#change(keys, (pair, whole) => {
          for (const attempts of [pair, whole]) if (attempts.count > 0) attempts.count--
        }),
    }
  }

  #change<T>(keys: Keys, change: (pair: Attempts, whole: Attempts, now: number) => T): Promise<T> {
    const now = this.#clock()
    return this.#counts.change(keys, now, ([pair, whole]) => change(pair as Attempts, whole as Attempts, now))
  }
}

type Keys = readonly [pair: string, whole: string]

function add(pair: Attempts, whole: Attempts, now: number): number {
  for (const attempts of [pair, whole]) {
    attempts.count++
    attempts.lastAt = now
  }
  return pair.count
}

/** Creates a throttle that all servers of a database share. */
export const createThrottle = (db: Db, purpose: string): SignInThrottle =>
  new SignInThrottle(attemptCounts(db, purpose))

function delayAfter(excess: number): number {
  return excess < 0 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** excess, LONGEST_DELAY_MS)
}
