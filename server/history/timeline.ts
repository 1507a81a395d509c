import { type PriceStatistics, statisticsOfSorted } from '../../contract/reports/statistics.ts'
import type { DailyPrices, HistoryKind } from '../../contract/tyre/history-answer.ts'
import { applyPrices, type Changes } from './changes.ts'
import type { DayRun } from './imported-days.ts'

/** Changes of one tyre at one site on one day. */
export interface DayChanges {
  siteId: number
  /** its number */
  day: number
  changes: Changes
}

/** Which prices a series is made from. */
export interface Wanted {
  kind: HistoryKind
  /** whether a place counts; null if all do */
  covers: ((place: number) => boolean) | null
}

/** One value for each calendar day of a span; null where there are no data. */
export interface Series {
  min: (number | null)[]
  median: (number | null)[]
  max: (number | null)[]
  /** the lowest price of each site, by its id */
  sites: Map<number, (number | null)[]>
  /**
   * By a site's id, on which days, counted from the first, its prices come from none of the places they came from before: where a
   * list from elsewhere ends, which knows no warehouses, and the site's own days begin.
   */
  moved: Map<number, number[]>
}

/** The prices of one site, in ascending order, from a day on until its next state; none where the days are a gap. */
interface State {
  siteId: number
  day: number
  prices: readonly number[]
  /** they come from none of the places of the last prices before */
  moved: boolean
}

/**
 * What a tyre's prices were on every day of a span. The days between two changes are filled, not computed: of a thousand days some
 * hundreds bring one.
 * @param changes up to the last day, in order of their days for each site
 * @param imported the days of each site; others are gaps
 */
export function seriesOf(
  changes: readonly DayChanges[],
  span: DayRun,
  wanted: Wanted,
  imported: ReadonlyMap<number, readonly DayRun[]>,
): Series {
  const nothing = () => new Array<number | null>(span.last - span.first + 1).fill(null)
  const series: Series = {
    min: nothing(),
    median: nothing(),
    max: nothing(),
    sites: new Map(),
    moved: new Map(),
  }
  const ofSites = [...Map.groupBy(changes, ({ siteId }) => siteId)].map(([siteId, ofSite]) =>
    statesOf(siteId, ofSite, span, wanted, imported.get(siteId) ?? []),
  )
  for (const states of ofSites) {
    const lowest = nothing()
    for (const [at, { day, prices }] of states.entries()) {
      lowest.fill(prices[0] ?? null, day - span.first, (states[at + 1]?.day ?? day) - span.first)
    }
    if (!states[0]) continue
    series.sites.set(states[0].siteId, lowest)
    const moved = states.filter((state) => state.moved).map(({ day }) => day - span.first)
    if (moved.length > 0) series.moved.set(states[0].siteId, moved)
  }
  const states = ofSites.flat().sort((a, b) => a.day - b.day)
  const present = new Map<number, readonly number[]>()
  let market: readonly number[] = NO_PRICES
  for (const [at, { siteId, day, prices }] of states.entries()) {
    market = replaced(market, present.get(siteId) ?? NO_PRICES, prices)
    present.set(siteId, prices)
    const next = states[at + 1]?.day ?? day
    // Several sites may change on one day.
    if (next > day) fill(series, statisticsOfSorted(market), day - span.first, next - span.first)
  }
  return series
}

const NO_PRICES: readonly number[] = []

/** The states of one site within a span, in order; every run of its days ends with one of no prices. */
function statesOf(
  siteId: number,
  changes: readonly DayChanges[],
  span: DayRun,
  wanted: Wanted,
  runs: readonly DayRun[],
): State[] {
  const states: State[] = []
  const byPlace = new Map<number, number>()
  let before: readonly number[] = []
  let at = 0
  for (const run of runs) {
    const [first, last] = [Math.max(run.first, span.first), Math.min(run.last, span.last)]
    if (first > last) continue
    for (let day = first; day <= last; day = changes[at]?.day ?? last + 1) {
      for (let row = changes[at]; row && row.day <= day; row = changes[++at]) {
        applyPrices(byPlace, row.changes, wanted.kind)
      }
      const places = covered(byPlace, wanted)
      const prices = places.map((place) => byPlace.get(place) as number).sort(ascending)
      const moved = places.length > 0 && before.length > 0 && !before.some((place) => byPlace.has(place))
      if (places.length > 0) before = places
      states.push({ siteId, day, prices, moved })
    }
    states.push({ siteId, day: last + 1, prices: NO_PRICES, moved: false })
  }
  return states
}

const ascending = (a: number, b: number): number => a - b

function covered(byPlace: ReadonlyMap<number, number>, { covers }: Wanted): readonly number[] {
  const places: number[] = []
  for (const place of byPlace.keys()) if (!covers || covers(place)) places.push(place)
  return places
}

/** Sorted prices without some of them, and with others: merged, since sorting hundreds anew on each change was half of all the work. */
function replaced(
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

function fill(series: Series, figures: PriceStatistics | null, from: number, to: number): void {
  for (const name of ['min', 'median', 'max'] as const) series[name].fill(figures?.[name] ?? null, from, to)
}

/** Without the days before the first value and after the last one; undefined without any value. */
export function trimmed(
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
      // On these days there are prices, so that none of them is cut off.
      moved: new Map([...series.moved].map(([id, days]) => [id, days.map((day) => day - first)])),
    },
    from: from + first,
    to: from + end - 1,
  }
}
