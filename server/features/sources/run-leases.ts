import { randomUUID } from 'node:crypto'
import type { Trigger } from '../../../contract/sources/run.ts'
import type { SourceKind } from '../../../contract/sources/source.ts'
import type { Db, Sql } from '../../platform/db/db.ts'
import { part } from '../../platform/db/statement.ts'
import { hostOf } from './address.ts'
import { leaseHost, releaseHost, renewHost } from './host-leases.ts'
import { KINDS } from './kinds/source-kinds.ts'
import { changeRun, joinsDocuments, type RunRow, type RunWork, runOf, type TakenRun } from './runs.ts'

/** Maximum number of times a run is started; a run that crashes servers must not be repeated forever. */
export const MAX_TAKEN = 5

/** Duration of a lease in ms; a process that does not renew it in time counts as dead. */
export const RUN_LEASE_MS = 120_000
export const RENEW_MS = 20_000

/** Process that leases a run. */
export interface LeaseHolder {
  /** id of the server whose folder it can read */
  server: string
  /** prefix of its leases: 'command', or the prefix of a server */
  by: string
}

/**
 * Ends the leases of runs and hosts that dead servers hold: those of one server (`of`), or of all servers but one
 * (`allBut`).
 */
export async function freeRuns(sql: Sql, whose: { of: string } | { allBut: string }): Promise<void> {
  const isTheirs =
    'of' in whose
      ? part`lease LIKE ${`${serverLeasePrefix(whose.of)} %`}`
      : part`lease LIKE 'server %' AND lease NOT LIKE ${`${serverLeasePrefix(whose.allBut)} %`}`
  await sql.run`DELETE FROM host_leases WHERE ${isTheirs}`
  await sql.run`UPDATE source_runs SET leased_until = 0 WHERE state = 'running' AND ${isTheirs}`
}

/** Returns the prefix of a server's leases. */
export const serverLeasePrefix = (server: string): string => `server ${server}`

/** Run that a server may lease. */
export interface DueRun {
  id: number
  /** host to fetch a price list from; '' for other work */
  host: string
  work: RunWork
}

interface RunOrigin {
  started_by: Trigger
  file: string
  address: string
  kind: SourceKind
}

const workOf = (origin: RunOrigin): RunWork => {
  if (origin.file !== '') return 'file'
  const { kind } = origin
  return !joinsDocuments(origin) && KINDS[kind].readsPages ? kind : 'fetch'
}

/** Returns the host that is leased for a whole run; pages lease theirs for each request. */
const fetchedHost = (origin: RunOrigin): string =>
  workOf(origin) === 'fetch' && !joinsDocuments(origin) ? hostOf(origin.address) : ''

const mayBeTaken = (server: string, now: number, evenEarly: number) => part`
  (r.state = 'waiting' AND (r.due_at <= ${now} OR r.id = ${evenEarly}) OR r.state = 'running' AND r.leased_until < ${now})
  AND (r.file = '' AND r.started_by <> 'push' OR r.server = ${server})
  AND NOT EXISTS (SELECT 1 FROM source_runs o WHERE o.source_id = r.source_id AND o.id <> r.id
    AND o.state = 'running' AND o.leased_until >= ${now})`

/**
 * Returns the runs that a server may lease, longest due first: waiting runs, and runs whose server has died. A run with
 * a file or of 1C's documents can only be leased by the server that has them, and only one run of a source at a time.
 * The query takes no locks, because most of the time nothing is due.
 * @param evenEarly id of a run that may be leased before it is due
 */
export async function dueRuns(sql: Sql, server: string, now: number, evenEarly = 0): Promise<DueRun[]> {
  const rows = await sql.all<RunOrigin & { id: number }>`
    SELECT r.id, r.started_by, r.file, s.address, s.kind FROM source_runs r JOIN sources s ON s.id = r.source_id
    WHERE ${mayBeTaken(server, now, evenEarly)} ORDER BY r.due_at, r.id`
  return rows.map((row) => ({ id: row.id, host: fetchedHost(row), work: workOf(row) }))
}

/**
 * Leases a run and the host from which its price list is fetched.
 * @param evenEarly whether the run may be leased before it is due
 * @returns undefined if the run may no longer be leased, or its host is leased for another run
 */
export async function takeRun(
  db: Db,
  { server, by }: LeaseHolder,
  clock: () => number,
  id: number,
  evenEarly = false,
): Promise<TakenRun | undefined> {
  const locked = db.engine === 'postgres' ? part`FOR UPDATE OF s SKIP LOCKED` : part``
  return db.transaction(async (sql) => {
    const now = clock()
    const row = await sql.get<RunRow & RunOrigin>`
      SELECT r.*, s.address, s.kind FROM source_runs r JOIN sources s ON s.id = r.source_id
      WHERE r.id = ${id} AND ${mayBeTaken(server, now, evenEarly ? id : 0)} ${locked}`
    if (!row) return undefined
    const lease = `${by} ${randomUUID()}`
    const until = now + RUN_LEASE_MS
    const host = fetchedHost(row)
    if (!(await leaseHost(sql, host, { lease, until }, now))) return undefined
    // While this transaction waited for the source's lock, another server may have leased this run or another run of
    // its source.
    const taken = await sql.run`
      UPDATE source_runs SET state = 'running', lease = ${lease}, leased_until = ${until}, taken = taken + 1,
        message = '',
        finished_at = NULL, started_at = coalesce(started_at, ${now})
      WHERE id = ${row.id} AND lease = ${row.lease} AND state = ${row.state}
        AND NOT EXISTS (SELECT 1 FROM source_runs o WHERE o.source_id = ${row.source_id} AND o.id <> ${row.id}
          AND o.state = 'running' AND o.leased_until >= ${now})`
    if (taken === 0) {
      await releaseHost(sql, { lease })
      return undefined
    }
    return {
      ...runOf(row),
      state: 'running',
      lease,
      leased_until: until,
      taken: row.taken + 1,
      started_at: row.started_at ?? now,
      host,
      work: workOf(row),
    }
  })
}

/**
 * Renews the leases of a run and of its host.
 * @returns false if this process no longer holds the run
 */
export async function renewLease(sql: Sql, run: TakenRun, until: number): Promise<boolean> {
  if (!(await changeRun(sql, run, { leased_until: until }))) return false
  await renewHost(sql, run, until)
  return true
}

/** Resets a run to its state before it was started, because this server stops. */
export async function releaseRun(sql: Sql, run: TakenRun, now: number): Promise<void> {
  await changeRun(sql, run, {
    state: 'waiting',
    step: '',
    lease: '',
    leased_until: 0,
    taken: run.taken - 1,
    due_at: now,
  })
}
