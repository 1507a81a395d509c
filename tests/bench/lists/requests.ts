import { REPORTS } from '../../../contract/reports/reports.ts'
import { seededRandom } from '../../../server/sample/generate-sample.ts'
import { BRANDS, CITIES, DIAMETERS, SEASONS, SITES, TYRES } from '../support/made-up-day.ts'
import { SHOWN_DAYS } from '../support/workspace.ts'

const PAGES = TYRES / 100
const LAST_THIRD = Math.ceil((PAGES * 2) / 3)

const ALL = REPORTS['all-prices'].sources.all.list
const STATISTICS = REPORTS['retail-stats'].sources.retail.list

/** A site has some 30 % of the tyres in each of its cities. */
const PLACE_PAGES = PAGES / 5

type Pick = <T>(from: readonly T[]) => T

/** Requests with new values each time: page, filter and day always change. */
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

/** An endless sequence of list URLs of that kind. */
export function* requestsOf(kind: string, seed: number): Generator<string, never> {
  const random = seededRandom(seed)
  const pick: Pick = (from) => from[Math.floor(random() * from.length)] as (typeof from)[number]
  const make = KINDS[kind] as (typeof KINDS)[string]
  for (;;) {
    const { path, query } = make(pick)
    yield `${path}?${new URLSearchParams({ date: pick(SHOWN_DAYS), ...query })}`
  }
}

/** One list of that kind for each of the shown days. */
export function firstOfEachDay(kind: string): Map<string, string> {
  const byDay = new Map<string, string>()
  for (const path of requestsOf(kind, 99)) {
    const day = new URLSearchParams(path.split('?')[1]).get('date') as string
    byDay.set(day, byDay.get(day) ?? path)
    if (byDay.size === SHOWN_DAYS.length) break
  }
  return byDay
}
