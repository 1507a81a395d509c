import type { NoticeTitle } from '../../../../contract/notifications/notices.ts'
import type { Sql } from '../../../platform/db/db.ts'
import type { Channel } from './channel.ts'
import { deliveryRulesOf, quietUntil } from './delivery-rules.ts'
import { LEASE_MS } from './message.ts'

const HOUR = 3_600_000
/** Title of the notices that are never held back. */
const URGENT: NoticeTitle = 'Безопасность'

interface DueAddress {
  user_id: string
  target: string
}

/** Address that may receive messages now. */
export type PacedAddress<Address> = Address & {
  /** maximum number of due notifications that are sent as separate messages */
  separateUpTo: number
  counted: boolean
}

/**
 * Applies people's delivery rules (specification 25.6): holds back the due messages of addresses that may not receive any
 * now, and leaves out these addresses.
 */
export async function applyPace<Address extends DueAddress>(
  sql: Sql,
  { name: channel, paced, separateUpTo = 0 }: Channel,
  addresses: readonly Address[],
  now: number,
): Promise<PacedAddress<Address>[]> {
  const rules = paced ? await deliveryRulesOf(sql, [...new Set(addresses.map((one) => one.user_id))]) : null
  const admitted: PacedAddress<Address>[] = []
  for (const address of addresses) {
    const own = rules?.get(address.user_id)
    const quiet = own ? quietUntil(own, now) : null
    const hourly = own?.hourly ?? 0
    const times = hourly > 0 ? await sendTimes(sql, channel, address, now) : []
    const first = times[hourly - 1]
    const until = quiet ?? (first === undefined ? null : first + HOUR)
    if (until !== null && (await hold(sql, channel, address, now, until)) > 0) continue
    const left = hourly > 0 && until === null ? hourly - times.length : separateUpTo
    admitted.push({ ...address, separateUpTo: Math.min(separateUpTo, left), counted: hourly > 0 })
  }
  return admitted
}

/** Returns the times (ms) of the messages sent to an address within an hour or being sent, latest first. */
async function sendTimes(
  sql: Sql,
  channel: string,
  { user_id, target }: DueAddress,
  now: number,
): Promise<number[]> {
  const rows = await sql.all<{ leased_until: number }>`
    SELECT DISTINCT leased_until, message FROM outbox
    WHERE user_id = ${user_id} AND channel = ${channel} AND target = ${target}
    AND state IN ('waiting', 'sent') AND due_at > ${now - HOUR + LEASE_MS} AND due_at = leased_until
    AND (state = 'sent' OR due_at > ${now}) ORDER BY leased_until DESC`
  return rows.map(({ leased_until }) => leased_until - LEASE_MS)
}

/**
 * Postpones due messages. Their attempts begin anew, so that all are sent as one message.
 * @returns number of postponed rows; 0 if all due messages are urgent
 */
function hold(
  sql: Sql,
  channel: string,
  { user_id, target }: DueAddress,
  now: number,
  until: number,
): Promise<number> {
  return sql.run`
    UPDATE outbox SET due_at = ${until}, held_until = ${until}, attempts = 0
    WHERE user_id = ${user_id} AND channel = ${channel} AND target = ${target} AND state = 'waiting'
    AND due_at <= ${now} AND NOT EXISTS (SELECT 1 FROM notifications n
    WHERE n.id = outbox.notification_id AND n.site_id IS NULL AND n.vehicle_type = ${URGENT})`
}
