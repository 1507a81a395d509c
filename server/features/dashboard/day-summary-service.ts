import {
  type DailyCounts,
  type DaySummary,
  TODAY_DAYS,
  type Today,
} from '../../../contract/dashboard/today.ts'
import { addDays, latestDay } from '../../../contract/lib/dates.ts'
import type { Sql } from '../../platform/db/db.ts'
import { summarizeDay } from './day-summary.ts'

/** State of the data on which a day's summary depends, by day with prices, in order of the days. */
type DayStates = ReadonlyMap<string, string>

/**
 * Returns the states of a range of days. A day's price changes depend on earlier days too, so a state contains the
 * number of imports of as many days as a line chart has, the last of these days, and the own sites.
 */
async function dayStates(
  sql: Sql,
  from: string,
  to: string,
  isOwnSite: (host: string) => boolean,
): Promise<DayStates> {
  const rows = await sql.all<{ day: string; host: string; imported_at: number }>`
    SELECT p.day, s.host, p.imported_at FROM snapshots p JOIN sites s ON s.id = p.site_id
    WHERE p.day > ${addDays(from, -TODAY_DAYS)} AND p.day <= ${to} ORDER BY p.day`
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
class SummaryCache {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** Returns the stored summaries of the days whose state is unchanged, by day. */
  async of(states: DayStates): Promise<Map<string, DaySummary>> {
    const days = [...states.keys()]
    const rows = await this.#sql.all<{ day: string; state: string; summary: string }>`
      SELECT day, state, summary FROM day_summaries WHERE day >= ${days[0] ?? ''}
        AND day <= ${days.at(-1) ?? ''}`
    const current = rows.filter(({ day, state }) => states.get(day) === state)
    return new Map(current.map(({ day, summary }) => [day, JSON.parse(summary) as DaySummary]))
  }

  async keep(day: string, state: string, summary: DaySummary): Promise<void> {
    await this.#sql.run`DELETE FROM day_summaries WHERE day < ${addDays(day, -2 * TODAY_DAYS)}`
    await this.#sql.run`
      INSERT INTO day_summaries (day, state, summary) VALUES (${day}, ${state}, ${JSON.stringify(summary)})
      ON CONFLICT (day) DO UPDATE SET state = excluded.state, summary = excluded.summary`
  }
}

/**
 * Summarises the last day with prices. A day is summarised once, at the first request after its import. Missing
 * summaries of earlier days, needed for the line charts, are computed afterwards, one after the other.
 */
export class DaySummaryService {
  readonly #sql: Sql
  readonly #isOwnSite: (host: string) => boolean
  readonly #kept: SummaryCache
  readonly #making = new Map<string, Promise<DaySummary>>()
  #filling = false

  constructor(sql: Sql, isOwnSite: (host: string) => boolean) {
    this.#sql = sql
    this.#isOwnSite = isOwnSite
    this.#kept = new SummaryCache(sql)
  }

  async today(): Promise<Today> {
    const day = await this.#lastDay()
    if (day === null) return { version: 1, day, sites: [], own: [], fallen: null, moves: [], moved: [] }
    const states = await dayStates(this.#sql, addDays(day, 1 - TODAY_DAYS), day, this.#isOwnSite)
    const kept = await this.#kept.of(states)
    const stored = kept.get(day)
    // Versions up to 2.0 stored summaries without `fallen`.
    const summary = stored?.fallen === undefined ? await this.#make(day, states) : stored
    kept.set(day, summary)
    void this.#fill(states, kept)
    const days = Array.from({ length: TODAY_DAYS }, (_, i) => kept.get(addDays(day, i + 1 - TODAY_DAYS)))
    const line = (value: (of: DaySummary) => number | null): DailyCounts =>
      days.map((one) => (one ? value(one) : null))
    return {
      version: 1,
      day,
      ...summary,
      moved: line(({ sites }) => {
        // On a site's first day there is no comparison.
        if (sites.length === 0) return null
        return sites.reduce((sum, { up, down }) => sum + up + down, 0)
      }),
      own: summary.own.map((standing) => ({
        ...standing,
        dearer: line(({ own }) => {
          const then = own.find(({ city, kind }) => city === standing.city && kind === standing.kind)
          return then?.above ?? null
        }),
      })),
    }
  }

  async #lastDay(): Promise<string | null> {
    const row = await this.#sql.get<{ day: string | null }>`
      SELECT max(day) AS day FROM days WHERE day <= ${latestDay()}`
    return row?.day ?? null
  }

  /** Computes a day's summary; concurrent requests share the computation. */
  #make(day: string, states: DayStates): Promise<DaySummary> {
    const state = states.get(day) ?? ''
    const key = `${day} ${state}`
    const underWay = this.#making.get(key)
    if (underWay) return underWay
    const making = summarizeDay(this.#sql, day, this.#isOwnSite).then(async (summary) => {
      await this.#kept.keep(day, state, summary)
      return summary
    })
    this.#making.set(key, making)
    return making.finally(() => this.#making.delete(key))
  }

  /** Computes missing summaries of earlier days. After a failure, the next call tries again. */
  async #fill(states: DayStates, kept: ReadonlyMap<string, DaySummary>): Promise<void> {
    if (this.#filling) return
    this.#filling = true
    try {
      for (const day of [...states.keys()].reverse()) if (!kept.has(day)) await this.#make(day, states)
    } catch {
      // Until then the line charts have a gap.
    } finally {
      this.#filling = false
    }
  }
}
