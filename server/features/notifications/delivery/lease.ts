import type { Db, Engine, Sql } from '../../../platform/db/db.ts'
import { listOf } from '../../../platform/db/in-list.ts'
import { part, SqlPart } from '../../../platform/db/statement.ts'
import type { Channel } from './channel.ts'
import {
  type Batch,
  type FiringColumns,
  foundPath,
  idsOf,
  LEASE_MS,
  type OutgoingNotification,
} from './message.ts'
import { markSent } from './outbox.ts'
import { applyPace, type PacedAddress } from './pacing.ts'

/** Longest due row of an address. */
interface Head {
  user_id: string
  target: string
  address: string
  attempts: number
  due_at: number
}

interface DueRow extends OutgoingNotification {
  id: number
  user_id: string
  target: string
  /** time (ms) until which the person's rules held the row back; 0 if they never did */
  held_until: number
}

/** Maximum number of rows per message; further rows are sent in further messages. */
const BATCH_ROWS = 500
/**
 * Number of rows read per leased message. Rows of one address are often adjacent, and only one message per address is
 * leased at a time.
 */
const HEADS_EACH = 4

export interface TakeOptions {
  clock: () => number
  /**
   * id of this server, whose leases other servers end when it dies; '' for a process that the cluster does not watch
   */
  server: string
  /** maximum number of messages to lease, each for a different address */
  most: number
  /** messages to mark as sent in the same transaction; if it fails, the caller must mark them again */
  sent: readonly Batch[]
}

/**
 * Leases the longest due rows, together with the rows that belong to the same messages.
 * Rows without an attempt are grouped in order. Rows with attempts keep their group, identified by their common due
 * time and number of attempts, so that a retry sends the same message with the same key. Leased rows stay 'waiting': if
 * this process dies, they are due again when the lease expires.
 * On PostgreSQL, a lock on the address makes other workers skip its rows and choose other addresses. SQLite has only
 * one writer at a time.
 * @returns an empty array if nothing is due
 */
export async function takeBatches(db: Db, channel: Channel, options: TakeOptions): Promise<Batch[]> {
  for (;;) {
    const { heads, batches } = await db.transaction(async (sql) => {
      // The time is read inside the transaction, because waiting for it may have taken longer than a lease.
      const now = options.clock()
      await markSent(sql, options.sent)
      const heads = await dueHeads(sql, db.engine, channel, now, options.most)
      const admitted = await applyPace(sql, channel, heads, now)
      return { heads, batches: await lease(sql, channel, admitted, now, options.server) }
    })
    // Another worker leased the rows after the heads were read, or they are held back; other rows may be left.
    if (heads.length === 0 || batches.length > 0) return batches
  }
}

async function dueHeads(
  sql: Sql,
  engine: Engine,
  channel: Channel,
  now: number,
  most: number,
): Promise<Head[]> {
  const { table, matches, address } = channel.addresses
  const rows = await sql.all<Head>`
    SELECT o.user_id, o.target, ${address} AS address, o.attempts, o.due_at
    FROM outbox o JOIN ${table} a ON ${matches}
    WHERE o.state = 'waiting' AND o.channel = ${channel.name} AND o.due_at <= ${now}
    ORDER BY o.due_at, o.id LIMIT ${most * HEADS_EACH}
    ${engine === 'postgres' ? part`FOR UPDATE OF a SKIP LOCKED` : part``}`
  const heads = new Map<string, Head>()
  for (const row of rows) if (!heads.has(whom(row))) heads.set(whom(row), row)
  return [...heads.values()].slice(0, most)
}

const whom = ({ user_id, target }: { user_id: string; target: string }): string => `${user_id} ${target}`

