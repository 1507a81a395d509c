import { parseLenientJson, ReadError } from '../legacy/lenient-json.ts'
import { finiteNumber, isObject, type JsonObject, member, textCell } from '../legacy/values.ts'
import { isIsoDate } from '../lib/dates.ts'
import { type OfferValue, ofEachPrice, ofEachValue, type PriceKind } from '../offers/offer-values.ts'
import type { Cell } from '../reports/report-row.ts'
import { ofEachSpec, type SpecName, TYRE_SPECS } from './tyre-specs.ts'

/** The server's 404 text for a key that is not in the catalog (specification 14.2). */
export const UNKNOWN_TYRE = 'Такой шины нет'

/** Prices of a tyre at one place, in roubles per tyre, and its stock in pieces. */
export type PlacePrices = Record<OfferValue, number | null>

/** A tyre in one warehouse of one city at one site. */
export interface TyrePlace extends PlacePrices {
  city: string
  /** host name */
  site: string
  /** '' outside warehouses */
  warehouse: string
}

export interface TyreOffer extends TyrePlace {
  /**
   * prices at the same place on the comparison day; null if the tyre was not there, or if its site has no prices of
   * that day (`uncompared`)
   */
  before: PlacePrices | null
  /** first day (YYYY-MM-DD) of the current price without a change; null if unknown */
  since: Readonly<Record<PriceKind, string | null>>
}

/** A tyre's market on one day (specification 14.2). Days are YYYY-MM-DD. */
export interface TyreAnswer {
  key: string
  day: string
  /** the tyre's last day with stored prices up to `day`; if there is none, its last day; null without any prices */
  lastDay: string | null
  /** the requested comparison day; null if each site is compared with its own previous day */
  compared: string | null
  specs: Record<SpecName, Cell>
  offers: readonly TyreOffer[]
  /** places that had the tyre on the comparison day and no longer have it */
  gone: readonly TyrePlace[]
  /** sites that had the tyre on their last day, but have no prices of `day` */
  late: readonly { site: string; day: string }[]
  /**
   * host names of the sites with prices of `day` but none of the requested comparison day: their `before` is null even
   * if the tyre was sold then; empty if no day was requested
   */
  uncompared: readonly string[]
}

/** Reads the answer of GET /api/companion/tyres/:key. @throws ReadError for any other answer */
export function parseTyreAnswer(body: string): TyreAnswer {
  const answer = parseLenientJson(body)
  if (!isObject(answer) || member(answer, 'version') !== 1) throw new ReadError('No tyre')
  const day = dayOf(answer, 'day')
  const tyre = member(answer, 'tyre')
  if (day === null || !isObject(tyre)) throw new ReadError('No tyre')
  return {
    key: textOf(answer, 'key'),
    day,
    lastDay: dayOf(answer, 'last_day'),
    compared: dayOf(answer, 'compared'),
    specs: ofEachSpec((name) => textCell(member(tyre, TYRE_SPECS[name].column))),
    offers: objects(answer, 'offers').flatMap((offer) => offerOf(offer)),
    gone: objects(answer, 'gone').flatMap((place) => placeOf(place) ?? []),
    late: objects(answer, 'late').flatMap((late) => {
      const [site, last] = [textOf(late, 'site'), dayOf(late, 'day')]
      return site === '' || last === null ? [] : [{ site, day: last }]
    }),
    uncompared: textsOf(answer, 'uncompared'),
  }
}

function offerOf(object: JsonObject): TyreOffer[] {
  const place = placeOf(object)
  if (!place) return []
  const before = member(object, 'before')
  const since = member(object, 'since')
  return [
    {
      ...place,
      before: isObject(before) ? pricesOf(before) : null,
      since: ofEachPrice((kind) => (isObject(since) ? dayOf(since, kind) : null)),
    },
  ]
}

function placeOf(object: JsonObject): TyrePlace | undefined {
  const [city, site] = [textOf(object, 'city'), textOf(object, 'site')]
  if (city === '' || site === '') return undefined
  return { city, site, warehouse: textOf(object, 'warehouse'), ...pricesOf(object) }
}

const pricesOf = (object: JsonObject): PlacePrices =>
  ofEachValue((name) => finiteNumber(member(object, name)))

function objects(object: JsonObject, name: string): JsonObject[] {
  const list = member(object, name)
  return Array.isArray(list) ? list.filter(isObject) : []
}

function textsOf(object: JsonObject, name: string): string[] {
  const list = member(object, name)
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []
}

function textOf(object: JsonObject, name: string): string {
  const value = member(object, name)
  return typeof value === 'string' ? value : ''
}

function dayOf(object: JsonObject, name: string): string | null {
  const value = member(object, name)
  return typeof value === 'string' && isIsoDate(value) ? value : null
}
