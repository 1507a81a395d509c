import { type RunState, type Trigger, Run as WireRun } from '../../../contract/sources/run.ts'
import type { Sql, SqlValue } from '../../platform/db/db.ts'
import { dropOldestRuns, type ServerFile } from './bounds.ts'
import type { SavedFile } from './files.ts'
import { SourceRefusal } from './refusal.ts'

/** Columns that answers contain under the same names. */
type AnsweredColumns = Omit<
  WireRun,
  'source' | 'trigger' | 'created_at' | 'started_at' | 'finished_at' | 'log' | 'has_rejects'
>

/** Attempt, with its retries, to import a source's prices of one day. Times are in ms. */
export interface Run extends AnsweredColumns {
  source_id: string
  started_by: Trigger
  /** number of times a server has begun it */
  taken: number
  due_at: number
  /** lease of the server process that runs it; '' if none does */
  lease: string
  leased_until: number
  /** 1 if an administrator has accepted it */
  accepted: number
  /** name of its file in the folder of `server`; '' if it must be fetched */
  file: string
  /** size of that file */
  bytes: number
  /** name of the file of its rejected records; '' if there are none */
  rejects: string
  /** id of the server that has the files; '' for any */
  server: string
  log: WireRun['log']
  created_at: number
  started_at: number | null
  finished_at: number | null
}

/** Properties of answers that are no columns, or are decoded. */
const COMPUTED: ReadonlySet<string> = new Set(['source', 'trigger', 'log', 'has_rejects'])
/** All columns but the log. */
const COLUMNS = [
  ...Object.keys(WireRun.properties).filter((name) => !COMPUTED.has(name)),
  ...['source_id', 'started_by', 'taken', 'due_at', 'lease', 'leased_until'],
  ...['accepted', 'file', 'bytes', 'rejects', 'server'],
]

export type RunRow = Omit<Run, 'log'> & { log: string }

export const runOf = (row: RunRow): Run => ({ ...row, log: JSON.parse(row.log) as Run['log'] })

/** Start data of a run. */
export interface NewRun {
  sourceId: string
  day: string
  startedBy: Trigger
  /** file to import; without one the source's address is fetched */
  file?: SavedFile & { server: string }
}

/**
 * Adds a run, and removes the source's oldest.
 * @param dueAt time before which no server takes it
 * @returns its id
 */
export async function addRun(sql: Sql, run: NewRun, now: number, dueAt = now): Promise<number> {
  const row = await sql.get<{ id: number }>(
    `INSERT INTO source_runs (source_id, day, started_by, state, due_at, file, bytes, server, created_at)
     VALUES (?, ?, ?, 'waiting', ?, ?, ?, ?, ?) RETURNING id`,
    run.sourceId,
    run.day,
    run.startedBy,
    dueAt,
    run.file?.name ?? '',
    run.file?.size ?? 0,
    run.file?.server ?? '',
    now,
  )
  await dropOldestRuns(sql, run.sourceId)
  return (row as { id: number }).id
}

/**
 * Returns the open run of this source that fetches its address, waiting or running.
 * @param day '' for any
 */
export async function openFetch(sql: Sql, sourceId: string, day = ''): Promise<Run | undefined> {
  const row = await sql.get<RunRow>(
    `SELECT * FROM source_runs WHERE source_id = ? AND state IN ('waiting', 'running') AND file = ''
       AND (? = '' OR day = ?) ORDER BY id LIMIT 1`,
    sourceId,
    day,
    day,
  )
  return row && runOf(row)
}

/**
 * Finds a run.
 * @throws SourceRefusal 404
 */
export async function findRun(sql: Sql, id: number): Promise<Run> {
  const row = await sql.get<RunRow>('SELECT * FROM source_runs WHERE id = ?', id)
  if (!row) throw new SourceRefusal('Такого запуска нет', 404)
  return runOf(row)
}

/**
 * Ends held runs of a source's day, because a newer one was imported.
 * @returns files to remove after the commit
 */
export async function replaceHeld(
  sql: Sql,
  { source_id: sourceId, day, id }: Run,
  now: number,
): Promise<ServerFile[]> {
  return sql.all<ServerFile>(
    `UPDATE source_runs SET state = 'declined', message = ?, finished_at = ?
     WHERE source_id = ? AND day = ? AND state = 'held' AND id <> ? RETURNING file AS name, server`,
    'Его заменил более новый прайс-лист',
    now,
    sourceId,
    day,
    id,
  )
}

/** Maximum number of a source's runs that are listed. */
const SHOWN_RUNS = 200

