import type { ReportLayout } from '../../../contract/lib/lists.ts'
import {
  emptyFilled,
  type Filled,
  type FilledCity,
  type PriceFieldName,
} from '../../../contract/reports/filled.ts'
import type { TyrePrices } from '../tyre-prices.ts'
import type { RowSettings } from '../wire-rows.ts'
import { ByPlace } from './by-place.ts'
import { type OfferPrices, type RowValues, TELL_ROW } from './row-values.ts'

const FIELDS = ['retail', 'wholesale', 'cost', 'stock', 'change'] as const satisfies (keyof OfferPrices)[]

/**
 * Creates a collector of the columns (attributes, statistics, warehouses' fields) that have a value in at least one
 * added tyre's row.
 */
export function collectFilled(
  layout: ReportLayout,
  settings: RowSettings,
): { filled: Filled; add(tyre: TyrePrices): void } {
  const filled = emptyFilled()
  const cityOf = (name: string): FilledCity => {
    const city = filled.cities.get(name) ?? { statistics: new Set(), sites: new Map() }
    filled.cities.set(name, city)
    return city
  }
  const places = new ByPlace((city, site, warehouse) => {
    const { sites } = cityOf(city)
    const warehouses = sites.get(site) ?? new Map<string, Set<PriceFieldName>>()
    const fields = new Set<PriceFieldName>()
    sites.set(site, warehouses.set(warehouse, fields))
    return fields
  })
  const values: RowValues = {
    spec(name, value) {
      if (value !== '') filled.specs.add(name)
    },
    own(name, value) {
      if (value !== null) filled.own.add(name)
    },
    statistic(city, name, value) {
      if (value !== null) cityOf(city).statistics.add(name)
    },
    prices(offer, prices) {
      const fields = places.at(offer)
      for (const field of FIELDS) if (prices[field] !== null) fields.add(field)
    },
  }
  return { filled, add: (tyre) => TELL_ROW[layout](tyre, settings, values) }
}
