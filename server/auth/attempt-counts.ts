import { createHash } from 'node:crypto'
import type { Db, Sql } from '../db/db.ts'

/** Attempts counted under a key. */
export interface Attempts {
  count: number
  /** ms */
  lastAt: number
}

/** Counts of attempts, of which those of an hour matter. */
export interface AttemptCounts {
  /**
   * Changes the counts of these keys by one step, which no other change comes between.
   * @param change called with them in order, perhaps twice
   */
  change<T>(keys: readonly string[], now: number, change: (counts: Attempts[]) => T): Promise<T>
}

/** Attempts are forgotten after an hour without any. */
const REMEMBERED_MS = 60 * 60_000
/** Of the keys in memory; the ones not tried for longest are forgotten first. */
const REMEMBERED = 20_000

const recent = (attempts: Attempts | undefined, now: number): Attempts =>
  attempts && attempts.lastAt > now - REMEMBERED_MS ? attempts : { count: 0, lastAt: 0 }

/** For the one server of an embedded database. */
export function countsInMemory(): AttemptCounts {
  const counted = new Map<string, Attempts>()
  return {
    async change(keys, now, change) {
      const counts = keys.map((key) => recent(counted.get(key), now))
      const result = change(counts)
      for (const [index, key] of keys.entries()) {
        // A key that is tried becomes the last to be forgotten.
        counted.delete(key)
        counted.set(key, counts[index] as Attempts)
      }
      for (const oldest of counted.keys()) {
        if (counted.size <= REMEMBERED) break
        counted.delete(oldest)
      }
      return result
    },
  }
}

/** For all servers of a database together. Keys are stored as hashes: people type passwords where names belong. */
export function countsInDatabase(db: Db, purpose: string): AttemptCounts {
  const hashOf = (key: string) => createHash('sha256').update(`${purpose}\n${key}`).digest('base64url')
  return {
    async change(keys, now, change) {
      const hashes = keys.map(hashOf)
      // A guesser who has to wait changes nothing, and must not make others wait for his locks.
      const before = await read(db, hashes, now)
      const counts = before.map((attempts) => ({ ...attempts }))
      const result = change(counts)
      if (counts.every((attempts, index) => isSame(attempts, before[index]))) return result
      return db.transaction(async (sql) => {
        // In one order, lest two attempts wait for each other.
        for (const hash of hashes.toSorted()) {
          await sql.run(
            `INSERT INTO sign_in_attempts (hash, count, last_at) VALUES (?, 0, 0)
             ON CONFLICT (hash) DO UPDATE SET count = sign_in_attempts.count`,
            hash,
          )
        }
        const locked = await read(sql, hashes, now)
        const decided = change(locked)
        for (const [index, { count, lastAt }] of locked.entries()) {
          await sql.run(
            'UPDATE sign_in_attempts SET count = ?, last_at = ? WHERE hash = ?',
            count,
            lastAt,
            hashes[index] as string,
          )
        }
        return decided
      })
    },
  }
}

async function read(sql: Sql, hashes: readonly string[], now: number): Promise<Attempts[]> {
  const rows = await sql.all<{ hash: string; count: number; last_at: number }>(
    `SELECT hash, count, last_at FROM sign_in_attempts WHERE hash IN (${hashes.map(() => '?').join(', ')})`,
    ...hashes,
  )
  const known = new Map(rows.map(({ hash, count, last_at }) => [hash, { count, lastAt: last_at }]))
  return hashes.map((hash) => recent(known.get(hash), now))
}

const isSame = (one: Attempts, other: Attempts | undefined): boolean =>
  one.count === other?.count && one.lastAt === other.lastAt

/** Removes what no longer matters. */
export async function pruneAttempts(db: Db, now: number): Promise<void> {
  const stale = 'SELECT hash FROM sign_in_attempts WHERE last_at < ?'
  // An attempt locks two rows in its own order: what it holds is left to the next time.
  const locked = db.engine === 'postgres' ? ' FOR UPDATE SKIP LOCKED' : ''
  await db.run(`DELETE FROM sign_in_attempts WHERE hash IN (${stale}${locked})`, now - REMEMBERED_MS)
}