/** Lists the newest runs, and all that are held; newest first. */
export async function runsOf(sql: Sql, sourceId: string): Promise<Run[]> {
  const rows = await sql.all<RunRow>(
    `SELECT * FROM source_runs WHERE id IN (
       SELECT id FROM (SELECT id FROM source_runs WHERE source_id = ? ORDER BY id DESC LIMIT ?) newest
       UNION SELECT id FROM source_runs WHERE source_id = ? AND state = 'held'
     ) ORDER BY id DESC`,
    sourceId,
    SHOWN_RUNS,
    sourceId,
  )
  return rows.map(runOf)
}

const ENDS: readonly RunState[] = ['imported', 'unchanged', 'held', 'declined', 'failed']

/**
 * Returns the newest run of each source, or one, and the newest of each final state; newest first, without their
 * logs.
 */
export async function latestRuns(sql: Sql, sourceId?: string): Promise<Run[]> {
  const ends = ENDS.map((state) => `SELECT '${state}' AS state`).join(' UNION ALL ')
  const only = sourceId === undefined ? '' : 'WHERE s.id = ?'
  const parameters = sourceId === undefined ? [] : [sourceId, sourceId]
  // One index look-up for each, however many runs there are.
  const rows = await sql.all<RunRow>(
    `SELECT ${COLUMNS.join(', ')}, '[]' AS log FROM source_runs WHERE id IN (
       SELECT (SELECT max(r.id) FROM source_runs r WHERE r.source_id = s.id) FROM sources s ${only}
       UNION SELECT (SELECT max(r.id) FROM source_runs r WHERE r.source_id = s.id AND r.state = e.state)
         FROM sources s CROSS JOIN (${ends}) e ${only}
     ) ORDER BY id DESC`,
    ...parameters,
  )
  return rows.map(runOf)
}

/** Run that this process has leased. */
export interface TakenRun extends Run {
  /** host that is leased too, to fetch from; '' for a run with a file */
  host: string
}

export type RunChange = Partial<Record<keyof RunRow, SqlValue>>

/**
 * Changes a leased run.
 * @returns false if the lease was lost
 */
export async function changeRun(sql: Sql, run: TakenRun, change: RunChange): Promise<boolean> {
  const assignments = Object.keys(change).map((name) => `${name} = ?`)
  const changed = await sql.run(
    `UPDATE source_runs SET ${assignments.join(', ')} WHERE id = ? AND lease = ? AND state = 'running'`,
    ...(Object.values(change) as SqlValue[]),
    run.id,
    run.lease,
  )
  return changed === 1
}

/**
 * Accepts a held run.
 * @throws SourceRefusal if the run is not held
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
 * @throws SourceRefusal if the run is not held
 */
export async function declineRun(sql: Sql, id: number, now: number): Promise<Run> {
  return decide(sql, id, { state: 'declined', finished_at: now })
}

async function decide(sql: Sql, id: number, change: RunChange): Promise<Run> {
  const assignments = Object.keys(change).map((name) => `${name} = ?`)
  const changed = await sql.run(
    `UPDATE source_runs SET ${assignments.join(', ')} WHERE id = ? AND state = 'held'`,
    ...(Object.values(change) as SqlValue[]),
    id,
  )
  const run = await findRun(sql, id)
  if (changed === 0) throw new SourceRefusal('Этот прайс-лист уже не задержан', 409)
  return run
}

const DAY_MS = 24 * 60 * 60 * 1000
/** Number of days for which runs are stored. */
export const RUN_RETENTION_DAYS = 90

/** Removes expired runs. */
export async function pruneRuns(sql: Sql, now: number): Promise<void> {
  const old = "source_runs WHERE created_at < ? AND state NOT IN ('waiting', 'running')"
  const before = now - RUN_RETENTION_DAYS * DAY_MS
  if (await sql.get(`SELECT 1 AS one FROM ${old} LIMIT 1`, before))
    await sql.run(`DELETE FROM ${old}`, before)
}

/** Returns the names of this server's files that runs still need. */
export async function filesInUse(
  sql: Sql,
  server: string,
): Promise<{ files: Set<string>; rejects: Set<string> }> {
  const rows = await sql.all<{ file: string; rejects: string; state: RunState }>(
    "SELECT file, rejects, state FROM source_runs WHERE server = ? AND (file <> '' OR rejects <> '')",
    server,
  )
  const open = rows.filter(({ state }) => state === 'waiting' || state === 'running' || state === 'held')
  return {
    files: new Set(open.map(({ file }) => file)),
    rejects: new Set(rows.map(({ rejects }) => rejects)),
  }
}
