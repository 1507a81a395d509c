import type { PlaceField } from '../offers/offer-values.ts'
import type { SpecName } from '../tyre/tyre-specs.ts'
import type { Cell, ReportRow } from './report-row.ts'
import type { Statistic } from './reports.ts'

export type OwnName = keyof ReportRow['own']

/** Fields with a value, by warehouse name; '' for the site's prices outside warehouses. */
export type FilledWarehouses = Map<string, Set<PlaceField>>

export interface FilledCity {
  statistics: Set<Statistic>
  sites: Map<string, FilledWarehouses>
}

/** Fields with a value in at least one row. Fields without one get no column (specification 4.21). */
export interface Filled {
  specs: Set<SpecName>
  own: Set<OwnName>
  cities: Map<string, FilledCity>
}

export const emptyFilled = (): Filled => ({ specs: new Set(), own: new Set(), cities: new Map() })

export function addFilled(filled: Filled, row: ReportRow): void {
  addKeys(filled.specs, row.specs)
  addKeys(filled.own, row.own)
  for (const [cityName, city] of row.cities) {
    const seen = filled.cities.get(cityName) ?? { statistics: new Set(), sites: new Map() }
    filled.cities.set(cityName, seen)
    addKeys(seen.statistics, city.statistics)
    for (const [siteName, { warehouses, ...prices }] of city.sites) {
      const places: FilledWarehouses = seen.sites.get(siteName) ?? new Map()
      seen.sites.set(siteName, places)
      addKeys(fieldsOf(places, ''), prices)
      for (const [name, warehouse] of warehouses) addKeys(fieldsOf(places, name), warehouse)
    }
  }
}

function fieldsOf(places: FilledWarehouses, name: string): Set<PlaceField> {
  const known = places.get(name)
  if (known) return known
  const fields = new Set<PlaceField>()
  places.set(name, fields)
  return fields
}

function addKeys<Key extends string>(filled: Set<Key>, values: Readonly<Partial<Record<Key, Cell>>>): void {
  for (const key of Object.keys(values) as Key[]) if (values[key] !== null) filled.add(key)
}
