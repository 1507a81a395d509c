import type { AccountFinding } from '../../../contract/sources/account.ts'
import { type RunState, type Trigger, Run as WireRun } from '../../../contract/sources/run.ts'
import type { SourceKind } from '../../../contract/sources/source.ts'
import type { Sql, SqlValue } from '../../platform/db/db.ts'
import { assignments, part, SqlPart } from '../../platform/db/statement.ts'
import { Refusal } from '../../platform/refusal.ts'
import { dropOldestRuns, refuseManyPushes, type ServerFile } from './bounds.ts'
import type { SavedFile } from './files.ts'

/** Columns that API responses contain under the same names. */
type AnsweredColumns = Omit<
  WireRun,
  'source' | 'trigger' | 'created_at' | 'started_at' | 'finished_at' | 'log' | 'findings' | 'has_rejects'
>

/** Attempt to import a source's prices of one day, including its retries. Times are in ms since 1970. */
export interface Run extends AnsweredColumns {
  source_id: string
  started_by: Trigger
  /** number of times that a process has started the run */
  taken: number
  due_at: number
  /** lease of the process that carries out the run; '' without one */
  lease: string
  leased_until: number
  /** 1 if an administrator has accepted the held run; otherwise 0 */
  accepted: number
  /** name of the price-list file in the folder of `server`; '' if the list must be fetched */
  file: string
  /** size of that file in bytes */
  bytes: number
  /** name of the file with the rejected records; '' if there is none */
  rejects: string
  /** id of the server that has the files; '' for any */
  server: string
  /** mail that the run has read, as JSON (ReadMail); '' without one */
  mail: string
  log: WireRun['log']
  findings: AccountFinding[]
  created_at: number
  started_at: number | null
  finished_at: number | null
}

/** Response properties that are not columns, or are stored in another format. */
const COMPUTED: ReadonlySet<string> = new Set(['source', 'trigger', 'log', 'findings', 'has_rejects'])
/** All columns except the log. */
const COLUMNS = new SqlPart(
  [
    ...Object.keys(WireRun.properties).filter((name) => !COMPUTED.has(name)),
    'source_id, started_by, taken, due_at, lease, leased_until',
    'accepted, file, bytes, rejects, server, mail, findings',
  ].join(', '),
)

export type RunRow = Omit<Run, 'log' | 'findings'> & { log: string; findings: string }

export const runOf = (row: RunRow): Run => ({
  ...row,
  log: JSON.parse(row.log) as Run['log'],
  findings: JSON.parse(row.findings) as Run['findings'],
})

/** Data with which a run is added. */
export interface NewRun {
  sourceId: string
  day: string
  startedBy: Trigger
  /** file to import; without one the source's address is fetched */
  file?: SavedFile & { server: string }
}

/**
 * Adds a run, and removes the source's oldest runs above the maximum.
 * @param dueAt time in ms before which no server leases the run
 * @returns the run's id
 */
export async function addRun(sql: Sql, run: NewRun, now: number, dueAt = now): Promise<number> {
  const row = await sql.get<{ id: number }>`
    INSERT INTO source_runs (source_id, day, started_by, state, due_at, file, bytes, server, created_at)
    VALUES (${run.sourceId}, ${run.day}, ${run.startedBy}, 'waiting', ${dueAt}, ${run.file?.name ?? ''},
      ${run.file?.size ?? 0}, ${run.file?.server ?? ''}, ${now}) RETURNING id`
  await dropOldestRuns(sql, run.sourceId)
  return (row as { id: number }).id
}

/** Returns whether a run joins the documents that 1C has sent; other deliveries have a file from the beginning. */
export const joinsDocuments = ({ started_by: startedBy, file }: Pick<Run, 'started_by' | 'file'>): boolean =>
  startedBy === 'push' && file === ''

/**
 * Adds a run that joins the documents which 1C has sent to a server, or delays the one that waits already: the exchange
 * still goes on.
 * @throws Refusal 429 if the source has delivered too many price lists
 */
export async function addDocumentsRun(
  sql: Sql,
  { sourceId, day, server }: { sourceId: string; day: string; server: string },
  now: number,
  dueAt: number,
): Promise<void> {
  const waits = await sql.run`
    UPDATE source_runs SET due_at = ${dueAt}, message = ''
    WHERE source_id = ${sourceId} AND day = ${day} AND state = 'waiting'
      AND started_by = 'push' AND file = '' AND server = ${server}`
  if (waits > 0) return
  await refuseManyPushes(sql, sourceId, now)
  await addRun(sql, { sourceId, day, startedBy: 'push', file: { name: '', size: 0, server } }, now, dueAt)
}

/** Makes the waiting run that joins a source's documents due. */
export async function makeDocumentsRunDue(sql: Sql, sourceId: string, now: number): Promise<void> {
  await sql.run`
    UPDATE source_runs SET due_at = ${now} WHERE source_id = ${sourceId}
      AND state = 'waiting' AND started_by = 'push' AND file = ''`
}

/**
 * Returns the source's waiting or running run that fetches its address.
 * @param day day of the run; '' for any
 */
export async function openFetch(sql: Sql, sourceId: string, day = ''): Promise<Run | undefined> {
  const row = await sql.get<RunRow>`
    SELECT * FROM source_runs WHERE source_id = ${sourceId} AND state IN ('waiting', 'running') AND file = ''
    AND started_by <> 'push' AND (${day} = '' OR day = ${day}) ORDER BY id LIMIT 1`
  return row && runOf(row)
}

/**
 * Finds a run.
 * @throws Refusal 404
 */
