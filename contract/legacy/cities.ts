import { type CityPrices, emptyCity } from '../reports/report-row.ts'
import { readSites } from './site-prices.ts'
import { firstMember, isObject, type JsonObject, member, numberCell } from './values.ts'

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

/**
 * Adds the statistics from all keys of the item that contain 'analytics' to the cities.
 * @returns names of the cities with the colour flag
 */
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
