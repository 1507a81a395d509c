import { hostName } from '../lib/host-name.ts'
import { recordOf } from '../lib/record-of.ts'
import { PLACE_FIELD_NAMES, PLACE_FIELDS, type PlaceField } from '../offers/offer-values.ts'
import {
  type Cell,
  type CityPrices,
  emptyCity,
  emptySite,
  emptyWarehouse,
  type SitePrices,
  type WarehousePrices,
} from '../reports/report-row.ts'
import { firstMember, isObject, type JsonObject, member, numberCell, textCell } from './values.ts'

const MIN = ['min_price', 'minPrice', 'min'] as const
const MAX = ['max_price', 'maxPrice', 'max'] as const
const MEDIAN = ['median_price', 'medianPrice', 'median'] as const

/** Reads {city: {site URL: value}} (specification 7.8). */
export function readCities(value: unknown): Map<string, CityPrices> {
  const cities = new Map<string, CityPrices>()
  if (!isObject(value)) return cities
  for (const [city, sites] of Object.entries(value)) {
    cities.set(city.trim(), { ...emptyCity(), sites: readSites(sites) })
  }
  return cities
}

/** Adds the statistics of all keys with 'analytics'. @returns names of the cities with the colour flag */
export function readAnalytics(item: JsonObject, cities: Map<string, CityPrices>): string[] {
  const marked = new Set<string>()
  for (const [key, byCity] of Object.entries(item)) {
    if (!key.toLowerCase().includes('analytics') || !isObject(byCity)) continue
    for (const [name, values] of Object.entries(byCity)) {
      if (!isObject(values)) continue
      const cityName = name.trim()
      const city = cities.get(cityName) ?? emptyCity()
      cities.set(cityName, city)
      city.statistics.min ??= numberCell(firstMember(values, MIN))
      city.statistics.max ??= numberCell(firstMember(values, MAX))
      city.statistics.median ??= numberCell(firstMember(values, MEDIAN))
      city.statistics.proposed ??= numberCell(member(values, 'new_opt_price'))
      if (member(values, 'color') === true) marked.add(cityName)
    }
  }
  return [...marked]
}

const SITE = ['website', 'site'] as const
const STORAGE = ['storage', 'storage_name'] as const

/** Reads a list of {city, retailers} (specification 7.11); named storages become warehouses of their retailer. */
export function readAvailability(value: unknown): Map<string, CityPrices> {
  const cities = new Map<string, CityPrices>()
  if (!Array.isArray(value)) return cities
  for (const entry of value) {
    if (!isObject(entry)) continue
    const name = textCell(member(entry, 'city'))
    const retailers = member(entry, 'retailers')
    if (name === null || !Array.isArray(retailers)) continue
    const city = cities.get(String(name)) ?? emptyCity()
    cities.set(String(name), city)
    for (const retailer of retailers) if (isObject(retailer)) addRetailer(city, retailer)
  }
  return cities
}

function addRetailer(city: CityPrices, retailer: JsonObject): void {
  const website = textCell(firstMember(retailer, SITE))
  if (website === null) return
  const prices = member(retailer, 'prices')
  const read = readWarehouse({
    ...(isObject(prices) ? prices : {}),
    stock: member(retailer, 'stock'),
    change_percent: member(retailer, 'change_percent'),
  })
  const storage = textCell(firstMember(retailer, STORAGE))
  const site: SitePrices =
    storage === null
      ? { ...emptySite(), ...read }
      : { ...emptySite(), warehouses: new Map([[String(storage), read]]) }
  const host = hostName(String(website))
  const known = city.sites.get(host)
  city.sites.set(host, known ? mergeSites(known, site) : site)
}

const AMOUNT = ['price', 'value'] as const
/** Prices that may be an object with the price and its stock (specification 7.8), with the field of that stock. */
const PRICES_WITH_STOCK = { retail: 'stock', wholesale: 'wholesaleStock' } as const

const NO_CELLS: Readonly<Record<PlaceField, Cell>> = /* @__PURE__ */ recordOf(PLACE_FIELD_NAMES, () => null)

function readPrices(object: JsonObject): Record<PlaceField, Cell> {
  // A copy: a large page has a hundred thousand of these records.
  const cells = { ...NO_CELLS }
  for (const field of PLACE_FIELD_NAMES) {
    const value = firstMember(object, PLACE_FIELDS[field].wire)
    if (!isObject(value)) cells[field] = numberCell(value) ?? cells[field]
    else if (field === 'retail' || field === 'wholesale') {
      cells[field] = numberCell(firstMember(value, AMOUNT))
      cells[PRICES_WITH_STOCK[field]] = numberCell(firstMember(value, PLACE_FIELDS.stock.wire))
    }
  }
  return cells
}

/** Reads a warehouse, which has a single stock: the wholesale price's stock is used only if there is no other. */
function readWarehouse(value: unknown): WarehousePrices {
  if (!isObject(value)) return { ...emptyWarehouse(), retail: numberCell(value) }
  const { wholesaleStock, ...prices } = readPrices(value)
  return { ...prices, stock: prices.stock ?? wholesaleStock }
}

/** Reads a site. A plain price counts as retail (specification 7.8). */
function readSite(value: unknown): SitePrices {
  if (!isObject(value)) return { ...emptySite(), retail: numberCell(value) }
  const site: SitePrices = { ...readPrices(value), warehouses: new Map() }
  const warehouses = member(value, 'warehouses')
  if (isObject(warehouses)) {
    for (const [name, prices] of Object.entries(warehouses))
      addWarehouse(site, name.trim(), readWarehouse(prices))
  }
  return site
}

/** Adds a warehouse. Prices of a warehouse without a name become those of the site, as in readAvailability. */
function addWarehouse(site: SitePrices, name: string, prices: WarehousePrices): void {
  const known = name === '' ? site : site.warehouses.get(name)
  if (known) fill(known, prices)
  else site.warehouses.set(name, prices)
}

/** Copies values of `second` to the empty fields of `first`. */
function fill<Key extends string>(first: NoInfer<Record<Key, Cell>>, second: Record<Key, Cell>): void {
  for (const key of Object.keys(second) as Key[]) first[key] ??= second[key]
}

/** Merges two entries of one host, such as 'www.a.ru' and 'a.ru': `second` fills the empty fields of `first`. */
function mergeSites(first: SitePrices, second: SitePrices): SitePrices {
  const { warehouses, ...prices } = second
  fill(first, prices)
  for (const [name, warehouse] of warehouses) addWarehouse(first, name, warehouse)
  return first
}

/** Reads {site URL: value} for one city, keyed by host name. */
export function readSites(value: unknown): Map<string, SitePrices> {
  const sites = new Map<string, SitePrices>()
  if (!isObject(value)) return sites
  for (const [url, prices] of Object.entries(value)) {
    const host = hostName(url)
    const site = readSite(prices)
    const known = sites.get(host)
    sites.set(host, known ? mergeSites(known, site) : site)
  }
  return sites
}
