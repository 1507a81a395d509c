import { REPORTS } from '../../../contract/reports/reports.ts'
import { seededRandom } from '../../../server/sample/generate-sample.ts'
import { BRANDS, CITIES, DIAMETERS, SEASONS, SITES, TYRES } from '../support/made-up-day.ts'
import { SHOWN_DAYS } from '../support/workspace.ts'

const PAGES = TYRES / 100
const LAST_THIRD = Math.ceil((PAGES * 2) / 3)

const ALL = REPORTS['all-prices'].sources.all.list
const STATISTICS = REPORTS['retail-stats'].sources.retail.list

/** Number of pages of a site in one city, which has some 30 % of the tyres. */
const PLACE_PAGES = PAGES / 5

type Pick = <T>(from: readonly T[]) => T

/** Requests by kind, with randomly picked parameters. */
export const KINDS: Readonly<Record<string, (pick: Pick) => { path: string; query: object }>> = {
  'no filter, first pages': (pick) => ({ path: ALL, query: { page: pick(numbers(1, 20)) } }),
  [`no filter, pages ${LAST_THIRD}–${PAGES}`]: (pick) => ({
    path: ALL,
    query: { page: pick(numbers(LAST_THIRD, PAGES)) },
  }),
  'brand, diameter and season': (pick) => ({
    path: ALL,
    query: { brand: pick(BRANDS), diameter: pick(DIAMETERS), season: pick(SEASONS) },
  }),
  'site and city': (pick) => ({
    path: ALL,
    query: { site: pick(SITES), city: pick(CITIES), page: pick(numbers(1, PLACE_PAGES)) },
  }),
  'minimum, median and maximum': (pick) => ({ path: STATISTICS, query: { page: pick(numbers(1, PAGES)) } }),
}

const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n)

/** Yields URLs of lists of that kind without end. */
export function* requestsOf(kind: string, seed: number): Generator<string, never> {
  const random = seededRandom(seed)
  const pick: Pick = (from) => from[Math.floor(random() * from.length)] as (typeof from)[number]
  const make = KINDS[kind] as (typeof KINDS)[string]
  for (;;) {
    const { path, query } = make(pick)
    yield `${path}?${new URLSearchParams({ date: pick(SHOWN_DAYS), ...query })}`
  }
}

/** Returns the URL of one list of that kind for each of the displayed days. */
export function firstOfEachDay(kind: string): Map<string, string> {
  const byDay = new Map<string, string>()
  for (const path of requestsOf(kind, 99)) {
    const day = new URLSearchParams(path.split('?')[1]).get('date') as string
    byDay.set(day, byDay.get(day) ?? path)
    if (byDay.size === SHOWN_DAYS.length) break
  }
  return byDay
}
