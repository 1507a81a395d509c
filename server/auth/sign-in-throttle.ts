/** Attempts before the first delay, and while the account is being guessed at from many places. */
const FREE_ATTEMPTS = 5
const FREE_ATTEMPTS_UNDER_ATTACK = 2
/** Failed attempts at one account within the hour, from wherever, that are no longer a person's own mistakes. */
const ATTACK_ATTEMPTS = 50
const FIRST_DELAY_MS = 5_000
const LONGEST_DELAY_MS = 15 * 60_000
/** Attempts are forgotten after an hour without any. */
const REMEMBERED_MS = 60 * 60_000
/** Of both accounts and pairs; the ones not tried for longest are forgotten first. */
const REMEMBERED = 20_000

interface Attempts {
  count: number
  lastAt: number
}

/**
 * Slows down guessing at one account (decision 24). The delay grows for each pair of account and source: whoever guesses
 * delays himself, never somebody who signs in from elsewhere. Kept in memory: each server of one database counts its own.
 */
export class SignInThrottle {
  readonly #pairs = new Map<string, Attempts>()
  readonly #accounts = new Map<string, Attempts>()
  readonly #clock: () => number

  constructor(clock: () => number = Date.now) {
    this.#clock = clock
  }

  /**
   * Counts an attempt before its outcome is known, so that parallel ones count too.
   * @param account its name as compared, whether or not it exists
   * @param source where the attempt comes from
   * @returns milliseconds until the next attempt is allowed; 0 if this one is
   */
  attempt(account: string, source: string): number {
    const now = this.#clock()
    const pair = touch(this.#pairs, `${account}\n${source}`, now)
    const whole = touch(this.#accounts, account, now)
    const free = whole.count >= ATTACK_ATTEMPTS ? FREE_ATTEMPTS_UNDER_ATTACK : FREE_ATTEMPTS
    const wait = pair.lastAt + delayAfter(pair.count - free) - now
    if (wait > 0) return wait
    for (const attempts of [pair, whole]) Object.assign(attempts, { count: attempts.count + 1, lastAt: now })
    return 0
  }

  /** Takes back one attempt that has failed through no fault of its source. */
  forgive(account: string, source: string): void {
    for (const attempts of [this.#pairs.get(`${account}\n${source}`), this.#accounts.get(account)]) {
      if (attempts && attempts.count > 0) attempts.count -= 1
    }
  }

  /** Attempts counted for the pair. */
  counted(account: string, source: string): number {
    return this.#pairs.get(`${account}\n${source}`)?.count ?? 0
  }

  /** Takes back what the successful attempt has counted, and what its source had failed before. */
  succeeded(account: string, source: string): void {
    this.#pairs.delete(`${account}\n${source}`)
    const whole = this.#accounts.get(account)
    if (whole) whole.count -= 1
  }
}

function delayAfter(excess: number): number {
  return excess < 0 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** excess, LONGEST_DELAY_MS)
}

/** The attempts counted under a key, which becomes the last to be forgotten. */
function touch(counted: Map<string, Attempts>, key: string, now: number): Attempts {
  const known = counted.get(key)
  const attempts = known && known.lastAt > now - REMEMBERED_MS ? known : { count: 0, lastAt: 0 }
  counted.delete(key)
  counted.set(key, attempts)
  for (const oldest of counted.keys()) {
    if (counted.size <= REMEMBERED) break
    counted.delete(oldest)
  }
  return attempts
}
