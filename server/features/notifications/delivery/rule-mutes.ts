import type { Sql } from '../../../platform/db/db.ts'

const MUTED_FOR_MS = 7 * 24 * 3_600_000

/**
 * Mutes a rule for a person for a week, or ends the mute. A muted rule goes on, but no message about it is sent
 * (specification 25.8).
 */
export async function setRuleMute(sql: Sql, userId: string, ruleId: number, muted: boolean): Promise<void> {
  if (!muted) {
    await sql.run('DELETE FROM rule_mutes WHERE user_id = ? AND rule_id = ?', userId, ruleId)
    return
  }
  await sql.run(
    `INSERT INTO rule_mutes (user_id, rule_id, until) VALUES (?, ?, ?)
     ON CONFLICT (user_id, rule_id) DO UPDATE SET until = excluded.until`,
    userId,
    ruleId,
    Date.now() + MUTED_FOR_MS,
  )
}
