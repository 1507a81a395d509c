import type { Db, Sql, SqlValue } from '../db/db.ts'
import type { Channel } from './channel.ts'
import type { OutgoingNotification } from './message.ts'
import { MAX_ATTEMPTS, type Verdict } from './retry.ts'

/** Rows for one user and channel, and one device where the channel reaches devices, leased by a worker. */
export interface Batch {
  userId: string
  channel: string
  address: string
  /** how often these rows have been taken, including this time */
  attempts: number
  leasedUntil: number
  rows: (OutgoingNotification & { id: number })[]
}

interface Head {
  user_id: string
  target: string
  address: string
  attempts: number
  due_at: number
}

/** Rows per message; the rest go into further messages. */
const BATCH_ROWS = 500
/** After this time the messages of a worker that died are free for others, also when no server could see that it died. */
const LEASE_MS = 60_000

/**
 * Takes the rows that have been due longest, together with those that belong in the same message.
 *
 * Untried rows are grouped in order. Tried rows keep their group, which is identified by the due time and the attempts
 * they share, so that a repeat is the same message under the same key. Rows stay 'waiting': if this process dies, they
 * are due again when the lease expires.
 *
 * On PostgreSQL the lock on the address keeps other workers off its rows and sends them to another address. SQLite has
 * one writer at a time.
 * @param server whose leases end when it dies; '' for a process that nobody watches
 * @param sent the worker's last message, which is marked in the same transaction: to be marked anew if this throws
 * @returns undefined when nothing is due
 */
export async function takeBatch(
  db: Db,
  channel: Channel,
  clock: () => number,
  server: string,
  sent?: Batch,
): Promise<Batch | undefined> {
  const { table, matches, address } = channel.addresses
  const locked = db.engine === 'postgres' ? 'FOR UPDATE OF a SKIP LOCKED' : ''
  for (;;) {
    const batch = await db.transaction(async (sql) => {
      // Read inside: waiting for the transaction may have taken longer than the lease.
      const now = clock()
      if (sent) await markSent(sql, sent)
      const head = await sql.get<Head>(
        `SELECT o.user_id, o.target, ${address} AS address, o.attempts, o.due_at
         FROM outbox o JOIN ${table} a ON ${matches}
         WHERE o.state = 'waiting' AND o.channel = ? AND o.due_at <= ?
         ORDER BY o.due_at, o.id LIMIT 1 ${locked}`,
        channel.name,
        now,
      )
      return head && lease(sql, channel, head, now, server)
    })
    // Rows vanished after the head was read: another worker took them. Other addresses may have some left.
    if (batch?.rows.length !== 0) return batch
  }
}

async function lease(sql: Sql, channel: Channel, head: Head, now: number, server: string): Promise<Batch> {
  const until = now + LEASE_MS
  const { user_id: userId, target, address, attempts } = head
  const whose = "state = 'waiting' AND user_id = ? AND channel = ? AND target = ?"
  const whom = [userId, channel.name, target]
  const due = `${whose} AND due_at <= ? AND attempts = ? AND (attempts = 0 OR due_at = ?)`
  const which = [...whom, now, attempts, head.due_at]
  const taken = await sql.all<{ id: number }>(
    `UPDATE outbox SET due_at = ?, attempts = attempts + 1, leased_by = ?, leased_until = ?
     WHERE id IN (SELECT id FROM outbox WHERE ${due} ORDER BY id LIMIT ?) RETURNING id`,
    until,
    server,
    until,
    ...which,
    await rowsOfMessage(sql, channel, due, which),
  )
  const ids = new Set(taken.map(({ id }) => id))
  const notifications = await sql.all<OutgoingNotification & { id: number }>(
    `SELECT o.id, o.notification_id, n.day, n.vehicle_type, s.host, n.percent, n.body
     FROM outbox o JOIN notifications n ON n.id = o.notification_id LEFT JOIN sites s ON s.id = n.site_id
     WHERE o.state = 'waiting' AND o.user_id = ? AND o.channel = ? AND o.target = ? AND o.due_at = ? ORDER BY o.id`,
    ...whom,
    until,
  )
  const rows = notifications.filter(({ id }) => ids.has(id))
  return { userId, channel: channel.name, address, attempts: attempts + 1, leasedUntil: until, rows }
}

/** The number of due rows that go into the next message. */
async function rowsOfMessage(
  sql: Sql,
  { separateUpTo = 0 }: Channel,
  due: string,
  which: readonly SqlValue[],
): Promise<number> {
  if (separateUpTo === 0) return BATCH_ROWS
  const counted = await sql.get<{ rows: number }>(
    `SELECT count(*) AS rows FROM outbox WHERE ${due}`,
    ...which,
  )
  return (counted?.rows ?? 0) <= separateUpTo ? 1 : BATCH_ROWS
}

