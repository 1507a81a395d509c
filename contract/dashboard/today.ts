import { parseLenientJson, ReadError } from '../legacy/lenient-json.ts'
import { count, finiteNumber, isObject, type JsonObject, member, textCell } from '../legacy/values.ts'
import { isIsoDate } from '../lib/dates.ts'
import type { ComparedPrice } from '../reports/proposed-price.ts'

/** What a day has brought, as the companion sums it up (specification 2.15). */

/** A number of each of the last days, the last of which is the day itself; null where it is not known. */
export type DailyCounts = readonly (number | null)[]

/** Tyres of one site whose prices moved since the site's day before. */
export interface SiteMoves {
  /** host name */
  site: string
  /** YYYY-MM-DD */
  before: string
  /** with a price that rose, or fell; a tyre may have both */
  up: number
  down: number
}

/** Where the own prices stand among the competitors', as 'Рынок' shows them (specification 17.3). */
export interface OwnStanding {
  /** '' for all of them */
  city: string
  kind: ComparedPrice
  /** tyres dearer than the competitors' median, at it, and cheaper */
  above: number
  at: number
  below: number
  /** tyres that no competitor asks less for */
  cheapest: number
}

/** The largest move of a tyre's price. */
export interface TyreMove {
  /** as tyreKey returns it */
  key: string
  name: string
  site: string
  city: string
  /** signed, one decimal */
  percent: number
}

/** What one day has brought. */
export interface DaySummary {
  /** those with prices of the day and of one before */
  sites: readonly SiteMoves[]
  /** most tyres first */
  own: readonly OwnStanding[]
  /** largest first */
  moves: readonly TyreMove[]
}

export interface Today extends DaySummary {
  /** YYYY-MM-DD of the last prices; null without any */
  day: string | null
  /** tyres that moved */
  moved: DailyCounts
  /** tyres dearer than the median, in the order of `own` */
  dearer: readonly DailyCounts[]
}

/** Days of a line. */
export const TODAY_DAYS = 30

/** Reads the answer of GET /api/companion/today. @throws ReadError for anything but a companion's */
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
