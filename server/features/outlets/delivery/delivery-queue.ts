import type { OutletDelivery } from '../../../../contract/outlets/outlet.ts'
import { audit } from '../../../platform/audit/audit.ts'
import type { Db, Sql } from '../../../platform/db/db.ts'
import { listOf } from '../../../platform/db/in-list.ts'
import { createLeases, type LeasedRow, retryMinutes } from '../../../platform/db/leases.ts'
import { part } from '../../../platform/db/statement.ts'
import type { User } from '../../auth/user.ts'
import { createNotice } from '../../notifications/delivery/notices.ts'
import { findOutlet, retainRows } from '../outlet-store.ts'

const { take, end, release } = createLeases<StoredDelivery>({
  ...{ table: 'outlet_deliveries', key: 'id', leaseMs: 10 * 60_000, hasState: true },
})
/** Number of deliveries that an outlet keeps. */
const KEPT = 50

/** Stored delivery; times are in ms. */
export interface StoredDelivery extends LeasedRow {
  id: number
  outlet_id: number
  publication_id: number
  set_name: string
  state: OutletDelivery['state']
  due_at: number
  message: string
  created_at: number
}

/** Ends the deliveries of an outlet that have not ended, because newer prices replace theirs. */
export async function replaceDeliveries(sql: Sql, outletId: number): Promise<void> {
  await sql.run`
    UPDATE outlet_deliveries SET state = 'replaced', lease = '', finished_at = ${Date.now()}
    WHERE outlet_id = ${outletId} AND state IN ('waiting', 'running')`
}

/** Queues the delivery of a publication, in the transaction that adds it, if its outlet has an address to send to. */
export async function enqueueDelivery(
  sql: Sql,
  given: { outletId: number; publicationId: number; setName: string },
): Promise<void> {
  const { outletId, publicationId, setName } = given
  const outlet = await sql.get<{ delivery: string }>`SELECT delivery FROM outlets WHERE id = ${outletId}`
  if (!outlet?.delivery) return
  await replaceDeliveries(sql, outletId)
  await sql.run`
    INSERT INTO outlet_deliveries (outlet_id, publication_id, set_name, due_at, created_at)
    VALUES (${outletId}, ${publicationId}, ${setName}, ${Date.now()}, ${Date.now()})`
  await retainRows(sql, 'outlet_deliveries', outletId, KEPT)
}

/**
 * Leases the delivery that is due longest; undefined without one.
 * @param but ids of outlets to which something is being sent: two files at once could arrive in the wrong order
 */
export async function takeDelivery(
  db: Db,
  now: number,
  but: readonly number[] = [],
): Promise<StoredDelivery | undefined> {
  const isDue = part`(state = 'waiting' AND due_at <= ${now} OR state = 'running' AND leased_until < ${now})`
  const due = await db.get<StoredDelivery>`
    SELECT * FROM outlet_deliveries WHERE ${isDue} AND outlet_id NOT IN (${listOf([0, ...but])})
    ORDER BY due_at, id LIMIT 1`
  if (!due) return undefined
  return (await take(db, due, now, isDue)) ?? takeDelivery(db, now, but)
}

/** Marks a delivery as sent, unless it was replaced in the meantime. */
export async function endDelivery(sql: Sql, delivery: StoredDelivery): Promise<void> {
  await end(sql, delivery, { state: 'sent', message: '', finished_at: Date.now() })
}

export const releaseDelivery = release

/**
 * Schedules a failed delivery again, or ends it and notifies the person who published.
 * @param again whether a retry can help, and the least pause before it in ms
 */
export async function failDelivery(
  db: Db,
  delivery: StoredDelivery,
  message: string,
  again: { leastMs: number } | false,
): Promise<void> {
  const { attempts, outlet_id, publication_id, set_name } = delivery
  const minutes = again ? retryMinutes(attempts, again.leastMs) : undefined
  const now = Date.now()
  await db.transaction(async (sql) => {
    const change =
      minutes === undefined
        ? { state: 'failed', due_at: now, finished_at: now }
        : { state: 'waiting', due_at: now + minutes * 60_000, finished_at: null }
    const isOurs = await end(sql, delivery, { ...change, message })
    if (!isOurs || minutes !== undefined) return
    const row = await sql.get<{ name: string; person: string | null }>`
      SELECT o.name, p.published_by AS person FROM outlets o
      LEFT JOIN outlet_publications p ON p.id = ${publication_id} WHERE o.id = ${outlet_id}`
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
    const changed = await sql.run`
      UPDATE outlet_deliveries
      SET state = 'waiting', due_at = ${Date.now()}, attempts = 0, finished_at = NULL
      WHERE state IN ('failed', 'waiting') AND id = (SELECT max(id) FROM outlet_deliveries
      WHERE outlet_id = ${outletId})
      AND publication_id = (SELECT publication_id FROM outlets WHERE id = ${outletId})`
    if (changed === 1) await audit(sql, 'outlet sent again', user.id, settings.name)
    return changed === 1
  })

/** Returns the deliveries of an outlet as the page gets them, newest first. */
export async function deliveriesOf(sql: Sql, outletId: number): Promise<OutletDelivery[]> {
  const rows = await sql.all<StoredDelivery>`
    SELECT * FROM outlet_deliveries WHERE outlet_id = ${outletId} ORDER BY id DESC LIMIT 20`
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