export async function findRun(sql: Sql, id: number): Promise<Run> {
  const row = await sql.get<RunRow>`SELECT * FROM source_runs WHERE id = ${id}`
  if (!row) throw new Refusal(404, 'Такого запуска нет')
  return runOf(row)
}

/**
 * Declines the held runs of the run's source and day, because this newer run replaces them.
 * @returns files to remove after the commit
 */
export async function replaceHeld(
  sql: Sql,
  { source_id: sourceId, day, id }: Run,
  now: number,
): Promise<ServerFile[]> {
  return sql.all<ServerFile>`
    UPDATE source_runs SET state = 'declined', message = ${'Его заменил более новый прайс-лист'},
      finished_at = ${now}
    WHERE source_id = ${sourceId} AND day = ${day} AND state = 'held' AND id <> ${id}
    RETURNING file AS name, server`
}

/** Maximum number of listed runs of a source, besides held ones. */
const SHOWN_RUNS = 200

/** Returns a source's newest runs and all its held runs, newest first. */
export async function runsOf(sql: Sql, sourceId: string): Promise<Run[]> {
  const rows = await sql.all<RunRow>`
    SELECT * FROM source_runs WHERE id IN (
      SELECT id FROM (SELECT id FROM source_runs WHERE source_id = ${sourceId}
      ORDER BY id DESC LIMIT ${SHOWN_RUNS}) newest
      UNION SELECT id FROM source_runs WHERE source_id = ${sourceId} AND state = 'held'
    ) ORDER BY id DESC`
  return rows.map(runOf)
}

const ENDS: readonly RunState[] = ['imported', 'unchanged', 'held', 'declined', 'failed']

/**
 * Returns, for each source or only for one, its newest run and its newest run in each final state; newest first,
 * without logs.
 */
export async function latestRuns(sql: Sql, sourceId?: string): Promise<Run[]> {
  const ends = new SqlPart(ENDS.map((state) => `SELECT '${state}' AS state`).join(' UNION ALL '))
  const only = sourceId === undefined ? part`` : part`WHERE s.id = ${sourceId}`
  // The subqueries are index look-ups, so the time does not depend on the number of runs.
  const rows = await sql.all<RunRow>`
    SELECT ${COLUMNS}, '[]' AS log FROM source_runs WHERE id IN (
      SELECT (SELECT max(r.id) FROM source_runs r WHERE r.source_id = s.id) FROM sources s ${only}
      UNION SELECT (SELECT max(r.id) FROM source_runs r WHERE r.source_id = s.id AND r.state = e.state)
        FROM sources s CROSS JOIN (${ends}) e ${only}
    ) ORDER BY id DESC`
  return rows.map(runOf)
}

/** First step of a run: importing its file, fetching a price list, or the pages of a kind that reads pages. */
export type RunWork = 'file' | 'fetch' | SourceKind

/** Run that this process has leased. */
export interface TakenRun extends Run {
  /** host that is leased for the fetch of a price list; '' for other work */
  host: string
  work: RunWork
}

export type RunChange = { readonly [Column in keyof RunRow]?: SqlValue }

/** Changes columns of a leased run. */
export async function changeRun(sql: Sql, run: TakenRun, change: RunChange): Promise<boolean> {
  const changed = await sql.run`
    UPDATE source_runs SET ${assignments(change)} WHERE id = ${run.id} AND lease = ${run.lease} AND state = 'running'`
  return changed === 1
}

/**
 * Accepts a held run.
 * @throws Refusal if the run is not held
 */
export async function acceptRun(sql: Sql, id: number, now: number): Promise<Run> {
  return decide(sql, id, {
    state: 'waiting',
    accepted: 1,
    due_at: now,
    attempt: 0,
    taken: 0,
    lease: '',
    message: '',
    finished_at: null,
  })
}

/**
 * Declines a held run.
 * @throws Refusal if the run is not held
 */
export async function declineRun(sql: Sql, id: number, now: number): Promise<Run> {
  return decide(sql, id, { state: 'declined', finished_at: now })
}

async function decide(sql: Sql, id: number, change: RunChange): Promise<Run> {
  const changed = await sql.run`
    UPDATE source_runs SET ${assignments(change)} WHERE id = ${id} AND state = 'held'`
  const run = await findRun(sql, id)
  if (changed === 0) throw new Refusal(409, 'Этот прайс-лист уже не задержан')
  return run
}

const DAY_MS = 24 * 60 * 60 * 1000
/** Number of days for which finished runs are stored. */
export const RUN_RETENTION_DAYS = 90

/** Removes expired runs. */
export async function pruneRuns(sql: Sql, now: number): Promise<void> {
  const before = now - RUN_RETENTION_DAYS * DAY_MS
  const old = part`source_runs WHERE created_at < ${before} AND state NOT IN ('waiting', 'running')`
  if (await sql.get`SELECT 1 AS one FROM ${old} LIMIT 1`) await sql.run`DELETE FROM ${old}`
}

/** Returns the names of a server's files that runs still need. */
export async function filesInUse(
  sql: Sql,
  server: string,
): Promise<{ files: Set<string>; rejects: Set<string> }> {
  const rows = await sql.all<{ file: string; rejects: string; state: RunState }>`
    SELECT file, rejects, state FROM source_runs WHERE server = ${server} AND (file <> '' OR rejects <> '')`
  const open = rows.filter(({ state }) => state === 'waiting' || state === 'running' || state === 'held')
  return {
    files: new Set(open.map(({ file }) => file)),
    rejects: new Set(rows.map(({ rejects }) => rejects)),
  }
}
