import {
  type MorningRun,
  NO_RAILS,
  type StrategySettings,
  type TeamLimits,
} from '../../../contract/strategies/strategy.ts'
import type { Sql, Transaction } from '../../platform/db/db.ts'
import { Refusal } from '../../platform/refusal.ts'

/** Stored strategy; times are in ms. Ids of people are null after their account was deleted. */
export interface StoredStrategy {
  id: number
  settings: StrategySettings
  /** counter of the changes of what an approval covers */
  version: number
  position: number
  owner_id: string | null
  owner: string
  changed_at: number
  changed_id: string | null
  changed_by: string
  /** people who changed anything that an approval covers since the last approval */
  writers: readonly string[]
  /** null without an approval of what decides its prices now */
  approved_at: number | null
  approved_id: string | null
  approved_by: string
  /** why and by whom the last approval ended; '' if none has */
  ended: string
  /** outlet through which it may publish by itself; null without a permission */
  permit_outlet: number | null
  permit_name: string
  permitted_id: string | null
  permitted_by: string
}

type StrategyDbRow = Omit<StoredStrategy, 'settings' | 'writers'> & { settings: string; writers: string }

const SELECT_STRATEGIES = `SELECT s.id, s.settings, s.version, s.position, s.owner_id, s.changed_at, s.approved_at,
    s.writers, s.ended, s.permit_outlet, s.changed_by AS changed_id, s.approved_by AS approved_id, s.permitted_by AS permitted_id,
    coalesce(w.username, '') AS owner, coalesce(c.username, '') AS changed_by,
    coalesce(a.username, '') AS approved_by, coalesce(p.username, '') AS permitted_by,
    coalesce(o.name, '') AS permit_name
  FROM strategies s LEFT JOIN users w ON w.id = s.owner_id LEFT JOIN users c ON c.id = s.changed_by
    LEFT JOIN users a ON a.id = s.approved_by LEFT JOIN users p ON p.id = s.permitted_by
    LEFT JOIN outlets o ON o.id = s.permit_outlet`

const strategyOf = (row: StrategyDbRow): StoredStrategy => ({
  ...row,
  settings: JSON.parse(row.settings) as StrategySettings,
  writers: JSON.parse(row.writers) as string[],
  changed_at: Number(row.changed_at),
  approved_at: row.approved_at === null ? null : Number(row.approved_at),
})

/** Returns the strategies in the order in which they are tried. */
export async function listStrategies(sql: Sql): Promise<StoredStrategy[]> {
  return (await sql.all<StrategyDbRow>(`${SELECT_STRATEGIES} ORDER BY s.position, s.id`)).map(strategyOf)
}

/** @throws Refusal if it does not exist */
export async function findStrategy(sql: Sql, id: number): Promise<StoredStrategy> {
  const row = await sql.get<StrategyDbRow>(`${SELECT_STRATEGIES} WHERE s.id = ?`, id)
  if (!row) throw new Refusal(404, 'Такой стратегии нет: возможно, её удалили.')
  return strategyOf(row)
}

/**
 * Locks the strategies until the end of the transaction: their order, names and limits concern all of them. SQLite has one
 * writer at a time and needs no lock.
 */
export async function lockStrategies(sql: Transaction): Promise<void> {
  if (sql.engine === 'postgres') await sql.run('LOCK TABLE strategies IN SHARE ROW EXCLUSIVE MODE')
}

/** Returns the limits of the team and the name of the administrator who set them. */
export async function readRails(sql: Sql): Promise<{ rails: TeamLimits; by: string }> {
  const row = await sql.get<{ settings: string; by: string }>(
    `SELECT r.settings, coalesce(u.username, '') AS by FROM strategy_rails r LEFT JOIN users u ON u.id = r.changed_by`,
  )
  return row
    ? { rails: { ...NO_RAILS, ...(JSON.parse(row.settings) as TeamLimits) }, by: row.by }
    : { rails: NO_RAILS, by: '' }
}

export async function lastRuns(sql: Sql): Promise<Map<number, MorningRun>> {
  const rows = await sql.all<MorningRun & { strategy_id: number }>(
    `SELECT r.strategy_id, r.day, r.set_id, r.prices, r.state, r.message FROM strategy_runs r
     WHERE r.day = (SELECT max(x.day) FROM strategy_runs x WHERE x.strategy_id = r.strategy_id)`,
  )
  return new Map(rows.map(({ strategy_id, ...run }) => [strategy_id, run]))
}
