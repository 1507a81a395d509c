import { parseLenientJson, ReadError } from '../legacy/lenient-json.ts'
import { readStringList } from '../legacy/string-list.ts'
import { isObject, type JsonObject, member } from '../legacy/values.ts'
import { addDays, isIsoDate } from '../lib/dates.ts'

/** Days for which one site has prices. */
interface SiteDays {
  /** host name */
  site: string
  /** YYYY-MM-DD */
  first: string
  last: string
  /** days in between for which other sites have prices but this one has none */
  missing: ReadonlySet<string>
}

/** Days with prices, of all sites and by site (specification 10.25). */
export interface Freshness {
  /** YYYY-MM-DD, oldest first */
  days: readonly string[]
  sites: readonly SiteDays[]
}

/**
 * Parses the answer.
 * @throws ReadError for anything but a companion's
 */
export function parseFreshness(body: string): Freshness {
  const answer = parseLenientJson(body)
  const sites = isObject(answer) ? member(answer, 'sites') : undefined
  if (!isObject(answer) || !Array.isArray(sites)) throw new ReadError('No freshness')
  return { days: daysOf(answer, 'days'), sites: sites.filter(isObject).flatMap((site) => siteDays(site)) }
}

function siteDays(object: JsonObject): SiteDays[] {
  const [site, first, last] = ['site', 'first', 'last'].map((name) => member(object, name))
  if (typeof site !== 'string' || typeof first !== 'string' || typeof last !== 'string') return []
  return [{ site, first, last, missing: new Set(daysOf(object, 'missing')) }]
}

const daysOf = (object: JsonObject, name: string): string[] =>
  readStringList(member(object, name) ?? []).filter(isIsoDate)

/** Sites of one day, sorted by name. */
export interface DayFreshness {
  /** sites with prices of the day */
  fresh: readonly string[]
  /** sites without prices of the day, with their last day before it; longest ago first */
  stale: readonly { site: string; day: string }[]
}

/** Number of days without prices after which a site is no longer watched. */
const WATCHED_DAYS = 30

/** Returns the first day whose prices are watched on this one (specification 4.28). */
export const watchedSince = (day: string): string => addDays(day, -WATCHED_DAYS)

/** Splits the sites with prices of one of two days into those with both, which can be compared, and the others. */
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
    const latest = before.find((one) => one >= first && one <= last && !missing.has(one))
    if (latest === day) fresh.push(site)
    else if (latest !== undefined) stale.push({ site, day: latest })
  }
  return { fresh, stale: stale.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)) }
}
