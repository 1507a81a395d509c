import type { Sql } from '../../../platform/db/db.ts'
import { listOf } from '../../../platform/db/in-list.ts'
import { part, type SqlPart } from '../../../platform/db/statement.ts'
import { DeliveryError } from './channel.ts'
import { type Batch, idsOf } from './message.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** Time in ms to wait after the first and each further failed attempt; after the last one, the message is given up. */
const PAUSES = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE]

const MAX_ATTEMPTS = PAUSES.length + 1

/** Outcome of a failed attempt: another attempt, or a dead letter. */
type Verdict = { state: 'waiting'; dueAt: number; reason: string } | { state: 'dead'; reason: string }

/** @param attempts number of attempts so far, including this one */
export function verdictOf(error: unknown, attempts: number, now: number): Verdict {
  const reason = reasonOf(error)
  const pause = PAUSES[attempts - 1]
  const { permanent, retryAfterMs } = error instanceof DeliveryError ? error : new DeliveryError(reason)
  if (permanent || pause === undefined) return { state: 'dead', reason }
  return { state: 'waiting', dueAt: now + Math.max(pause, retryAfterMs), reason }
}

const REASON_LENGTH = 300

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.replace(/\p{Cc}+/gu, ' ').slice(0, REASON_LENGTH)
}

/** Marks messages as sent, even if another worker has leased them since, because they were sent. */
export async function markSent(sql: Sql, batches: readonly Batch[]): Promise<void> {
  const ids = idsOf(batches)
  if (ids.length === 0) return
  await sql.run`UPDATE outbox SET state = 'sent', reason = '' WHERE id IN (${listOf(ids)})`
}

/**
 * Marks a message as failed, but only while this server holds the lease: after its end, another worker may have sent
 * the message.
 */
export async function markFailed(sql: Sql, batch: Batch, verdict: Verdict): Promise<void> {
  await sql.run`
    UPDATE outbox SET state = ${verdict.state},
    due_at = ${verdict.state === 'waiting' ? verdict.dueAt : batch.leasedUntil}, reason = ${verdict.reason}
    WHERE state = 'waiting' AND due_at = ${batch.leasedUntil} AND id IN (${listOf(idsOf([batch]))})`
}

const HOUR = 60 * MINUTE

/**
 * Time in ms that messages of a channel wait if no server has configured the channel, because it may be configured
 * soon.
 */
const UNSENDABLE_AFTER_MS = 24 * HOUR
/** Time in ms for which sent and undeliverable messages are stored, so that operators can look them up. */
const KEPT_MS = 30 * 24 * HOUR

const HAS_NO_ADDRESS = part`NOT EXISTS (SELECT 1 FROM delivery_addresses a
  WHERE a.user_id = outbox.user_id AND a.channel = outbox.channel AND a.target = outbox.target)`

/** Conditions for due rows that must not be sent, with their reasons. */
const UNDELIVERABLE: readonly { reason: string; where: SqlPart }[] = [
  {
    reason: 'привязки больше нет',
    where: part`target = '' AND ${HAS_NO_ADDRESS}`,
  },
  {
    reason: 'подписки больше нет',
    where: part`target <> '' AND ${HAS_NO_ADDRESS}`,
  },
  {
    reason: 'пользователь отключён',
    where: part`EXISTS (SELECT 1 FROM users u WHERE u.id = outbox.user_id AND u.disabled = 1)`,
  },
  {
    reason: 'уведомление удалено',
    where: part`EXISTS (SELECT 1 FROM notifications n WHERE n.id = outbox.notification_id AND n.is_deleted = 1)`,
  },
  {
    reason: 'правило заглушено',
    where: part`EXISTS (SELECT 1 FROM notifications n JOIN rule_firings f ON f.id = n.firing_id
      JOIN rule_mutes m ON m.rule_id = f.rule_id AND m.user_id = n.user_id
      WHERE n.id = outbox.notification_id AND m.until > outbox.due_at)`,
  },
  {
    reason: 'изменения цен заглушены',
    where: part`EXISTS (SELECT 1 FROM fixed_rule_mutes m JOIN notifications n ON n.id = outbox.notification_id
      WHERE m.user_id = outbox.user_id AND m.until > outbox.due_at AND n.site_id IS NOT NULL)`,
  },
  { reason: 'отправка прерывалась слишком часто', where: part`attempts >= ${MAX_ATTEMPTS}` },
]

/**
 * Turns undeliverable rows into dead letters.
 * @returns number of new dead letters
 */
export async function buryUndeliverable(sql: Sql, now: number): Promise<number> {
  let buried = 0
  for (const { reason, where } of UNDELIVERABLE) {
    buried += await sql.run`
      UPDATE outbox SET state = 'dead', reason = ${reason}
      WHERE state = 'waiting' AND due_at <= ${now} AND ${where}`
  }
  return buried
}

/**
 * Turns waiting rows of channels that this server has not configured into dead letters, if no other server has leased
 * them within a day.
 * @returns number of new dead letters
 */
export async function buryUnsendable(sql: Sql, channels: readonly string[], now: number): Promise<number> {
  return sql.run`
    UPDATE outbox SET state = 'dead', reason = ${'канал не настроен на сервере'}
    WHERE state = 'waiting' AND due_at <= ${now - UNSENDABLE_AFTER_MS} AND ${isNotOneOf(channels)}`
}

/**
 * Deletes old sent rows and dead letters. Their due time is about the time at which they were sent or given up.
 * @returns number of deleted rows
 */
export async function pruneOutbox(sql: Sql, now: number): Promise<number> {
  return sql.run`DELETE FROM outbox WHERE state IN ('sent', 'dead') AND due_at < ${now - KEPT_MS}`
}

/**
 * Returns whether a message is due for one of the channels. The query takes no locks, because most of the time nothing
 * is due.
 */
export async function anythingDue(sql: Sql, channels: readonly string[], now: number): Promise<boolean> {
  const row = await sql.get`
    SELECT 1 AS one FROM outbox
    WHERE state = 'waiting' AND due_at <= ${now} AND NOT (${isNotOneOf(channels)}) LIMIT 1`
  return row !== undefined
}

const isNotOneOf = (channels: readonly string[]): SqlPart =>
  channels.length === 0 ? part`1 = 1` : part`channel NOT IN (${listOf(channels)})`

/**
 * Queues notifications for every linked channel and every push device of their users, once per address.
 * @param which condition of the notifications (`n`) and addresses (`a`)
 */
export async function enqueueNotifications(sql: Sql, which: SqlPart): Promise<void> {
  await sql.run`
    INSERT INTO outbox (user_id, channel, target, notification_id, due_at)
    SELECT n.user_id, a.channel, a.target, n.id, n.created_at
    FROM notifications n JOIN delivery_addresses a ON a.user_id = n.user_id
    WHERE ${which} ON CONFLICT (notification_id, channel, target) DO NOTHING`
}
