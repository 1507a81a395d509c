import type { Sql } from '../../platform/db/db.ts'
import { Refusal, tryLater } from '../../platform/refusal.ts'

/** Maximum number of price-list files of one source on the disk: waiting, being imported and held back together. */
const MAX_FILES = 5
/** Maximum total size of these files in bytes; a single larger file is accepted. */
const MAX_FILE_BYTES = 2 ** 30
/** Number of waiting price lists of a source from which further deliveries must wait. */
const MAX_WAITING = 3
/** Number of waiting runs of a source from which further requests for a run are refused. */
const MAX_ASKED = 10
/** Maximum number of deliveries with a source's key per PUSHES_MS. */
const MAX_PUSHES = 30
const PUSHES_MS = 60 * 60_000
/** Maximum number of stored runs per source; the oldest runs are removed. */
const MAX_RUNS = 2_000
/** Maximum number of runs removed at once. Every added run removes old ones, so an excess shrinks quickly. */
const RUNS_AT_ONCE = 5_000
/** Number of a source's newest runs whose rejected records are stored. */
const MAX_REJECTS = 10
/** Maximum size in bytes of one run's rejected records: enough to see the problem. */
export const REJECTS_BYTES = 5_000_000

/** File of a source, and the server whose folder contains it. */
export interface ServerFile {
  name: string
  server: string
}

/** Removes the source's oldest finished runs above MAX_RUNS. */
export async function dropOldestRuns(sql: Sql, sourceId: string): Promise<void> {
  const last = await sql.get<{ id: number }>`
    SELECT id FROM source_runs WHERE source_id = ${sourceId} ORDER BY id DESC LIMIT 1 OFFSET ${MAX_RUNS}`
  if (!last) return
  await sql.run`
    DELETE FROM source_runs WHERE id IN (
    SELECT id FROM source_runs WHERE source_id = ${sourceId}
      AND id <= ${last.id} AND state NOT IN ('waiting', 'running', 'held')
    ORDER BY id LIMIT ${RUNS_AT_ONCE})`
}

interface OpenFile extends ServerFile {
  id: number
  state: string
  bytes: number
}

/**
 *
 * Declines the oldest held price lists of a source that has too many files on the disk.
 * @param newest run that is never declined in any case
 * @returns files to remove after the commit
 *
 */
export async function makeRoom(
  sql: Sql,
  { sourceId, id: newest }: { sourceId: string; id: number },
  now: number,
): Promise<ServerFile[]> {
  const rows = await sql.all<OpenFile>`
    SELECT id, state, file AS name, server, bytes FROM source_runs
    WHERE source_id = ${sourceId} AND state IN ('waiting', 'running', 'held') AND file <> '' ORDER BY id DESC`
  const stays = (file: OpenFile) => file.state !== 'held' || file.id === newest
  const fixed = rows.filter(stays)
  let files = fixed.length
  let bytes = fixed.reduce((sum, file) => sum + file.bytes, 0)
  const gone = rows
    .filter((file) => !stays(file))
    .filter((file) => {
      files++
      bytes += file.bytes
      return files > MAX_FILES || bytes > MAX_FILE_BYTES
    })
  for (const { id } of gone) {
    await sql.run`
      UPDATE source_runs SET state = 'declined', message
      = ${'Задержанных прайс-листов стало слишком много, остались более новые'}, finished_at = ${now}
      WHERE id = ${id}`
  }
  return gone
}

/** Checks whether the source may get another run. */
export async function refuseTooMany(sql: Sql, sourceId: string): Promise<void> {
  const waiting = await sql.get<{ runs: number }>`
    SELECT count(*) AS runs FROM source_runs WHERE source_id = ${sourceId} AND state = 'waiting'`
  if ((waiting?.runs ?? 0) < MAX_ASKED) return
  throw new Refusal(429, `Своей очереди уже ждут ${MAX_ASKED} запусков этого источника`)
}

/**
 * Checks whether the source may deliver another price list. Called in the transaction that adds its run, and before a
 * body is read.
 * @throws Refusal 429
 */
export async function refuseManyPushes(sql: Sql, sourceId: string, now: number): Promise<void> {
  const wait = await pushWait(sql, sourceId, now)
  if (wait > 0) throw tryLater('Этот источник прислал уже достаточно прайс-листов', wait)
}

/** Returns the time in ms until a source accepts another delivered price list; 0 if it accepts one now. */
async function pushWait(sql: Sql, sourceId: string, now: number): Promise<number> {
  const waiting = await sql.get<{ runs: number; bytes: number }>`
    SELECT count(*) AS runs, coalesce(sum(bytes), 0) AS bytes FROM source_runs
    WHERE source_id = ${sourceId} AND state = 'waiting' AND file <> ''`
  if (waiting && (waiting.runs >= MAX_WAITING || Number(waiting.bytes) >= MAX_FILE_BYTES)) return 60_000
  const earliest = await sql.get<{ created_at: number }>`
    SELECT created_at FROM source_runs WHERE source_id = ${sourceId} AND started_by = 'push'
    ORDER BY id DESC LIMIT 1 OFFSET ${MAX_PUSHES - 1}`
  return Math.max(0, (earliest?.created_at ?? 0) + PUSHES_MS - now)
}

/**
 * Drops the rejected records of a source's old runs; those of its newest runs and of held runs stay.
 * @returns files to remove
 */
export async function forgetOldRejects(sql: Sql, sourceId: string): Promise<ServerFile[]> {
  const rows = await sql.all<ServerFile & { id: number }>`
    SELECT id, rejects AS name, server FROM source_runs
    WHERE source_id = ${sourceId} AND rejects <> '' AND state <> 'held'
    ORDER BY id DESC LIMIT 100 OFFSET ${MAX_REJECTS}`
  for (const { id } of rows) await sql.run`UPDATE source_runs SET rejects = '' WHERE id = ${id}`
  return rows
}
