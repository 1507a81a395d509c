import { hostName } from '../lib/host-name.ts'
import { type CityPrices, emptyCity, emptySite, type SitePrices } from '../reports/report-row.ts'
import { mergeSites, readWarehouse } from './site-prices.ts'
import { firstMember, isObject, type JsonObject, member, textCell } from './values.ts'

const SITE = ['website', 'site'] as const
const STORAGE = ['storage', 'storage_name'] as const

/**
 * Reads a list of {city, retailers} (specification 7.11). A storage with a name becomes a warehouse of its retailer.
 */
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
