import {
  type DailyCounts,
  type DaySummary,
  TODAY_DAYS,
  type Today,
} from '../../../contract/dashboard/today.ts'
import { addDays, latestDay } from '../../../contract/lib/dates.ts'
import type { Sql } from '../../platform/db/db.ts'
import { summarizeDay } from './day-summary.ts'
import { type DayStates, dayStates, SummaryCache } from './summary-cache.ts'

/**
 * Summarises the last day with prices. A day is summarised once, at the first request after its import. Missing
 * summaries of earlier days, needed for the line charts, are computed afterwards, one after the other.
 */
export class TodayDesk {
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
    const row = await this.#sql.get<{ day: string | null }>(
      'SELECT max(day) AS day FROM days WHERE day <= ?',
      latestDay(),
    )
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
