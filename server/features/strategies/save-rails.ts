import { RAIL_NAMES } from '../../../contract/strategies/pricing.ts'
import type { StrategyRails } from '../../../contract/strategies/strategy.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import type { User } from '../auth/user.ts'
import { endApproval } from './approval-scope.ts'
import { listStrategies, lockStrategies } from './read-strategies.ts'
import { readRails } from './strategy-rails.ts'

/** Sets the limits of the team, which ends all approvals if a limit of prices changes (specification 19.16). */
export async function saveRails(db: Db, user: User, rails: StrategyRails): Promise<void> {
  await db.transaction(async (sql) => {
    await lockStrategies(sql)
    const { rails: before } = await readRails(sql)
    await sql.run(
      `INSERT INTO strategy_rails (id, settings, changed_at, changed_by) VALUES (1, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET settings = excluded.settings, changed_at = excluded.changed_at,
         changed_by = excluded.changed_by`,
      JSON.stringify(rails),
      Date.now(),
      user.id,
    )
    await audit(sql, 'strategy rails', user.id, railsAudit(rails))
    if (RAIL_NAMES.every((name) => rails[name] === before[name])) return
    for (const strategy of await listStrategies(sql))
      await endApproval(sql, user, strategy, `ограничения изменил(а) ${user.username}`)
  })
}

function railsAudit({ margin, change, rrp, approval }: StrategyRails): string {
  const parts = [
    margin !== null && `наценка от ${margin} %`,
    change !== null && `изменение до ${change} % в день`,
    rrp && 'не ниже РРЦ',
    approval && 'согласует второй человек',
  ].filter((words) => words !== false)
  return parts.length === 0 ? 'нет' : parts.join(', ')
}
