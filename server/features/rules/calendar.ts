import { watchedSince } from '../../../contract/dashboard/freshness.ts'
import { addDays, dayNumber, dayOfNumber } from '../../../contract/lib/dates.ts'
import type { TyreChanges } from '../../history/tyre-changes.ts'
import type { ReadSql } from '../../platform/db/db.ts'
import type { SiteCityNumbers } from './places.ts'

/** Number of days without prices after which a site is not watched, as specification 4.28 says. */
const WATCHED = dayNumber('2000-03-01') - dayNumber(watchedSince('2000-03-01'))

/** Days of the sites around a period, and the order of their imports. */
export class Calendar {
  /** first and last day number of the period */
  readonly from: number
  readonly to: number
  readonly #numbers: ReadonlyMap<number, number>
  /** last imported day of each site up to each day, from `#start` on; 0 without one */
  readonly #last: readonly Int32Array[]
  readonly #start: number
  readonly #ranks: ReadonlyMap<number, Int32Array>
  readonly #watched = new Map<number, boolean[]>()
  #keys = new Float64Array(64)

  private constructor(places: SiteCityNumbers, period: readonly [from: number, to: number], read: ReadDays) {
    const { siteIds } = places
    const [from, to] = period
    this.from = from
    this.to = to
    this.#numbers = new Map(siteIds.map((id, number) => [id, number]))
    this.#start = from - 2 * WATCHED
    this.#last = siteIds.map(() => new Int32Array(to - this.#start + 1))
    for (const { site_id, day } of read.days) {
      const last = this.#last[this.#numbers.get(site_id) ?? -1]
      if (last) last[dayNumber(day) - this.#start] = dayNumber(day)
    }
    for (const last of this.#last)
      for (let at = 1; at < last.length; at++) if (last[at] === 0) last[at] = last[at - 1] as number
    const ranks = new Map<number, Int32Array>()
    for (const [day, imports] of Map.groupBy(read.imports, (one) => one.day)) {
      const rank = new Int32Array(siteIds.length)
      for (const [at, { site_id }] of imports.entries()) rank[this.#numbers.get(site_id) ?? 0] = at
      ranks.set(dayNumber(day), rank)
    }
    this.#ranks = ranks
  }

  /** @param from first day, YYYY-MM-DD */
  static async load(sql: ReadSql, places: SiteCityNumbers, from: string, to: string): Promise<Calendar> {
    const days = await sql.all<{ site_id: number; day: string }>`
      SELECT site_id, day FROM history_days WHERE day >= ${addDays(from, -2 * WATCHED)} AND day <= ${to}`
    const imports = await sql.all<{ site_id: number; day: string }>`
      SELECT site_id, day FROM snapshots WHERE day >= ${from} AND day <= ${to} ORDER BY imported_at, site_id`
    return new Calendar(places, [dayNumber(from), dayNumber(to)], { days, imports })
  }

  siteOf(id: number): number {
    return this.#numbers.get(id) ?? -1
  }

  /** Returns the last day with prices of a site up to a day, at most 30 days before it; 0 without one. */
  lastDay(site: number, day: number): number {
    const last = this.#last[site]?.[day - this.#start] ?? 0
    return last >= day - WATCHED ? last : 0
  }

  /** Returns whether changes of a site's day are events: in the period, with a day before that is still watched. */
  isEventful(site: number, day: number): boolean {
    return day >= this.from && day <= this.to && this.lastDay(site, day - 1) >= day - WATCHED
  }

  watchedOn(day: number): boolean[] {
    const known = this.#watched.get(day) ?? this.#last.map((_, site) => this.lastDay(site, day) > 0)
    this.#watched.set(day, known)
    return known
  }

  hasPrices(day: number, counts: (site: number) => boolean): boolean {
    return this.#last.some((last, site) => counts(site) && last[day - this.#start] === day)
  }

  /** Yields the indexes of the changes by day, and within a day in the order of the imports. */
  *inOrder({ days, siteIds, count }: TyreChanges): Generator<number> {
    if (this.#keys.length < count) this.#keys = new Float64Array(2 * count)
    const sites = this.#last.length
    for (let at = 0; at < count; at++) {
      const day = days[at] as number
      const site = this.siteOf(siteIds[at] as number)
      const rank = this.#ranks.get(day)?.[site] ?? site
      this.#keys[at] = (day * sites + rank) * count + at
    }
    const sorted = this.#keys.subarray(0, count).sort()
    for (let at = 0; at < count; at++) yield (sorted[at] as number) % count
  }

  get days(): string[] {
    return Array.from({ length: this.to - this.from + 1 }, (_, at) => dayOfNumber(this.from + at))
  }
}

interface ReadDays {
  days: readonly { site_id: number; day: string }[]
  /** in the order of the imports */
  imports: readonly { site_id: number; day: string }[]
}
