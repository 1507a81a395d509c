import { type PriceStatistics, statisticsOfSorted } from '../../contract/reports/statistics.ts'
import type { DailyPrices, HistoryKind } from '../../contract/tyre/history-answer.ts'
import { applyPrices, type Changes } from './changes.ts'
import type { DayRun } from './store.ts'

/** Changes of one tyre at one site on one day. */
export interface DayChanges {
  siteId: number
  /** day number */
  day: number
  changes: Changes
}

/** Selects the prices of a series. */
export interface SeriesQuery {
  kind: HistoryKind
  /** returns true if a location counts; null if all do */
  includes: ((location: number) => boolean) | null
}

/** One value per calendar day of a span; null on days without data. */
export interface Series {
  min: (number | null)[]
  median: (number | null)[]
  max: (number | null)[]
  /** lowest price of each site by its id */
  sites: Map<number, (number | null)[]>
  /**
   * Days (counted from the first) by site id on which the prices come from none of the locations that they came from
   * before. This happens where a history from another program ends, which has no warehouses, and the imported days
   * begin.
   */
  moved: Map<number, number[]>
  /**
   * First and last days (counted from the first) by site id of the periods in which none of the prices' locations has
   * stock. Locations without stock figures count as having some.
   */
  out: Map<number, [first: number, last: number][]>
}

/** Prices of one site in ascending order, from a day until the site's next state; empty on days without data. */
interface SiteState {
  siteId: number
  day: number
  prices: readonly number[]
  /** true if none of the previous prices' locations is left */
  moved: boolean
  /** true if there are prices and none of their locations has stock */
  out: boolean
}

/**
 * Builds the series of a tyre's prices for every day of a span. Values are computed on the days with changes, a few
 * hundred of a thousand, and copied to the days in between.
 * @param changes changes up to the last day, in order for each site
 * @param imported days of each site's history; the other days are gaps
 */
export function buildSeries(
  changes: readonly DayChanges[],
  span: DayRun,
  query: SeriesQuery,
  imported: ReadonlyMap<number, readonly DayRun[]>,
): Series {
  const emptyDays = () => new Array<number | null>(span.last - span.first + 1).fill(null)
  const series: Series = {
    min: emptyDays(),
    median: emptyDays(),
    max: emptyDays(),
    sites: new Map(),
    moved: new Map(),
    out: new Map(),
  }
  const statesBySite = [...Map.groupBy(changes, ({ siteId }) => siteId)].map(([siteId, siteChanges]) =>
    siteStates(siteId, siteChanges, span, query, imported.get(siteId) ?? []),
  )
  for (const states of statesBySite) {
    const lowestPrices = emptyDays()
    for (const [at, { day, prices }] of states.entries()) {
      lowestPrices.fill(prices[0] ?? null, day - span.first, (states[at + 1]?.day ?? day) - span.first)
    }
    if (!states[0]) continue
    series.sites.set(states[0].siteId, lowestPrices)
    const moved = states.filter((state) => state.moved).map(({ day }) => day - span.first)
    if (moved.length > 0) series.moved.set(states[0].siteId, moved)
    const out = outPeriods(states, span.first)
    if (out.length > 0) series.out.set(states[0].siteId, out)
  }
  const states = statesBySite.flat().sort((a, b) => a.day - b.day)
  const currentPrices = new Map<number, readonly number[]>()
  let market: readonly number[] = NO_PRICES
  for (const [at, { siteId, day, prices }] of states.entries()) {
    market = replacePrices(market, currentPrices.get(siteId) ?? NO_PRICES, prices)
    currentPrices.set(siteId, prices)
    const next = states[at + 1]?.day ?? day
    // Several sites may change on the same day: only the last state of a day is used.
    if (next > day) fill(series, statisticsOfSorted(market), day - span.first, next - span.first)
  }
  return series
}

const NO_PRICES: readonly number[] = []

