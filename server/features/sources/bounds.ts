import type { Sql } from '../../platform/db/db.ts'
import { SourceRefusal } from './refusal.ts'

/** Maximum number of price lists of one source on the disk: waiting, being imported and held back together. */
const MOST_FILES = 5
/** Maximum of their bytes; a single file may be larger. */
const MOST_FILE_BYTES = 2 ** 30
/** Maximum number of waiting price lists when another is delivered. */
const MOST_WAITING = 3
/** Maximum number of waiting runs of one source when another is requested. */
const MOST_ASKED = 10
/** Maximum number of deliveries with a source's key per PUSHES_MS. */
const MOST_PUSHES = 30
const PUSHES_MS = 60 * 60_000
/** Maximum number of runs per source; the oldest ones above it are removed. */
const MOST_RUNS = 2_000
/** Number of runs removed at once; each added run makes space for more than itself. */
const RUNS_AT_ONCE = 5_000
/** Number of runs per source whose rejected records are stored. */
const MOST_REJECTS = 10
/** Maximum bytes of one run's rejected records: enough to see the problem. */
export const REJECTS_BYTES = 5_000_000

/** File in a server's folder. */
export interface ServerFile {
  name: string
  server: string
}

/** Removes the source's oldest runs above the maximum. */
export async function dropOldestRuns(sql: Sql, sourceId: string): Promise<void> {
  const last = await sql.get<{ id: number }>(
    'SELECT id FROM source_runs WHERE source_id = ? ORDER BY id DESC LIMIT 1 OFFSET ?',
    sourceId,
    MOST_RUNS,
  )
  if (!last) return
  await sql.run(
    `DELETE FROM source_runs WHERE id IN (
       SELECT id FROM source_runs WHERE source_id = ? AND id <= ? AND state NOT IN ('waiting', 'running', 'held')
       ORDER BY id LIMIT ?)`,
    sourceId,
    last.id,
    RUNS_AT_ONCE,
  )
}

interface OpenFile extends ServerFile {
  id: number
  state: string
  bytes: number
}

/**
 * Declines the oldest held price lists of a source that has too many files on the disk.
 * @param newest the run that stays in any case
 * @returns files to remove after the commit
 */
export async function makeRoom(
  sql: Sql,
  { sourceId, id: newest }: { sourceId: string; id: number },
  now: number,
): Promise<ServerFile[]> {
  const rows = await sql.all<OpenFile>(
    `SELECT id, state, file AS name, server, bytes FROM source_runs
     WHERE source_id = ? AND state IN ('waiting', 'running', 'held') AND file <> '' ORDER BY id DESC`,
    sourceId,
  )
  const stays = (file: OpenFile) => file.state !== 'held' || file.id === newest
  const fixed = rows.filter(stays)
  let files = fixed.length
  let bytes = fixed.reduce((sum, file) => sum + file.bytes, 0)
  const gone = rows
    .filter((file) => !stays(file))
    .filter((file) => {
      files++
      bytes += file.bytes
      return files > MOST_FILES || bytes > MOST_FILE_BYTES
    })
  for (const { id } of gone) {
    await sql.run(
      "UPDATE source_runs SET state = 'declined', message = ?, finished_at = ? WHERE id = ?",
      'Задержанных прайс-листов стало слишком много, остались более новые',
      now,
      id,
    )
  }
  return gone
}

/**
 * Refuses another run.
 * @throws SourceRefusal 429 when the source has too many waiting runs
 */
export async function refuseTooMany(sql: Sql, sourceId: string): Promise<void> {
  const waiting = await sql.get<{ runs: number }>(
    "SELECT count(*) AS runs FROM source_runs WHERE source_id = ? AND state = 'waiting'",
    sourceId,
  )
  if ((waiting?.runs ?? 0) < MOST_ASKED) return
  throw new SourceRefusal(`Своей очереди уже ждут ${MOST_ASKED} запусков этого источника`, 429)
}

/** Returns the wait in ms until a source accepts another price list; 0 for none. */
export async function pushWait(sql: Sql, sourceId: string, now: number): Promise<number> {
  const waiting = await sql.get<{ runs: number; bytes: number }>(
    `SELECT count(*) AS runs, coalesce(sum(bytes), 0) AS bytes FROM source_runs
     WHERE source_id = ? AND state = 'waiting' AND file <> ''`,
    sourceId,
  )
  if (waiting && (waiting.runs >= MOST_WAITING || Number(waiting.bytes) >= MOST_FILE_BYTES)) return 60_000
  const earliest = await sql.get<{ created_at: number }>(
    `SELECT created_at FROM source_runs WHERE source_id = ? AND started_by = 'push'
     ORDER BY id DESC LIMIT 1 OFFSET ?`,
    sourceId,
    MOST_PUSHES - 1,
  )
  return Math.max(0, (earliest?.created_at ?? 0) + PUSHES_MS - now)
}

/**
 * Drops the rejected records of all runs but the source's newest and held ones.
 * @returns files to remove
 */
export async function forgetOldRejects(sql: Sql, sourceId: string): Promise<ServerFile[]> {
  const rows = await sql.all<ServerFile & { id: number }>(
    `SELECT id, rejects AS name, server FROM source_runs
     WHERE source_id = ? AND rejects <> '' AND state <> 'held' ORDER BY id DESC LIMIT 100 OFFSET ?`,
    sourceId,
    MOST_REJECTS,
  )
  for (const { id } of rows) await sql.run("UPDATE source_runs SET rejects = '' WHERE id = ?", id)
  return rows
}
