import type { SiteOffer } from '../stored-offers.ts'

/** Map with one value per warehouse (city, site and warehouse name); `at` creates a missing value. */
export class ByPlace<T> {
  readonly #make: (city: string, site: string, warehouse: string) => T
  readonly #cities = new Map<string, Map<string, Map<string, T>>>()

  constructor(make: (city: string, site: string, warehouse: string) => T) {
    this.#make = make
  }

  at({ city, site, warehouse }: SiteOffer): T {
    const known = this.#cities.get(city)?.get(site)?.get(warehouse)
    if (known !== undefined) return known
    const made = this.#make(city, site, warehouse)
    const sites = this.#cities.get(city) ?? new Map<string, Map<string, T>>()
    const warehouses = sites.get(site) ?? new Map<string, T>()
    this.#cities.set(city, sites.set(site, warehouses.set(warehouse, made)))
    return made
  }
}
