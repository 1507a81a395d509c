import type { Db, Sql } from '../db/db.ts'
import { keepNewest } from '../keep-newest.ts'
import { tokenHash } from './token-hash.ts'

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
/** Of the keys in memory, two for each attempt; the ones not tried for longest are forgotten first. */
const REMEMBERED = 40_000

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
        keepNewest(counted, key, counts[index] as Attempts, REMEMBERED)
      }
      return result
    },
  }
}

/** For all servers of a database together. Keys are stored as hashes: people type passwords where names belong. */
export function countsInDatabase(db: Db, purpose: string): AttemptCounts {
  return {
    async change(keys, now, change) {
      const hashes = keys.map((key) => tokenHash(`${purpose}\n${key}`))
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

/** Removes what no longer matters. */
export async function pruneAttempts(db: Db, now: number): Promise<void> {
  const stale = 'SELECT hash FROM sign_in_attempts WHERE last_at < ?'
  // An attempt locks two rows in its own order: what it holds is left to the next time.
  const locked = db.engine === 'postgres' ? ' FOR UPDATE SKIP LOCKED' : ''
  await db.run(`DELETE FROM sign_in_attempts WHERE hash IN (${stale}${locked})`, now - REMEMBERED_MS)
}
