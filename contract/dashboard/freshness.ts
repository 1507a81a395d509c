import { type Static, Type } from 'typebox'
import { addDays } from '../lib/dates.ts'

/** Days with prices, in total and per site (specification 10.25). Days are YYYY-MM-DD. */
export const Freshness = Type.Object({
  version: Type.Literal(1),
  /** oldest first */
  days: Type.Array(Type.String()),
  sites: Type.Array(
    Type.Object({
      /** host name */
      site: Type.String(),
      first: Type.String(),
      last: Type.String(),
      /** days between `first` and `last` with prices of other sites but not of this one */
      missing: Type.Array(Type.String()),
    }),
  ),
})
export type Freshness = Static<typeof Freshness>

/** Freshness of the watched sites on one day. */
export interface DayFreshness {
  /** sites with prices of the day */
  fresh: readonly string[]
  /** sites without prices of the day, with their last earlier day; the oldest day first */
  stale: readonly { site: string; day: string }[]
}

/** Number of days without prices after which a site is no longer watched. */
const WATCHED_DAYS = 30

/** Returns the first day of the watched period that ends on `day` (specification 4.28). */
export const watchedSince = (day: string): string => addDays(day, -WATCHED_DAYS)

/**
 * Splits the sites with prices of at least one of two days. Sites in `both` can be compared; sites in `once` have
 * prices of only one of the days.
 */
export function sitesOfBoth(
  freshness: Freshness,
  one: string,
  other: string,
): { both: string[]; once: string[] } {
  const first = freshnessOn(freshness, one).fresh
  const second = freshnessOn(freshness, other).fresh
  const both = first.filter((site) => second.includes(site))
  return { both, once: [...new Set([...first, ...second])].filter((site) => !both.includes(site)).sort() }
}

/**
 * Returns the freshness of a day.
 * @param day YYYY-MM-DD
 */
export function freshnessOn({ days, sites }: Freshness, day: string): DayFreshness {
  const since = watchedSince(day)
  const before = days.filter((one) => one >= since && one <= day).reverse()
  const fresh: string[] = []
  const stale: { site: string; day: string }[] = []
  for (const { site, first, last, missing } of sites) {
    const latest = before.find((one) => one >= first && one <= last && !missing.includes(one))
    if (latest === day) fresh.push(site)
    else if (latest !== undefined) stale.push({ site, day: latest })
  }
  return { fresh, stale: stale.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)) }
}
