import { getOrAdd } from '../../contract/lib/get-or-add.ts'
import { recordOf } from '../../contract/lib/record-of.ts'
import {
  MAPPED_PRICES,
  OFFER_VALUES,
  type OfferValue,
  ofEachValue,
  PLACE_FIELDS,
  PRICE_KINDS,
} from '../../contract/offers/offer-values.ts'
import type { SqlValue } from '../platform/db/db.ts'
import { GrowableBuffer } from './growable-buffer.ts'
import type { Offer, OfferValues } from './offer.ts'
import type { StoredOffer } from './stored-offers.ts'

/** Kinds of prices whose tyres site_cities lists by city; 'changed' is any price changed since the day before. */
export const PRESENCE_KINDS = [...MAPPED_PRICES, 'changed'] as const
export type PresenceKind = (typeof PRESENCE_KINDS)[number]

export const SITE_CITY_COLUMNS = [
  'day',
  'site_id',
  'city',
  'warehouses',
  'shapes',
  ...PRESENCE_KINDS,
] as const

type CityLists = Record<PresenceKind, GrowableBuffer> & {
  /** shapes of the offers by name of the warehouse */
  warehouses: Map<string, Shapes>
}

/** Builds the rows of site_cities from a snapshot's offers, which must be added in order of tyre id. */
export class SiteCities {
  #cities = new Map<string, CityLists>()

  add(tyreId: number, offers: readonly StoredOffer[]): void {
    for (const offer of offers) {
      const city = this.#cityOf(offer.city)
      const { warehouse } = offer
      city.warehouses.set(warehouse, withShapeOf(city.warehouses.get(warehouse) ?? NO_SHAPES, offer))
      for (const kind of PRICE_KINDS)
        if (offer[kind] !== null) append(city[PLACE_FIELDS[kind].mapping.name], tyreId)
      if (offer.change !== null) append(city.changed, tyreId)
    }
  }

  *rows(day: string, siteId: number): Generator<SqlValue[]> {
    for (const [name, city] of this.#cities) {
      const lists = PRESENCE_KINDS.map((kind) => encodeTyreIds(city[kind].values()))
      const names = [...city.warehouses.keys()].sort()
      const shapes = names.map((warehouse) => city.warehouses.get(warehouse))
      yield [day, siteId, name, JSON.stringify(names), JSON.stringify(shapes), ...lists]
    }
  }

  #cityOf(name: string): CityLists {
    return getOrAdd(this.#cities, name, () => ({
      warehouses: new Map(),
      ...recordOf(PRESENCE_KINDS, () => new GrowableBuffer()),
    }))
  }
}

function append(ids: GrowableBuffer, id: number): void {
  if (ids.at(ids.length - 1) !== id) ids.push(id)
}

/** Bit mask of the values of an offer, in order of OFFER_VALUES. A set of masks has 32 bits: five values at most. */
type Shape = number

/** Set of shapes: bit n is set if it contains shape n. */
export type Shapes = number

function shapeOf(offer: Offer): Shape {
  let shape = 0
  for (let bit = 0; bit < OFFER_VALUES.length; bit++)
    if (offer[OFFER_VALUES[bit] as OfferValue] !== null) shape |= 1 << bit
  return shape
}

export const NO_SHAPES: Shapes = 0

/** Adds the shape of an offer. */
export const withShapeOf = (shapes: Shapes, offer: Offer): Shapes => shapes | (1 << shapeOf(offer))

const ALL: readonly Shape[] = Array.from({ length: 2 ** OFFER_VALUES.length }, (_, shape) => shape)

/** Returns one offer for each shape in the set. A value of 1 only marks presence. */
export const offersOf = (shapes: Shapes): OfferValues[] =>
  ALL.filter((shape) => shapes & (1 << shape)).map((shape) =>
    ofEachValue((name) => (shape & (1 << OFFER_VALUES.indexOf(name)) ? 1 : null)),
  )

/** Encodes sorted tyre ids as four little-endian bytes each, the format of the lists in site_cities. */
export function encodeTyreIds(ids: ArrayLike<number>): Uint8Array {
  const bytes = new Uint8Array(ids.length * 4)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < ids.length; i++) view.setUint32(i * 4, ids[i] as number, true)
  return bytes
}

export function decodeTyreIds(bytes: Uint8Array): Uint32Array {
  // Copied, because pg returns bytes within a larger buffer where they may be unaligned. Buffer's slice would not copy.
  return new Uint32Array(new Uint8Array(bytes).buffer)
}
