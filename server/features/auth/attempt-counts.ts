import type { Db, Sql } from '../../platform/db/db.ts'
import { tokenHash } from '../../platform/token-hash.ts'

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
export interface AttemptCounts {
  /** reads counts without locking them */
  read(keys: readonly string[], now: number): Promise<Attempts[]>
  /**
   *
   * changes the counts of these keys atomically
   * @param change changes the counts, which are in the order of the keys; may be called twice
   *
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
          const row = await sql.get<StoredAttempts>(
            `INSERT INTO sign_in_attempts (hash, count, last_at) VALUES (?, 0, 0)
             ON CONFLICT (hash) DO UPDATE SET count = sign_in_attempts.count RETURNING hash, count, last_at`,
            hash,
          )
          locked.set(hash, attemptsOf(row, now))
        }
        const decided = change(hashes.map((hash) => locked.get(hash) as Attempts))
        for (const [hash, { count, lastAt }] of locked) {
          await sql.run(
            'UPDATE sign_in_attempts SET count = ?, last_at = ? WHERE hash = ?',
            count,
            lastAt,
            hash,
          )
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
  const last = await db.get<{ last_at: number }>(
    'SELECT last_at FROM sign_in_attempts ORDER BY last_at DESC LIMIT 1 OFFSET ?',
    REMEMBERED,
  )
  const before = Math.max(now - REMEMBERED_MS, last ? last.last_at + 1 : 0)
  const stale = 'SELECT hash FROM sign_in_attempts WHERE last_at < ?'
  // Skips locked rows, because an attempt locks two rows in another order; the next call removes them.
  const locked = db.engine === 'postgres' ? ' FOR UPDATE SKIP LOCKED' : ''
  await db.run(`DELETE FROM sign_in_attempts WHERE hash IN (${stale}${locked})`, before)
}
