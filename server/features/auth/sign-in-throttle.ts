import type { Db, Sql } from '../../platform/db/db.ts'
import { tokenHash } from '../../platform/token-hash.ts'

/** Number of attempts before the first delay: normally, and while the account is attacked from many addresses. */
const FREE_ATTEMPTS = 5
const FREE_ATTEMPTS_UNDER_ATTACK = 2
/**
 * Number of failed attempts at one account within an hour, from all sources, from which the account counts as attacked.
 */
const ATTACK_ATTEMPTS = 50
const FIRST_DELAY_MS = 5_000
const MAX_DELAY_MS = 15 * 60_000

/** Attempt. Its outcome must be reported exactly once, unless it has to wait. */
export interface Attempt {
  /** time in ms until the next attempt is allowed; 0 if this one is allowed, otherwise do not report an outcome */
  wait: number
  /**
   * reports a failure;
   * @returns number of failed and pending attempts from this source at this account
   */
  failed(): Promise<number>
  /** reports success, which removes this attempt and the source's previous failures */
  succeeded(): Promise<void>
  /** removes an attempt that failed for another reason than a wrong secret */
  forgive(): Promise<void>
}

/**
 * Throttle of attempts at one account (decision 24). The delay grows per pair of account and source: guessing delays
 * only the guesser, not somebody who signs in from elsewhere.
 */
export class SignInThrottle {
  readonly #counts: AttemptCounts
  readonly #clock: () => number
  /** keys of pairs with a pending attempt that is not counted yet */
  readonly #uncounted = new Set<string>()

  constructor(counts: AttemptCounts, clock: () => number = Date.now) {
    this.#counts = counts
    this.#clock = clock
  }

  /**
   * Begins an attempt. It is counted before its outcome is known, so that concurrent attempts count too. Only the first
   * attempt of a pair without a count is counted later, when it has failed, so that correct passwords cause no writes.
   * @param account normalised name of the account, which need not exist
   * @param source origin of the attempt
   */
  async attempt(account: string, source: string): Promise<Attempt> {
    // Prefixes keep the keys distinct, because a name may contain anything, even line breaks.
    const keys = [`pair\n${account}\n${source}`, `account\n${account}`] as const
    return (await this.#uncountedAttempt(keys)) ?? (await this.#countedAttempt(keys))
  }

  /** @returns undefined if the attempt must be counted now */
  async #uncountedAttempt(keys: Keys): Promise<Attempt | undefined> {
    const [pairKey] = keys
    if (this.#uncounted.has(pairKey)) return undefined
    // Registered before the first await, so that concurrent attempts are counted.
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
      // The clock of another server may be ahead; this must not lengthen a delay.
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
  return excess < 0 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** excess, MAX_DELAY_MS)
}

/** Number of failed attempts under a key. */
export interface Attempts {
  count: number
  /** time of the last attempt in ms */
  lastAt: number
}

/**
 * Counts of failed attempts within an hour, shared by all servers of a database and preserved across restarts. Keys are
 * stored as hashes, because users sometimes type passwords into name fields.
 */
interface AttemptCounts {
  /** reads counts without locking them */
  read(keys: readonly string[], now: number): Promise<Attempts[]>
  /**
   * changes the counts of these keys atomically
   * @param change changes the counts, which are in the order of the keys; may be called twice
   */
  change<T>(keys: readonly string[], now: number, change: (counts: Attempts[]) => T): Promise<T>
}

/** Time in ms after which attempts expire. */
const REMEMBERED_MS = 60 * 60_000
/** Maximum number of keys in the table; each attempt has two. The least recently used are removed first. */
export const REMEMBERED = 40_000

const recent = (attempts: Attempts | undefined, now: number): Attempts =>
  attempts && attempts.lastAt > now - REMEMBERED_MS ? attempts : { count: 0, lastAt: 0 }

/**
 * Creates the counts of one purpose.
 * @param purpose separates the counts of different kinds of secrets
 */
export function attemptCounts(db: Db, purpose: string): AttemptCounts {
  const hashesOf = (keys: readonly string[]) => keys.map((key) => tokenHash(`${purpose}\n${key}`))
  return {
    read: (keys, now) => read(db, hashesOf(keys), now),
    async change(keys, now, change) {
      const hashes = hashesOf(keys)
      // An attempt that must wait changes no count. It must not lock rows, because others would wait for them.
      const before = await read(db, hashes, now)
      const counts = before.map((attempts) => ({ ...attempts }))
      const result = change(counts)
      if (counts.every((attempts, index) => isSame(attempts, before[index]))) return result
      return db.transaction(async (sql) => {
        const locked = new Map<string, Attempts>()
        // Locked in a fixed order, so that two attempts cannot deadlock.
        for (const hash of hashes.toSorted()) {
          const row = await sql.get<StoredAttempts>`
            INSERT INTO sign_in_attempts (hash, count, last_at) VALUES (${hash}, 0, 0)
            ON CONFLICT (hash) DO UPDATE SET count = sign_in_attempts.count RETURNING hash, count, last_at`
          locked.set(hash, attemptsOf(row, now))
        }
        const decided = change(hashes.map((hash) => locked.get(hash) as Attempts))
        for (const [hash, { count, lastAt }] of locked) {
          await sql.run`
            UPDATE sign_in_attempts SET count = ${count}, last_at = ${lastAt} WHERE hash = ${hash}`
        }
        return decided
      })
    },
  }
}

interface StoredAttempts {
  hash: string
  count: number
  last_at: number
}

const attemptsOf = (row: StoredAttempts | undefined, now: number): Attempts =>
  recent(row && { count: row.count, lastAt: row.last_at }, now)

async function read(sql: Sql, hashes: readonly string[], now: number): Promise<Attempts[]> {
  const rows = await sql.all<StoredAttempts>(
    `SELECT hash, count, last_at FROM sign_in_attempts WHERE hash IN (${hashes.map(() => '?').join(', ')})`,
    ...hashes,
  )
  return hashes.map((hash) =>
    attemptsOf(
      rows.find((row) => row.hash === hash),
      now,
    ),
  )
}

const isSame = (one: Attempts, other: Attempts | undefined): boolean =>
  one.count === other?.count && one.lastAt === other.lastAt

/** Removes expired counts, and the oldest counts above the maximum: anybody can invent any number of names. */
export async function pruneAttempts(db: Db, now: number): Promise<void> {
  const last = await db.get<{ last_at: number }>`
    SELECT last_at FROM sign_in_attempts ORDER BY last_at DESC LIMIT 1 OFFSET ${REMEMBERED}`
  const before = Math.max(now - REMEMBERED_MS, last ? last.last_at + 1 : 0)
  const stale = 'SELECT hash FROM sign_in_attempts WHERE last_at < ?'
  // Skips locked rows, because an attempt locks two rows in another order; the next call removes them.
  const locked = db.engine === 'postgres' ? ' FOR UPDATE SKIP LOCKED' : ''
  await db.run(`DELETE FROM sign_in_attempts WHERE hash IN (${stale}${locked})`, before)
}
