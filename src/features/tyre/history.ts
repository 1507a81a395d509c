import { addDays, dayNumber } from '../../../contract/lib/dates.ts'
import { roundToKopecks } from '../../../contract/reports/statistics.ts'
import type { DailyPrices, SiteHistory, TyreHistory } from '../../../contract/tyre/history-answer.ts'

/** Price on a day. */
export interface Dated {
  price: number
  /** YYYY-MM-DD */
  day: string
}

/** Figures of one line of the chart. */
export interface LineFigures {
  /** last known price */
  now: Dated | null
  /** mean prices of the last 30, 90 and 365 days (MEAN_DAYS), over the days with a price */
  means: readonly (number | null)[]
  /** lowest and highest price, each with the last day on which it occurred */
  lowest: Dated | null
  highest: Dated | null
  /** number of price changes between comparable days */
  moves: number
}

export const MEAN_DAYS = [30, 90, 365] as const

/** Computes a line's figures from its first day. @param uncomparable indexes of days without price changes */
export function historyFigures(
  prices: DailyPrices,
  from: string,
  uncomparable: ReadonlySet<number> = NO_DAYS,
): LineFigures {
  const known = prices.flatMap((price, index) => (price === null ? [] : [{ price, index }]))
  const dated = (one: { price: number; index: number } | undefined): Dated | null =>
    one ? { price: one.price, day: addDays(from, one.index) } : null
  const sorted = known.toSorted((a, b) => a.price - b.price || b.index - a.index)
  const top = sorted.at(-1)?.price
  return {
    now: dated(known.at(-1)),
    means: MEAN_DAYS.map((days) => meanOf(prices.slice(-days))),
    lowest: dated(sorted[0]),
    highest: dated(known.findLast(({ price }) => price === top)),
    moves: known.filter(
      ({ price, index: day }, at) => at > 0 && price !== known[at - 1]?.price && !uncomparable.has(day),
    ).length,
  }
}

const NO_DAYS: ReadonlySet<number> = new Set()

/** Day with prices from other sites or warehouses than on the previous day with prices. */
export interface ChangeOfSites {
  /** index of the day, from 0 for the first day */
  day: number
  came: readonly string[]
  went: readonly string[]
  /** sites with prices from none of the warehouses that had prices before */
  moved: readonly string[]
}

/** Days on which the median may change though no price did: prices return, end, or move to other warehouses. */
export function changesOfSites({ from, median, sites }: TyreHistory): ChangeOfSites[] {
  if (from === null) return []
  const days = median.flatMap((price, day) => (price === null ? [] : [day]))
  return days.slice(1).flatMap((day, at) => {
    const before = days[at] as number
    const has = (prices: DailyPrices, on: number) => prices[on] !== null
    const came = sites.filter(({ prices }) => has(prices, day) && !has(prices, before))
    const went = sites.filter(({ prices }) => !has(prices, day) && has(prices, before))
    const moved = sites.filter((site) => site.moved.includes(addDays(from, day)) && !came.includes(site))
    if (came.length + went.length + moved.length === 0) return []
    const hosts = (list: readonly SiteHistory[]) => list.map(({ site }) => site)
    return [{ day, came: hosts(came), went: hosts(went), moved: hosts(moved) }]
  })
}

export const sitesOn = ({ sites }: TyreHistory, day: number): number =>
  sites.filter(({ prices }) => (prices[day] ?? null) !== null).length

function meanOf(prices: DailyPrices): number | null {
  const known = prices.filter((price) => price !== null)
  if (known.length === 0) return null
  return roundToKopecks(known.reduce((sum, price) => sum + price, 0) / known.length)
}

/** Ranges of the chart in days. */
export const RANGES = [
  { value: '7', name: '7 дней' },
  { value: '30', name: '30 дней' },
  { value: '90', name: '90 дней' },
  { value: '365', name: 'Год' },
  { value: 'all', name: 'Всё' },
] as const
export type DayRange = (typeof RANGES)[number]['value']

/** Range of days; both indexes are inclusive and count from 0 for the first day. */
export interface Span {
  first: number
  last: number
}

/** Returns the last days of a history. @param days number of days in the history, at least 1 */
export function spanOf(range: DayRange, days: number): Span {
  const first = range === 'all' ? 0 : Math.max(0, days - Number(range))
  return { first, last: days - 1 }
}

/** Minimum number of days with prices in the range that is selected at first. */
const ENOUGH = 10

/** Returns the shortest range with enough prices; the whole history if none has enough. */
export function startingRange(history: TyreHistory): DayRange {
  const days = history.median.length
  const filled = RANGES.find(({ value }) => knownDays(history, spanOf(value, days)).length >= ENOUGH)
  return filled?.value ?? 'all'
}

/** Minimum length of a zoomed range in days. */
const LEAST = 7

/** Returns the range, its length multiplied by `factor`, with the day `around` in place and within all `days`. */
export function zoomed({ first, last }: Span, factor: number, around: number, days: number): Span {
  const length = last - first
  const wanted = Math.min(Math.max(Math.round(length * factor), Math.min(LEAST, days) - 1), days - 1)
  const share = length === 0 ? 0.5 : (around - first) / length
  const start = Math.min(Math.max(Math.round(around - share * wanted), 0), days - 1 - wanted)
  return { first: start, last: start + wanted }
}

/** Maximum number of days with prices that are described by a sentence instead of a chart. */
const FEW_DAYS = 2

/** Returns the days with prices if they are too few for a chart, and null otherwise. */
export function fewDays(history: TyreHistory): number[] | null {
  const days = knownDays(history, spanOf('all', history.median.length))
  return days.length <= FEW_DAYS ? days : null
}

/** Prices of one or several sites by day. */
export interface PricesWithStock {
  prices: DailyPrices
  /** indexes of days on which none of the sites with a price has stock */
  out: ReadonlySet<number>
}

/** Returns the lowest price of the own sites for each day; null without own sites. */
export function lowestOwnPrices({ from, sites }: TyreHistory): PricesWithStock | null {
  const own = sites.filter((site) => site.own)
  const [first] = own
  if (!first || from === null) return null
  const soldOut = own.map((site) => outDays(site, from))
  const isOut = (day: number) => {
    const selling = own.flatMap(({ prices }, at) => (typeof prices[day] === 'number' ? [at] : []))
    return selling.length > 0 && selling.every((at) => soldOut[at]?.has(day))
  }
  return {
    prices: first.prices.map((_, day) => {
      const prices = own.map((site) => site.prices[day] ?? null).filter((price) => price !== null)
      return prices.length === 0 ? null : Math.min(...prices)
    }),
    out: new Set(first.prices.map((_, day) => day).filter(isOut)),
  }
}

/** Returns the indexes of days on which a site has a price but no stock. @param from day of the first price */
export function outDays({ out, prices }: SiteHistory, from: string): Set<number> {
  const start = dayNumber(from)
  const spans = out.map(([first, last]) => [dayNumber(first) - start, dayNumber(last) - start] as const)
  const isOut = (day: number) => spans.some(([first, last]) => first <= day && day <= last)
  return new Set(prices.flatMap((price, day) => (price !== null && isOut(day) ? [day] : [])))
}

/** Returns the days of a range on which the median or any site has a price. */
export function knownDays({ median, sites }: TyreHistory, { first, last }: Span): number[] {
  const days = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  return days.filter((day) => median[day] !== null || sites.some(({ prices }) => prices[day] !== null))
}
