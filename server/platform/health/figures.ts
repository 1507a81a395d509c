import type { Sql } from '../db/db.ts'

/** Figures about the work of all servers, read from the database. */
export interface HealthFigures {
  /** unsent messages by channel and state */
  outbox: readonly { channel: string; state: string; count: number }[]
  /** age of the longest due message in seconds; 0 if nothing is due */
  oldestDueSeconds: number
  devices: number
  /** runs of the last 24 hours by state */
  runs: readonly { state: string; count: number }[]
  /** last day with prices, YYYY-MM-DD; null without prices */
  lastDay: string | null
  /** number of sites with prices of that day */
  sites: number
}

const DAY_MS = 24 * 60 * 60 * 1_000

/** Reads the figures; each query uses an index. PostgreSQL sends counts as text. */
export async function readFigures(sql: Sql, now = Date.now()): Promise<HealthFigures> {
  const outbox = await sql.all<{ channel: string; state: string; count: unknown }>(
    `SELECT channel, state, count(*) AS count FROM outbox WHERE state IN ('waiting', 'dead') GROUP BY channel, state`,
  )
  const due = await sql.get<{ at: unknown }>(`SELECT min(due_at) AS at FROM outbox WHERE state = 'waiting'`)
  const devices = await sql.get<{ count: unknown }>('SELECT count(*) AS count FROM push_subscriptions')
  const runs = await sql.all<{ state: string; count: unknown }>(
    'SELECT state, count(*) AS count FROM source_runs WHERE created_at > ? GROUP BY state',
    now - DAY_MS,
  )
  const last = await sql.get<{ day: string | null; sites: unknown }>(
    `SELECT day, count(DISTINCT site_id) AS sites FROM snapshots
     WHERE day = (SELECT max(day) FROM snapshots) GROUP BY day`,
  )
  const counted = <Row extends { count: unknown }>(rows: readonly Row[]) =>
    rows.map((row) => ({ ...row, count: Number(row.count) }))
  return {
    outbox: counted(outbox),
    oldestDueSeconds: due?.at == null ? 0 : Math.max(0, (now - Number(due.at)) / 1_000),
    devices: Number(devices?.count ?? 0),
    runs: counted(runs),
    lastDay: last?.day ?? null,
    sites: Number(last?.sites ?? 0),
  }
}
