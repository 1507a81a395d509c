import { statfs } from 'node:fs/promises'
import type { Sql } from '../db/db.ts'

/** Resource that the server requires. */
type Check = 'database' | 'disk'

export type Readiness = Readonly<Record<Check, boolean>>

/** Minimum free space in bytes, about what an import of a large day requires. */
const FREE_BYTES = 256 * 1024 * 1024
const DEADLINE_MS = 2_000
/** Time in ms for which a result is reused: a flood of requests becomes one check per second. */
const KEPT_MS = 1_000

/**
 * Creates a check whether the database answers and the disk has space, run at most once a second.
 * @param dataDir folder of the embedded database, uploads and rejected records
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

/** A failure or a late answer counts as no. */
async function inTime(ask: () => Promise<boolean>): Promise<boolean> {
  const late = new Promise<false>((resolve) => setTimeout(resolve, DEADLINE_MS, false).unref())
  return Promise.race([ask().catch(() => false), late])
}
