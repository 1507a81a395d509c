import type { FixedRuleMessages, RulesAnswer } from '../../../../contract/rules/rule.ts'
import type { ReadSql, Sql } from '../../../platform/db/db.ts'

const MUTED_FOR_MS = 7 * 24 * 3_600_000

/**
 * Mutes a rule for a person for a week, or ends the mute. A muted rule goes on, but no message about it is sent
 * (specification 25.8).
 */
export async function setRuleMute(sql: Sql, userId: string, ruleId: number, muted: boolean): Promise<void> {
  if (!muted) {
    await sql.run`DELETE FROM rule_mutes WHERE user_id = ${userId} AND rule_id = ${ruleId}`
    return
  }
  await sql.run`
    INSERT INTO rule_mutes (user_id, rule_id, until)
    VALUES (${userId}, ${ruleId}, ${Date.now() + MUTED_FOR_MS})
    ON CONFLICT (user_id, rule_id) DO UPDATE SET until = excluded.until`
}

/** End of a mute that does not end by itself: the last instant that a Date has. */
const ENDLESS = 8.64e15

/** Stores whether a person receives messages of the rule that everybody has (specification 25.1). */
export async function setFixedRuleMessages(
  sql: Sql,
  userId: string,
  messages: FixedRuleMessages['messages'],
): Promise<void> {
  if (messages === 'once') {
    await sql.run`DELETE FROM fixed_rule_mutes WHERE user_id = ${userId}`
    return
  }
  await sql.run`
    INSERT INTO fixed_rule_mutes (user_id, until)
    VALUES (${userId}, ${messages === 'off' ? ENDLESS : Date.now() + MUTED_FOR_MS})
    ON CONFLICT (user_id) DO UPDATE SET until = excluded.until`
}

export async function fixedRuleMessages(
  sql: ReadSql,
  userId: string,
): Promise<Pick<RulesAnswer['fixed'], 'sends' | 'muted_until'>> {
  const mute = await sql.get<{ until: number }>`
    SELECT until FROM fixed_rule_mutes WHERE user_id = ${userId} AND until > ${Date.now()}`
  const until = Number(mute?.until ?? 0)
  const sends = until !== ENDLESS
  return { sends, muted_until: mute && sends ? new Date(until).toISOString() : null }
}
