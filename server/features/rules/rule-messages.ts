import type { Sql } from '../../platform/db/db.ts'
import { listOf } from '../../platform/db/in-list.ts'
import { part } from '../../platform/db/statement.ts'
import { enqueueNotifications } from '../notifications/delivery/outbox.ts'
import type { StoredRule } from './watch-rule.ts'

const RULES_AT_ONCE = 500

/** Queues messages for the channels that each rule names, unless the person has muted it. */
export async function queueRuleMessages(
  sql: Sql,
  rules: readonly StoredRule[],
  firings: ReadonlyMap<number, number>,
  now: number,
): Promise<void> {
  const byChannels = Map.groupBy(rules, ({ settings }) => settings.channels.toSorted().join())
  for (const group of byChannels.values()) {
    const channels = (group[0] as StoredRule).settings.channels
    if (channels.length === 0) continue
    for (let at = 0; at < group.length; at += RULES_AT_ONCE) {
      const ids = group.slice(at, at + RULES_AT_ONCE).map(({ id }) => firings.get(id) ?? 0)
      await enqueueNotifications(
        sql,
        part`n.firing_id IN (${listOf(ids)}) AND a.channel IN (${listOf(channels)}) AND NOT EXISTS (
          SELECT 1 FROM rule_firings f JOIN rule_mutes m ON m.rule_id = f.rule_id
          WHERE f.id = n.firing_id AND m.user_id = n.user_id AND m.until > ${now})`,
      )
    }
  }
}

/** Notification that names several rules: it has no firing of its own. */
interface SharedNotice {
  user: string
  body: string
  shared: readonly StoredRule[]
}

/** Queues messages about shared notifications, for the channels of those rules that the person has not muted. */
export async function queueSharedMessages(
  sql: Sql,
  notices: readonly SharedNotice[],
  now: number,
): Promise<void> {
  for (const { user, body, shared } of notices) {
    if (shared.length === 0) continue
    const mutes = await sql.all<{ rule_id: number }>`
      SELECT rule_id FROM rule_mutes WHERE user_id = ${user} AND until > ${now}`
    const muted = new Set(mutes.map(({ rule_id }) => rule_id))
    const heard = shared.filter(({ id }) => !muted.has(id))
    const channels = new Set(heard.flatMap(({ settings }) => settings.channels))
    if (channels.size === 0) continue
    await enqueueNotifications(
      sql,
      part`n.user_id = ${user} AND n.created_at = ${now} AND n.firing_id IS NULL AND n.body = ${body}
        AND a.channel IN (${listOf([...channels])})`,
    )
  }
}