/**
 * Makes the messages due again that servers had taken, but not those that were put off after an attempt. Their groups keep times of
 * their own, by which they are told apart.
 */
export async function freeMessages(sql: Sql, whose: { of: string } | { allBut: string }): Promise<void> {
  const isTheirs = 'of' in whose ? 'leased_by = ?' : "leased_by NOT IN ('', ?)"
  await sql.run(
    `UPDATE outbox SET due_at = due_at - ${LEASE_MS}, leased_by = ''
     WHERE state = 'waiting' AND due_at = leased_until AND ${isTheirs}`,
    'of' in whose ? whose.of : whose.allBut,
  )
}

/** Applies even if the lease has passed to another worker: the message was sent. */
export async function markSent(sql: Sql, { rows }: Batch): Promise<void> {
  for (const { id } of rows) await sql.run("UPDATE outbox SET state = 'sent', reason = '' WHERE id = ?", id)
}

/** Applies only while the lease is ours: another worker may have sent the message since. */
export async function markFailed(db: Db, { rows, leasedUntil }: Batch, verdict: Verdict): Promise<void> {
  const dueAt = verdict.state === 'waiting' ? verdict.dueAt : leasedUntil
  await db.transaction(async (sql) => {
    for (const { id } of rows) {
      await sql.run(
        "UPDATE outbox SET state = ?, due_at = ?, reason = ? WHERE id = ? AND state = 'waiting' AND due_at = ?",
        verdict.state,
        dueAt,
        verdict.reason,
        id,
        leasedUntil,
      )
    }
  })
}

const HOUR = 3_600_000

/** How long messages wait for a channel that no server is configured for: it may be configured soon. */
const UNSENDABLE_AFTER_MS = 24 * HOUR
/** How long sent messages and dead letters are kept, so that operators can look up what happened to them. */
const KEPT_MS = 30 * 24 * HOUR

const HAS_NO_ADDRESS = `NOT EXISTS (SELECT 1 FROM delivery_addresses a
  WHERE a.user_id = outbox.user_id AND a.channel = outbox.channel AND a.target = outbox.target)`

/** Due rows that must not be sent, with the reason. */
const UNDELIVERABLE: readonly { reason: string; where: string }[] = [
  {
    reason: 'привязки больше нет',
    where: `target = '' AND ${HAS_NO_ADDRESS}`,
  },
  {
    reason: 'подписки больше нет',
    where: `target <> '' AND ${HAS_NO_ADDRESS}`,
  },
  {
    reason: 'пользователь отключён',
    where: 'EXISTS (SELECT 1 FROM users u WHERE u.id = outbox.user_id AND u.disabled = 1)',
  },
  {
    reason: 'уведомление удалено',
    where: 'EXISTS (SELECT 1 FROM notifications n WHERE n.id = outbox.notification_id AND n.is_deleted = 1)',
  },
  { reason: 'отправка прерывалась слишком часто', where: `attempts >= ${MAX_ATTEMPTS}` },
]

/** @returns the number of new dead letters */
export async function buryUndeliverable(sql: Sql, now: number): Promise<number> {
  let buried = 0
  for (const { reason, where } of UNDELIVERABLE) {
    buried += await sql.run(
      `UPDATE outbox SET state = 'dead', reason = ? WHERE state = 'waiting' AND due_at <= ? AND ${where}`,
      reason,
      now,
    )
  }
  return buried
}

/**
 * Turns waiting rows of channels that this server is not configured for into dead letters, once no other server has
 * taken them for a day.
 * @returns the number of new dead letters
 */
export async function buryUnsendable(sql: Sql, channels: readonly string[], now: number): Promise<number> {
  return sql.run(
    `UPDATE outbox SET state = 'dead', reason = ?
     WHERE state = 'waiting' AND due_at <= ? AND ${isNotOneOf(channels)}`,
    'канал не настроен на сервере',
    now - UNSENDABLE_AFTER_MS,
    ...channels,
  )
}

/** The due time of sent and dead rows is when they became so. @returns the number of rows deleted */
export async function pruneOutbox(sql: Sql, now: number): Promise<number> {
  return sql.run("DELETE FROM outbox WHERE state IN ('sent', 'dead') AND due_at < ?", now - KEPT_MS)
}

/** A check without locks, since most of the time nothing is due. */
export async function anythingDue(sql: Sql, channels: readonly string[], now: number): Promise<boolean> {
  const row = await sql.get(
    `SELECT 1 AS one FROM outbox WHERE state = 'waiting' AND due_at <= ? AND NOT (${isNotOneOf(channels)}) LIMIT 1`,
    now,
    ...channels,
  )
  return row !== undefined
}

const isNotOneOf = (channels: readonly string[]): string =>
  channels.length === 0 ? '1 = 1' : `channel NOT IN (${channels.map(() => '?').join(', ')})`
