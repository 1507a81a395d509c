import { randomUUID } from 'node:crypto'
import type { Db, Sql } from '../../platform/db/db.ts'
import { hostOf } from './address.ts'
import { leaseHost, releaseHost, renewHost } from './host-leases.ts'
import { changeRun, type RunRow, runOf, type TakenRun } from './runs.ts'

/** Servers that die at a run begin it again; one that kills servers must end. */
export const MOST_TAKEN = 5

/** A process that has not renewed its lease for this long is dead. */
export const LEASE_MS = 120_000
export const RENEW_MS = 20_000

/** Who takes a run. */
export interface Taker {
  /** id of the server whose files it has */
  server: string
  /** 'command', or what the leases of a server begin with */
  by: string
}

/** Frees the runs, and the hosts that they are fetched from, that servers had taken which have died. */
export async function freeRuns(sql: Sql, whose: { of: string } | { allBut: string }): Promise<void> {
  const isTheirs = 'of' in whose ? 'lease LIKE ?' : "lease LIKE 'server %' AND lease NOT LIKE ?"
  const lease = `${leaser('of' in whose ? whose.of : whose.allBut)} %`
  await sql.run(`DELETE FROM host_leases WHERE ${isTheirs}`, lease)
  await sql.run(`UPDATE source_runs SET leased_until = 0 WHERE state = 'running' AND ${isTheirs}`, lease)
}

/** Prefix of a server's leases. */
export const leaser = (server: string): string => `server ${server}`

/** A run that may be taken. */
export interface DueRun {
  id: number
  /** to be fetched from; '' for a run with a file */
  host: string
  hasFile: boolean
}

const MAY_BE_TAKEN = `(r.state = 'waiting' AND (r.due_at <= ? OR r.id = ?) OR r.state = 'running' AND r.leased_until < ?)
   AND (r.file = '' OR r.server = ?)
   AND NOT EXISTS (SELECT 1 FROM source_runs o WHERE o.source_id = r.source_id AND o.id <> r.id
     AND o.state = 'running' AND o.leased_until >= ?)`

/**
 * The runs that a server may take, those due longest first: ones that wait, and ones whose server has died. Of several servers only
 * the one that has a run's file may take it, and no two runs of one source are taken at once. Without locks, since most of the time
 * nothing is due.
 * @param evenEarly the id of one that may be taken before it is due
 */
export async function dueRuns(sql: Sql, server: string, now: number, evenEarly = 0): Promise<DueRun[]> {
  const rows = await sql.all<{ id: number; file: string; address: string }>(
    `SELECT r.id, r.file, s.address FROM source_runs r JOIN sources s ON s.id = r.source_id
     WHERE ${MAY_BE_TAKEN} ORDER BY r.due_at, r.id`,
    now,
    evenEarly,
    now,
    server,
    now,
  )
  return rows.map(({ id, file, address }) => ({
    id,
    host: file === '' ? hostOf(address) : '',
    hasFile: file !== '',
  }))
}

/**
 * Leases a run, and the host that it is fetched from.
 * @param evenEarly whether it is taken before it is due
 * @returns undefined if it may not be taken any more, or its host is being asked for another
 */
export async function takeRun(
  db: Db,
  { server, by }: Taker,
  clock: () => number,
  id: number,
  evenEarly = false,
): Promise<TakenRun | undefined> {
  const locked = db.engine === 'postgres' ? 'FOR UPDATE OF s SKIP LOCKED' : ''
  return db.transaction(async (sql) => {
    const now = clock()
    const row = await sql.get<RunRow & { address: string }>(
      `SELECT r.*, s.address FROM source_runs r JOIN sources s ON s.id = r.source_id
       WHERE r.id = ? AND ${MAY_BE_TAKEN} ${locked}`,
      id,
      now,
      evenEarly ? id : 0,
      now,
      server,
      now,
    )
    if (!row) return undefined
    const lease = `${by} ${randomUUID()}`
    const until = now + LEASE_MS
    const host = row.file === '' ? hostOf(row.address) : ''
    if (!(await leaseHost(sql, host, { lease, until }, now))) return undefined
    // Another server may have taken it, or another of its source, while this one waited for the source.
    const taken = await sql.run(
      `UPDATE source_runs SET state = 'running', lease = ?, leased_until = ?, taken = taken + 1, finished_at = NULL,
         started_at = coalesce(started_at, ?)
       WHERE id = ? AND lease = ? AND state = ?
         AND NOT EXISTS (SELECT 1 FROM source_runs o WHERE o.source_id = ? AND o.id <> ?
           AND o.state = 'running' AND o.leased_until >= ?)`,
      lease,
      until,
      now,
      row.id,
      row.lease,
      row.state,
      row.source_id,
      row.id,
      now,
    )
    if (taken === 0) {
      await releaseHost(sql, { lease })
      return undefined
    }
    return {
      ...runOf(row),
      state: 'running',
      lease,
      leasedUntil: until,
      taken: row.taken + 1,
      startedAt: row.started_at ?? now,
      host,
    }
  })
}

/** Renews the leases of a run and of its host. @returns false if the run is no longer ours */
export async function renewLease(sql: Sql, run: TakenRun, until: number): Promise<boolean> {
  if (!(await changeRun(sql, run, { leased_until: until }))) return false
  await renewHost(sql, run, until)
  return true
}

/** Gives a run back as if it had not been begun, for a server that stops. */
export async function giveBack(sql: Sql, run: TakenRun, now: number): Promise<void> {
  await changeRun(sql, run, {
    state: 'waiting',
    step: '',
    lease: '',
    leased_until: 0,
    taken: run.taken - 1,
    due_at: now,
  })
}
