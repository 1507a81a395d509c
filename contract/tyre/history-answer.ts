import { readStringList } from '../legacy/filter-options.ts'
import { parseLenientJson, ReadError } from '../legacy/lenient-json.ts'
import { finiteNumber, isObject, type JsonObject, member } from '../legacy/values.ts'
import { dayNumber, isIsoDate } from '../lib/dates.ts'

/** Kind of price of a history. */
export type HistoryKind = 'retail' | 'wholesale'

/** One price in roubles per calendar day; null without data. */
export type DailyPrices = readonly (number | null)[]

/** One site in a tyre's history; own sites come first. */
export interface SiteHistory {
  site: string
  own: boolean
  /** the site's lowest price of each day */
  prices: DailyPrices
  /** days (YYYY-MM-DD) whose prices have no city and warehouse in common with the site's previous prices */
  moved: readonly string[]
  /** periods in which no place with a price has stock */
  out: readonly DayPeriod[]
}

/** First and last day, YYYY-MM-DD. */
type DayPeriod = readonly [first: string, last: string]

/** History of a tyre's prices (specification 14.3). */
export interface TyreHistory {
  kind: HistoryKind
  /** '' for all cities */
  city: string
  /** first and last day of all lists, YYYY-MM-DD; null if the lists are empty */
  from: string | null
  to: string | null
  /** statistics over all places, including warehouses */
  min: DailyPrices
  median: DailyPrices
  max: DailyPrices
  sites: readonly SiteHistory[]
  /** cities in which the tyre ever had a price of either kind */
  cities: readonly string[]
}

/** Reads the answer of GET /api/companion/tyres/:key/history. @throws ReadError for any other answer */
export function parseTyreHistory(body: string): TyreHistory {
  const answer = versioned(body)
  const [from, to] = [dayOf(answer, 'from'), dayOf(answer, 'to')]
  const days = from === null || to === null ? 0 : daysBetween(from, to) + 1
  const series = (name: string): DailyPrices => {
    const prices = pricesOf(member(answer, name))
    if (prices.length !== days) throw new ReadError(`Not ${days} days of ${name}`)
    return prices
  }
  const city = member(answer, 'city')
  return {
    kind: member(answer, 'kind') === 'wholesale' ? 'wholesale' : 'retail',
    city: typeof city === 'string' ? city : '',
    from: days === 0 ? null : from,
    to: days === 0 ? null : to,
    min: series('min'),
    median: series('median'),
    max: series('max'),
    sites: objects(answer, 'sites').flatMap((one) => {
      const [site, prices] = [member(one, 'site'), pricesOf(member(one, 'prices'))]
      if (typeof site !== 'string' || site === '' || prices.length !== days) return []
      const moved = readStringList(member(one, 'moved') ?? []).filter(isIsoDate)
      return [{ site, own: member(one, 'own') === true, prices, moved, out: periodsOf(member(one, 'out')) }]
    }),
    cities: readStringList(member(answer, 'cities') ?? []),
  }
}

/** Number of values in a sparkline; the last one is the requested day. */
export const SPARKLINE_DAYS = 30

/** Medians of a tyre's last days. */
export interface SparkLine {
  prices: DailyPrices
  /**
   * whether the last median is based on other sites, or on other places of a site, than the first one; it may then
   * differ without any price change
   */
  mixed: boolean
}

/**
 * Reads the answer of POST /api/companion/sparklines, by tyre key.
 * @throws ReadError for any other answer
 */
export function parseSparklines(body: string): Map<string, SparkLine> {
  const answer = versioned(body)
  const lines = member(answer, 'lines')
  if (!isObject(lines)) throw new ReadError('No sparklines')
  const mixed = new Set(readStringList(member(answer, 'mixed') ?? []))
  const read = Object.entries(lines).map(
    ([key, prices]) => [key, { prices: pricesOf(prices), mixed: mixed.has(key) }] as const,
  )
  return new Map(read.filter(([, { prices }]) => prices.length === SPARKLINE_DAYS))
}

function versioned(body: string): JsonObject {
  const answer = parseLenientJson(body)
  if (!isObject(answer) || member(answer, 'version') !== 1) throw new ReadError('No history')
  return answer
}

const pricesOf = (list: unknown): DailyPrices => (Array.isArray(list) ? list.map(finiteNumber) : [])

/** Reads periods; an older server sends none. */
const periodsOf = (list: unknown): DayPeriod[] =>
  (Array.isArray(list) ? list : []).flatMap((one) => {
    const [first, last] = Array.isArray(one) ? one : []
    return isDay(first) && isDay(last) && first <= last ? [[first, last] as const] : []
  })

const isDay = (value: unknown): value is string => typeof value === 'string' && isIsoDate(value)

function objects(object: JsonObject, name: string): JsonObject[] {
  const list = member(object, name)
  return Array.isArray(list) ? list.filter(isObject) : []
}

function dayOf(object: JsonObject, name: string): string | null {
  const value = member(object, name)
  return isDay(value) ? value : null
}

const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from)
