import { type DaySummary, TODAY_DAYS } from '../../../contract/dashboard/today.ts'
import { addDays } from '../../../contract/lib/dates.ts'
import type { Sql } from '../../platform/db/db.ts'

/** State of the data on which a day's summary depends, by day with prices, in order of the days. */
export type DayStates = ReadonlyMap<string, string>

/**
 * Returns the states of a range of days. A day's price changes depend on earlier days too, so a state contains the
 * number of imports of as many days as a line chart has, the last of these days, and the own sites.
 */
export async function dayStates(
  sql: Sql,
  from: string,
  to: string,
  isOwnSite: (host: string) => boolean,
): Promise<DayStates> {
  const rows = await sql.all<{ day: string; host: string; imported_at: number }>(
    `SELECT p.day, s.host, p.imported_at FROM snapshots p JOIN sites s ON s.id = p.site_id
     WHERE p.day > ? AND p.day <= ? ORDER BY p.day`,
    addDays(from, -TODAY_DAYS),
    to,
  )
  const own = [...new Set(rows.map(({ host }) => host))].filter(isOwnSite).sort()
  const days = [...new Set(rows.map(({ day }) => day))].filter((day) => day >= from)
  return new Map(
    days.map((day) => {
      const since = addDays(day, -TODAY_DAYS)
      const counted = rows.filter((row) => row.day > since && row.day <= day)
      const latest = counted.reduce((last, row) => Math.max(last, Number(row.imported_at)), 0)
      return [day, `${counted.length} ${latest} ${own.join(' ')}`]
    }),
  )
}

/** Stored summaries of days, enough for a line chart. */
export class SummaryCache {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** Returns the stored summaries of the days whose state is unchanged, by day. */
  async of(states: DayStates): Promise<Map<string, DaySummary>> {
    const days = [...states.keys()]
    const rows = await this.#sql.all<{ day: string; state: string; summary: string }>(
      'SELECT day, state, summary FROM day_summaries WHERE day >= ? AND day <= ?',
      days[0] ?? '',
      days.at(-1) ?? '',
    )
    const current = rows.filter(({ day, state }) => states.get(day) === state)
    return new Map(current.map(({ day, summary }) => [day, JSON.parse(summary) as DaySummary]))
  }

  async keep(day: string, state: string, summary: DaySummary): Promise<void> {
    await this.#sql.run('DELETE FROM day_summaries WHERE day < ?', addDays(day, -2 * TODAY_DAYS))
    await this.#sql.run(
      `INSERT INTO day_summaries (day, state, summary) VALUES (?, ?, ?)
       ON CONFLICT (day) DO UPDATE SET state = excluded.state, summary = excluded.summary`,
      day,
      state,
      JSON.stringify(summary),
    )
  }
}