/** @param states states of one site in order; the last one has no prices */
function outPeriods(states: readonly SiteState[], start: number): [first: number, last: number][] {
  const periods: [first: number, last: number][] = []
  for (const [at, { day, out }] of states.entries()) {
    const [first, last] = [day - start, (states[at + 1]?.day ?? day) - 1 - start]
    // Two states of one day: only the last one counts.
    if (!out || last < first) continue
    const before = periods.at(-1)
    if (before && before[1] === first - 1) before[1] = last
    else periods.push([first, last])
  }
  return periods
}

/** Returns the states of one site within a span, in order; each run of its days ends with a state without prices. */
function siteStates(
  siteId: number,
  changes: readonly DayChanges[],
  span: DayRun,
  query: SeriesQuery,
  runs: readonly DayRun[],
): SiteState[] {
  const states: SiteState[] = []
  const byLocation = new Map<number, number>()
  const soldOut = new Set<number>()
  let before: readonly number[] = []
  let at = 0
  for (const run of runs) {
    const [first, last] = [Math.max(run.first, span.first), Math.min(run.last, span.last)]
    if (first > last) continue
    for (let day = first; day <= last; day = changes[at]?.day ?? last + 1) {
      for (let row = changes[at]; row && row.day <= day; row = changes[++at]) {
        applyPrices(byLocation, soldOut, row.changes, query.kind)
      }
      const locations = coveredLocations(byLocation, query)
      const prices = locations.map((location) => byLocation.get(location) as number).sort(ascending)
      const moved =
        locations.length > 0 && before.length > 0 && !before.some((location) => byLocation.has(location))
      if (locations.length > 0) before = locations
      const out = locations.length > 0 && locations.every((location) => soldOut.has(location))
      states.push({ siteId, day, prices, moved, out })
    }
    states.push({ siteId, day: last + 1, prices: NO_PRICES, moved: false, out: false })
  }
  return states
}

const ascending = (a: number, b: number): number => a - b

function coveredLocations(
  byLocation: ReadonlyMap<number, number>,
  { includes }: SeriesQuery,
): readonly number[] {
  const locations: number[] = []
  for (const location of byLocation.keys()) if (!includes || includes(location)) locations.push(location)
  return locations
}

/** Returns sorted prices with some removed and others merged in: sorting at each change took half of the time. */
function replacePrices(
  sorted: readonly number[],
  without: readonly number[],
  others: readonly number[],
): readonly number[] {
  const result = new Array<number>(sorted.length - without.length + others.length)
  let [from, dropped, added] = [0, 0, 0]
  for (let to = 0; to < result.length; to++) {
    while (dropped < without.length && sorted[from] === without[dropped]) {
      from++
      dropped++
    }
    const take =
      added < others.length &&
      (from === sorted.length || (others[added] as number) < (sorted[from] as number))
    result[to] = (take ? others[added++] : sorted[from++]) as number
  }
  return result
}

function fill(series: Series, statistics: PriceStatistics | null, from: number, to: number): void {
  for (const name of ['min', 'median', 'max'] as const)
    series[name].fill(statistics?.[name] ?? null, from, to)
}

/** Removes the days before the first value and after the last one; returns undefined if there is no value. */
export function trimSeries(
  series: Series,
  from: number,
): { series: Series; from: number; to: number } | undefined {
  const first = series.min.findIndex((price) => price !== null)
  if (first < 0) return undefined
  const end = series.min.findLastIndex((price) => price !== null) + 1
  const cut = (prices: DailyPrices) => prices.slice(first, end)
  const sites = [...series.sites].map(([id, prices]) => [id, cut(prices)] as const)
  return {
    series: {
      min: cut(series.min),
      median: cut(series.median),
      max: cut(series.max),
      sites: new Map(sites.filter(([, prices]) => prices.some((price) => price !== null))),
      // Days with changes have prices, so trimming removes none of them. The same holds for days without stock.
      moved: new Map([...series.moved].map(([id, days]) => [id, days.map((day) => day - first)])),
      out: new Map(
        [...series.out].map(([id, periods]) => [id, periods.map(([a, b]) => [a - first, b - first])]),
      ),
    },
    from: from + first,
    to: from + end - 1,
  }
}
