import { type MorningRun, NO_RAILS, type StrategyRails } from '../../../contract/strategies/strategy.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db, Sql } from '../../platform/db/db.ts'
import type { User } from '../auth/user.ts'

/** Returns the limits of the team and the name of the administrator who set them. */
export async function readRails(sql: Sql): Promise<{ rails: StrategyRails; by: string }> {
  const row = await sql.get<{ settings: string; by: string }>(
    `SELECT r.settings, coalesce(u.username, '') AS by FROM strategy_rails r LEFT JOIN users u ON u.id = r.changed_by`,
  )
  return row
    ? { rails: { ...NO_RAILS, ...(JSON.parse(row.settings) as StrategyRails) }, by: row.by }
    : { rails: NO_RAILS, by: '' }
}

/** Sets the limits of the team. */
export async function saveRails(db: Db, user: User, rails: StrategyRails): Promise<void> {
  await db.transaction(async (sql) => {
    await sql.run(
      `INSERT INTO strategy_rails (id, settings, changed_at, changed_by) VALUES (1, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET settings = excluded.settings, changed_at = excluded.changed_at,
         changed_by = excluded.changed_by`,
      JSON.stringify(rails),
      Date.now(),
      user.id,
    )
    await audit(sql, 'strategy rails', user.id, railsAudit(rails))
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

/** Returns the last morning run of each strategy by its id. */
export async function lastRuns(sql: Sql): Promise<Map<number, MorningRun>> {
  const rows = await sql.all<MorningRun & { strategy_id: number }>(
    `SELECT r.strategy_id, r.day, r.set_id, r.prices, r.state, r.message FROM strategy_runs r
     WHERE r.day = (SELECT max(x.day) FROM strategy_runs x WHERE x.strategy_id = r.strategy_id)`,
  )
  return new Map(rows.map(({ strategy_id, ...run }) => [strategy_id, run]))
}
