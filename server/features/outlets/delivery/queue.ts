import { randomUUID } from 'node:crypto'
import type { OutletDelivery } from '../../../../contract/outlets/outlet.ts'
import { audit } from '../../../platform/audit/audit.ts'
import type { Db, Sql } from '../../../platform/db/db.ts'
import type { User } from '../../auth/user.ts'
import { createNotice } from '../../notifications/delivery/notices.ts'
import { findOutlet } from '../store.ts'

/** Time in ms after which a process that has not ended its delivery counts as dead. */
const LEASE_MS = 10 * 60_000
/** Minutes after which a failed delivery is tried again, as fetches of sources are. */
const RETRY_MINUTES = [1, 4, 15, 60]
/** Maximum number of attempts, those that a dead process has begun included. */
export const MOST_ATTEMPTS = RETRY_MINUTES.length + 1
/** Number of deliveries that an outlet keeps. */
const KEPT = 50

/** Stored delivery; times are in ms. */
export interface StoredDelivery {
  id: number
  outlet_id: number
  publication_id: number
  set_name: string
  state: OutletDelivery['state']
  attempts: number
  due_at: number
  lease: string
  message: string
  created_at: number
}

/** Ends the deliveries of an outlet that have not ended, because newer prices replace theirs. */
export async function replaceDeliveries(sql: Sql, outletId: number): Promise<void> {
  await sql.run(
    `UPDATE outlet_deliveries SET state = 'replaced', lease = '', finished_at = ?
     WHERE outlet_id = ? AND state IN ('waiting', 'running')`,
    Date.now(),
    outletId,
  )
}

/** Queues the delivery of a publication, in the transaction that adds it, if its outlet has an address to send to. */
export async function enqueueDelivery(
  sql: Sql,
  given: { outletId: number; publicationId: number; setName: string },
): Promise<void> {
  const { outletId, publicationId, setName } = given
  const outlet = await sql.get<{ delivery: string }>('SELECT delivery FROM outlets WHERE id = ?', outletId)
  if (!outlet?.delivery) return
  await replaceDeliveries(sql, outletId)
  await sql.run(
    `INSERT INTO outlet_deliveries (outlet_id, publication_id, set_name, due_at, created_at) VALUES (?, ?, ?, ?, ?)`,
    outletId,
    publicationId,
    setName,
    Date.now(),
    Date.now(),
  )
  await sql.run(
    `DELETE FROM outlet_deliveries WHERE outlet_id = ? AND id NOT IN
       (SELECT id FROM outlet_deliveries WHERE outlet_id = ? ORDER BY id DESC LIMIT ${KEPT})`,
    outletId,
    outletId,
  )
}

const DUE = "(state = 'waiting' AND due_at <= ? OR state = 'running' AND leased_until < ?)"

/**
 * Leases the delivery that is due longest; undefined without one.
 * @param but ids of outlets to which something is being sent: two files at once could arrive in the wrong order
 */
export async function takeDelivery(
  db: Db,
  now: number,
  but: readonly number[] = [],
): Promise<StoredDelivery | undefined> {
  const due = await db.get<StoredDelivery>(
    `SELECT * FROM outlet_deliveries WHERE ${DUE} AND outlet_id NOT IN (${[0, ...but].join(', ')})
     ORDER BY due_at, id LIMIT 1`,
    now,
    now,
  )
  if (!due) return undefined
  const lease = randomUUID()
  const taken = await db.run(
    `UPDATE outlet_deliveries SET state = 'running', lease = ?, leased_until = ?, attempts = attempts + 1
     WHERE id = ? AND lease = ? AND ${DUE}`,
    lease,
    now + LEASE_MS,
    due.id,
    due.lease,
    now,
    now,
  )
  return taken === 0 ? takeDelivery(db, now, but) : { ...due, lease, attempts: due.attempts + 1 }
}

/** Marks a delivery as sent, unless it was replaced in the meantime. */
export async function endDelivery(sql: Sql, { id, lease }: StoredDelivery): Promise<void> {
  await sql.run(
    "UPDATE outlet_deliveries SET state = 'sent', lease = '', message = '', finished_at = ? WHERE id = ? AND lease = ?",
    Date.now(),
    id,
    lease,
  )
}

/** Resets a delivery to its state before this attempt, because this server stops. */
export async function releaseDelivery(sql: Sql, { id, lease, attempts }: StoredDelivery): Promise<void> {
  await sql.run(
    "UPDATE outlet_deliveries SET state = 'waiting', lease = '', attempts = ? WHERE id = ? AND lease = ?",
    attempts - 1,
    id,
    lease,
  )
}

/**
 * Schedules a failed delivery again, or ends it and notifies the person who published.
 * @param again whether a retry can help
 */
export async function failDelivery(
  db: Db,
  { id, lease, attempts, outlet_id, publication_id, set_name }: StoredDelivery,
  message: string,
  again: boolean,
): Promise<void> {
  const minutes = again ? RETRY_MINUTES[attempts - 1] : undefined
  const now = Date.now()
  await db.transaction(async (sql) => {
    const ours = await sql.run(
      `UPDATE outlet_deliveries SET state = ?, lease = '', message = ?, due_at = ?, finished_at = ?
       WHERE id = ? AND lease = ?`,
      minutes === undefined ? 'failed' : 'waiting',
      message,
      minutes === undefined ? now : now + minutes * 60_000,
      minutes === undefined ? now : null,
      id,
      lease,
    )
    if (ours === 0 || minutes !== undefined) return
    const row = await sql.get<{ name: string; person: string | null }>(
      `SELECT o.name, p.published_by AS person FROM outlets o
       LEFT JOIN outlet_publications p ON p.id = ? WHERE o.id = ?`,
      publication_id,
      outlet_id,
    )
    if (row?.person)
      await createNotice(
        sql,
        row.person,
        'Выгрузки',
        `${row.name}: набор «${set_name}» не отправлен. ${message}`,
      )
  })
}

/**
 * Makes the last delivery of an outlet due now.
 * @returns false if there is none that has failed or waits, or it has other prices than the outlet's file
 * @throws Refusal
 */
export const sendAgain = (db: Db, user: User, outletId: number): Promise<boolean> =>
  db.transaction(async (sql) => {
    const { settings } = await findOutlet(sql, outletId)
    const changed = await sql.run(
      `UPDATE outlet_deliveries SET state = 'waiting', due_at = ?, attempts = 0, finished_at = NULL
     WHERE state IN ('failed', 'waiting') AND id = (SELECT max(id) FROM outlet_deliveries WHERE outlet_id = ?)
       AND publication_id = (SELECT publication_id FROM outlets WHERE id = ?)`,
      Date.now(),
      outletId,
      outletId,
    )
    if (changed === 1) await audit(sql, 'outlet sent again', user.id, settings.name)
    return changed === 1
  })

/** Returns the deliveries of an outlet as the page gets them, newest first. */
export async function deliveriesOf(sql: Sql, outletId: number): Promise<OutletDelivery[]> {
  const rows = await sql.all<StoredDelivery>(
    'SELECT * FROM outlet_deliveries WHERE outlet_id = ? ORDER BY id DESC LIMIT 20',
    outletId,
  )
  const iso = (at: number) => new Date(Number(at)).toISOString()
  return rows.map(({ id, set_name, state, attempts, message, created_at, due_at }) => ({
    id,
    set_name,
    state,
    attempts,
    message,
    at: iso(created_at),
    next_at: state === 'waiting' && attempts > 0 ? iso(due_at) : null,
  }))
}
