import { type MorningRun, NO_RAILS, type StrategyRails } from '../../../contract/strategies/strategy.ts'
import type { Sql } from '../../platform/db/db.ts'

/** Returns the limits of the team and the name of the administrator who set them. */
export async function readRails(sql: Sql): Promise<{ rails: StrategyRails; by: string }> {
  const row = await sql.get<{ settings: string; by: string }>(
    `SELECT r.settings, coalesce(u.username, '') AS by FROM strategy_rails r LEFT JOIN users u ON u.id = r.changed_by`,
  )
  return row
    ? { rails: { ...NO_RAILS, ...(JSON.parse(row.settings) as StrategyRails) }, by: row.by }
    : { rails: NO_RAILS, by: '' }
}

/** Returns the last morning run of each strategy by its id. */
export async function lastRuns(sql: Sql): Promise<Map<number, MorningRun>> {
  const rows = await sql.all<MorningRun & { strategy_id: number }>(
    `SELECT r.strategy_id, r.day, r.set_id, r.prices, r.state, r.message FROM strategy_runs r
     WHERE r.day = (SELECT max(x.day) FROM strategy_runs x WHERE x.strategy_id = r.strategy_id)`,
  )
  return new Map(rows.map(({ strategy_id, ...run }) => [strategy_id, run]))
}
