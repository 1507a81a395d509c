import type { SqlValue } from '../db/db.ts'
import { Growing } from './growing.ts'
import type { StoredOffer } from './stored-offers.ts'
import { encodeTyreIds } from './tyre-lists.ts'

/** Kinds of prices that site_cities records for each city; 'changed' prices moved since the site's previous day. */
export const PRESENCE_KINDS = ['retail', 'opt', 'cost', 'changed'] as const
export type PresenceKind = (typeof PRESENCE_KINDS)[number]

export const SITE_CITY_COLUMNS = ['day', 'site_id', 'city', 'warehouses', ...PRESENCE_KINDS] as const

type CityLists = Record<PresenceKind, Growing> & { warehouses: Set<string> }

/** Builds the rows of site_cities from a snapshot's offers, which must come in order of tyre id. */
export class SiteCities {
  #cities = new Map<string, CityLists>()

  add(tyreId: number, offers: readonly StoredOffer[]): void {
    for (const offer of offers) {
      const city = this.#cityOf(offer.city)
      city.warehouses.add(offer.warehouse)
      if (offer.retail !== null) append(city.retail, tyreId)
      if (offer.wholesale !== null) append(city.opt, tyreId)
      if (offer.cost !== null) append(city.cost, tyreId)
      if (offer.change !== null) append(city.changed, tyreId)
    }
  }

  *rows(day: string, siteId: number): Generator<SqlValue[]> {
    for (const [name, city] of this.#cities) {
      const lists = PRESENCE_KINDS.map((kind) => encodeTyreIds(city[kind].values()))
      yield [day, siteId, name, JSON.stringify([...city.warehouses].sort()), ...lists]
    }
  }

  #cityOf(name: string): CityLists {
    const known = this.#cities.get(name)
    if (known) return known
    const city: CityLists = {
      warehouses: new Set(),
      retail: new Growing(),
      opt: new Growing(),
      cost: new Growing(),
      changed: new Growing(),
    }
    this.#cities.set(name, city)
    return city
  }
}

function append(ids: Growing, id: number): void {
  if (ids.at(ids.length - 1) !== id) ids.push(id)
}
