import { getOrAdd } from '../lib/get-or-add.ts'
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
export interface NonEmptyColumns {
  specs: Set<SpecName>
  own: Set<OwnName>
  cities: Map<string, FilledCity>
}

export const emptyFilled = (): NonEmptyColumns => ({ specs: new Set(), own: new Set(), cities: new Map() })

/** Returns the columns of a city; none yet if it is new. */
export const filledCity = ({ cities }: NonEmptyColumns, city: string): FilledCity =>
  getOrAdd(cities, city, () => ({ statistics: new Set(), sites: new Map() }))

/** Returns the fields of a warehouse; none yet if it is new. */
export const filledFields = ({ sites }: FilledCity, site: string, warehouse: string): Set<PlaceField> =>
  getOrAdd(
    getOrAdd(sites, site, () => new Map()),
    warehouse,
    () => new Set(),
  )

export function addNonEmptyColumns(filled: NonEmptyColumns, row: ReportRow): void {
  addKeys(filled.specs, row.specs)
  addKeys(filled.own, row.own)
  for (const [cityName, city] of row.cities) {
    const seen = filledCity(filled, cityName)
    addKeys(seen.statistics, city.statistics)
    for (const [site, { warehouses, ...prices }] of city.sites) {
      addKeys(filledFields(seen, site, ''), prices)
      for (const [name, warehouse] of warehouses) addKeys(filledFields(seen, site, name), warehouse)
    }
  }
}

function addKeys<Key extends string>(filled: Set<Key>, values: Readonly<Partial<Record<Key, Cell>>>): void {
  for (const key of Object.keys(values) as Key[]) if (values[key] !== null) filled.add(key)
}
