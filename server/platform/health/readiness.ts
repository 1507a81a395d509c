import { statfs } from 'node:fs/promises'
import type { Sql } from '../db/db.ts'

/** What the server needs to do its work. */
type Check = 'database' | 'disk'

export type Readiness = Readonly<Record<Check, boolean>>

/** An import of a large day needs about as much. */
const FREE_BYTES = 256 * 1024 * 1024
const DEADLINE_MS = 2_000
/** A flood of questions becomes one a second. */
const KEPT_MS = 1_000

/**
 * Whether the database answers and the disk has room, asked at most once a second.
 * @param dataDir where the embedded database, uploads and rejected records are
 */
export function createReadiness(sql: Sql, dataDir: string): () => Promise<Readiness> {
  let last: { at: number; readiness: Promise<Readiness> } | undefined
  return () => {
    const now = performance.now()
    if (!last || now - last.at >= KEPT_MS) last = { at: now, readiness: check(sql, dataDir) }
    return last.readiness
  }
}

async function check(sql: Sql, dataDir: string): Promise<Readiness> {
  const [database, disk] = await Promise.all([
    inTime(async () => (await sql.get('SELECT 1 AS one')) !== undefined),
    inTime(async () => {
      const { bavail, bsize } = await statfs(dataDir)
      return bavail * bsize >= FREE_BYTES
    }),
  ])
  return { database, disk }
}

/** A failure and an answer that is late count as no. */
async function inTime(ask: () => Promise<boolean>): Promise<boolean> {
  const late = new Promise<false>((resolve) => setTimeout(resolve, DEADLINE_MS, false).unref())
  return Promise.race([ask().catch(() => false), late])
}