async function lease(
  sql: Sql,
  channel: Channel,
  heads: readonly PacedAddress<Head>[],
  now: number,
  server: string,
): Promise<Batch[]> {
  if (heads.length === 0) return []
  const due = Map.groupBy(await dueRows(sql, channel, heads, now), whom)
  const leasedUntil = now + LEASE_MS
  const batches: Batch[] = []
  let count = 0
  for (const head of heads) {
    const all = due.get(whom(head)) ?? []
    const isGathered = all.some(({ held_until }) => held_until > 0)
    const rows = all.length <= head.separateUpTo && !isGathered ? all.slice(0, 1) : all
    if (rows.length === 0) continue
    if (count > 0 && count + rows.length > BATCH_ROWS) break
    count += rows.length
    const { user_id: userId, address, attempts } = head
    batches.push({ userId, channel: channel.name, address, attempts: attempts + 1, leasedUntil, rows })
  }
  const ids = idsOf(batches)
  if (ids.length === 0) return []
  const taken = await sql.all<{ id: number }>`
    UPDATE outbox SET due_at = ${leasedUntil}, attempts = attempts + 1, leased_by = ${server},
    leased_until = ${leasedUntil} WHERE state = 'waiting' AND id IN (${listOf(ids)}) RETURNING id`
  const isTaken = new Set(taken.map(({ id }) => id))
  const leased = batches
    .map((batch) => ({ ...batch, rows: batch.rows.filter(({ id }) => isTaken.has(id)) }))
    .filter(({ rows }) => rows.length > 0)
  await nameMessages(sql, leased, heads)
  return leased
}

/** Stores which rows are one message, for addresses whose messages are counted. */
async function nameMessages(
  sql: Sql,
  batches: readonly Batch[],
  heads: readonly PacedAddress<Head>[],
): Promise<void> {
  const counted = new Set(heads.filter(({ counted }) => counted).map(({ address }) => address))
  for (const batch of batches.filter(({ address }) => counted.has(address))) {
    await sql.run`
      UPDATE outbox SET message = ${batch.rows[0]?.id ?? 0} WHERE id IN (${listOf(idsOf([batch]))})`
  }
}

/** Returns the rows of the next message of each address, in order and up to the limit per message. */
async function dueRows(sql: Sql, channel: Channel, heads: readonly Head[], now: number): Promise<DueRow[]> {
  const values = new SqlPart(
    heads.map(() => '(CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS INTEGER), CAST(? AS BIGINT))').join(', '),
    heads.flatMap(({ user_id, target, attempts, due_at }) => [user_id, target, attempts, due_at]),
  )
  // CROSS JOIN makes SQLite start with the heads.
  const rows = await sql.all<Omit<DueRow, 'found'> & FiringColumns>`
    WITH heads (user_id, target, attempts, due_at) AS (VALUES ${values}),
    due AS (
      SELECT o.id, o.user_id, o.target, o.notification_id, o.held_until,
        row_number() OVER (PARTITION BY o.user_id, o.target ORDER BY o.id) AS nth
      FROM heads h CROSS JOIN outbox o
      WHERE o.user_id = h.user_id AND o.channel = ${channel.name} AND o.target = h.target
        AND o.state = 'waiting' AND o.due_at <= ${now} AND o.attempts = h.attempts
        AND (h.attempts = 0 OR o.due_at = h.due_at)
    )
    SELECT d.id, d.user_id, d.target, d.notification_id, d.held_until, n.day, n.vehicle_type, s.host, n.percent, n.body,
      n.firing_id, n.tyres, f.events
    FROM due d JOIN notifications n ON n.id = d.notification_id LEFT JOIN sites s ON s.id = n.site_id
      LEFT JOIN rule_firings f ON f.id = n.firing_id
    WHERE d.nth <= ${BATCH_ROWS} ORDER BY d.id`
  return rows.map(({ firing_id, tyres, events, ...row }) => ({
    ...row,
    found: foundPath({ day: row.day, firing_id, tyres, events }),
  }))
}

/** Ends the leases of messages that were not attempted, and restores their due time and number of attempts. */
export async function releaseMessages(sql: Sql, batches: readonly Batch[]): Promise<void> {
  for (const { rows, leasedUntil } of batches) {
    await sql.run`
      UPDATE outbox SET due_at = due_at - ${LEASE_MS}, attempts = attempts - 1, leased_by = ''
      WHERE state = 'waiting' AND due_at = ${leasedUntil} AND id IN (${listOf(rows.map(({ id }) => id))})`
  }
}

/**
 * Ends the leases of one server (`of`), or of all servers but one (`allBut`), so that their messages are due again.
 * Messages postponed after an attempt stay postponed. The groups keep different due times, which distinguish them.
 */
export async function freeMessages(sql: Sql, whose: { of: string } | { allBut: string }): Promise<void> {
  const isTheirs =
    'of' in whose ? part`leased_by = ${whose.of}` : part`leased_by NOT IN ('', ${whose.allBut})`
  await sql.run`
    UPDATE outbox SET due_at = due_at - ${LEASE_MS}, leased_by = ''
    WHERE state = 'waiting' AND due_at = leased_until AND ${isTheirs}`
}
