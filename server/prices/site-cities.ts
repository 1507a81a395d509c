import { recordOf } from '../../contract/lib/record-of.ts'
import { MAPPED_PRICES, PLACE_FIELDS, PRICE_KINDS } from '../../contract/offers/offer-values.ts'
import type { SqlValue } from '../platform/db/db.ts'
import { GrowableBuffer } from './growable-buffer.ts'
import { NO_SHAPES, type Shapes, withShapeOf } from './offer-shapes.ts'
import type { StoredOffer } from './stored-offers.ts'
import { encodeTyreIds } from './tyre-lists.ts'

/**
 * Kinds of prices for which site_cities lists the tyres of each city. 'changed' stands for any price that changed since
 * the site's previous day.
 */
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
    const known = this.#cities.get(name)
    if (known) return known
    const city: CityLists = {
      warehouses: new Map(),
      ...recordOf(PRESENCE_KINDS, () => new GrowableBuffer()),
    }
    this.#cities.set(name, city)
    return city
  }
}

function append(ids: GrowableBuffer, id: number): void {
  if (ids.at(ids.length - 1) !== id) ids.push(id)
}
