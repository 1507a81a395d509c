import type { Db, Sql } from '../../platform/db/db.ts'
import { tokenHash } from '../../platform/token-hash.ts'

/** Attempts counted under a key. */
export interface Attempts {
  count: number
  /** ms */
  lastAt: number
}

/**
 * Counts of attempts, of which those of an hour matter: of all servers of a database together, and across their restarts. Keys are
 * stored as hashes: people type passwords where names belong.
 */
export interface AttemptCounts {
  /** Counts that nobody keeps from changing meanwhile. */
  read(keys: readonly string[], now: number): Promise<Attempts[]>
  /**
   * Changes the counts of these keys by one step, which no other change comes between.
   * @param change called with them in order, perhaps twice
   */
  change<T>(keys: readonly string[], now: number, change: (counts: Attempts[]) => T): Promise<T>
}

/** Attempts are forgotten after an hour without any. */
const REMEMBERED_MS = 60 * 60_000
/** Keys in the table, two for each attempt; beyond them the ones not tried for longest are forgotten first. */
export const REMEMBERED = 40_000

const recent = (attempts: Attempts | undefined, now: number): Attempts =>
  attempts && attempts.lastAt > now - REMEMBERED_MS ? attempts : { count: 0, lastAt: 0 }

/** @param purpose keeps the counts of different secrets apart */
export function attemptCounts(db: Db, purpose: string): AttemptCounts {
  const hashesOf = (keys: readonly string[]) => keys.map((key) => tokenHash(`${purpose}\n${key}`))
  return {
    read: (keys, now) => read(db, hashesOf(keys), now),
    async change(keys, now, change) {
      const hashes = hashesOf(keys)
      // A guesser who has to wait changes nothing, and must not make others wait for his locks.
      const before = await read(db, hashes, now)
      const counts = before.map((attempts) => ({ ...attempts }))
      const result = change(counts)
      if (counts.every((attempts, index) => isSame(attempts, before[index]))) return result
      return db.transaction(async (sql) => {
        const locked = new Map<string, Attempts>()
        // In one order, lest two attempts wait for each other.
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

/** Removes what no longer matters, and the oldest of more keys than are remembered: names can be made up without end. */
export async function pruneAttempts(db: Db, now: number): Promise<void> {
  const last = await db.get<{ last_at: number }>(
    'SELECT last_at FROM sign_in_attempts ORDER BY last_at DESC LIMIT 1 OFFSET ?',
    REMEMBERED,
  )
  const before = Math.max(now - REMEMBERED_MS, last ? last.last_at + 1 : 0)
  const stale = 'SELECT hash FROM sign_in_attempts WHERE last_at < ?'
  // An attempt locks two rows in its own order: what it holds is left to the next time.
  const locked = db.engine === 'postgres' ? ' FOR UPDATE SKIP LOCKED' : ''
  await db.run(`DELETE FROM sign_in_attempts WHERE hash IN (${stale}${locked})`, before)
}
