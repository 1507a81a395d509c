import { parseLenientJson, ReadError } from '../legacy/lenient-json.ts'
import { count, finiteNumber, isObject, type JsonObject, member, textCell } from '../legacy/values.ts'
import { isIsoDate } from '../lib/dates.ts'
import type { ComparedPrice } from '../reports/proposed-price.ts'

/** Types of the companion's summary of a day (specification 2.15). */

/** Number of each of the last days, the day itself last; null where it is unknown. */
export type DailyCounts = readonly (number | null)[]

/** Number of a site's tyres with changed prices since the site's previous day. */
export interface SiteMoves {
  /** host name */
  site: string
  /** YYYY-MM-DD */
  before: string
  /** tyres with a price that rose, or fell; a tyre may have both */
  up: number
  down: number
}

/** Market position of the own prices, as 'Рынок' displays it (specification 17.3). */
export interface OwnStanding {
  /** '' for all cities */
  city: string
  kind: ComparedPrice
  /** tyres above the competitors' median, at it, and below it */
  above: number
  at: number
  below: number
  /** tyres for which no competitor is cheaper */
  cheapest: number
}

/** Largest change of a tyre's price. */
export interface TyreMove {
  /** key of the tyre, as tyreKey returns it */
  key: string
  name: string
  site: string
  city: string
  /** signed percent with one decimal */
  percent: number
}

/** Summary of one day. */
export interface DaySummary {
  /** sites with prices of the day and of an earlier one */
  sites: readonly SiteMoves[]
  /** sorted by number of tyres, descending */
  own: readonly OwnStanding[]
  /** sorted by size, descending */
  moves: readonly TyreMove[]
}

export interface Today extends DaySummary {
  /** YYYY-MM-DD of the last prices; null without any */
  day: string | null
  /** number of tyres with changed prices */
  moved: DailyCounts
  /** number of tyres above the median, in the order of `own` */
  dearer: readonly DailyCounts[]
}

/** Number of days of a line. */
export const TODAY_DAYS = 30

/**
 * Parses the answer of GET /api/companion/today.
 * @throws ReadError for anything but a companion's
 */
export function parseToday(body: string): Today {
  const answer = parseLenientJson(body)
  if (!isObject(answer) || member(answer, 'version') !== 1) throw new ReadError('No summary of a day')
  const day = text(answer, 'day')
  const own = objects(answer, 'own').map(readStanding)
  return {
    day: isIsoDate(day) ? day : null,
    sites: objects(answer, 'sites').flatMap(readSite),
    own: own.map(({ standing }) => standing),
    moves: objects(answer, 'moves').flatMap(readMove),
    moved: readCounts(member(answer, 'moved')),
    dearer: own.map(({ dearer }) => dearer),
  }
}

function readSite(one: JsonObject): SiteMoves[] {
  const [site, before] = [text(one, 'site'), text(one, 'before')]
  if (site === '' || !isIsoDate(before)) return []
  return [{ site, before, up: number(one, 'up'), down: number(one, 'down') }]
}

function readStanding(one: JsonObject): { standing: OwnStanding; dearer: DailyCounts } {
  const city = text(one, 'city')
  const kind = text(one, 'kind') === 'wholesale' ? 'wholesale' : 'retail'
  const [above, at] = [number(one, 'above'), number(one, 'at')]
  const [below, cheapest] = [number(one, 'below'), number(one, 'cheapest')]
  return { standing: { city, kind, above, at, below, cheapest }, dearer: readCounts(member(one, 'dearer')) }
}

function readMove(one: JsonObject): TyreMove[] {
  const [key, name] = [text(one, 'key'), text(one, 'name')]
  const percent = finiteNumber(member(one, 'percent'))
  if (key === '' || name === '' || percent === null) return []
  return [{ key, name, site: text(one, 'site'), city: text(one, 'city'), percent }]
}

const text = (object: JsonObject, name: string): string => String(textCell(member(object, name)) ?? '')
const number = (object: JsonObject, name: string): number => count(member(object, name)) ?? 0

function objects(object: JsonObject, name: string): JsonObject[] {
  const list = member(object, name)
  return Array.isArray(list) ? list.filter(isObject) : []
}

const readCounts = (list: unknown): DailyCounts => (Array.isArray(list) ? list.map(count) : [])
