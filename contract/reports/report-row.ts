/** Rows and paging of list answers, in one shape for all reports (specification 7.5 to 7.12); prices are in roubles. */

import { recordOf } from '../lib/record-of.ts'
import { STORED_VALUES, type StoredValue } from '../offers/offer-values.ts'
import type { SpecName } from '../tyre/tyre-specs.ts'
import type { GroupCounts } from './row-groups.ts'

/** Value of a cell: null if empty; 0 is a value. Text stays text even where a number is expected. */
export type Cell = string | number | null

export type WarehousePrices = Record<StoredValue, Cell>

export interface SitePrices extends WarehousePrices {
  wholesaleStock: Cell
  warehouses: Map<string, WarehousePrices>
}

export interface CityStatistics {
  min: Cell
  max: Cell
  median: Cell
  proposed: Cell
}

export interface CityPrices {
  statistics: CityStatistics
  /** keyed by host name without www */
  sites: Map<string, SitePrices>
}

export interface ReportRow {
  specs: Record<SpecName, Cell>
  /** only on price changes: 'Наша цена', 'Опт. цена', 'Отклонение, %' */
  own: { price: Cell; wholesale: Cell; diffPercent: Cell }
  cities: Map<string, CityPrices>
  highlighted: boolean
  highlightedCities: string[]
}

/** Position of a page in its result set, as stated by the answer. */
export interface Paging {
  totalRows: number | null
  /** null if the answer does not state it; the requested page is used then */
  currentPage: number | null
  totalPages: number | null
  hasMore: boolean | null
}

export interface ResultPage extends Paging {
  rows: ReportRow[]
  /** counts of a comparison, unparsed; readMoveCounts reads them */
  counts?: unknown
  /** number of the result set's tyres by group, if the rows are sorted by it */
  groups?: GroupCounts | undefined
  /** version of the day's prices: equal for pages that were read without a change in between; undefined if not sent */
  state?: unknown
}

export const emptyWarehouse = (): WarehousePrices => recordOf(STORED_VALUES, () => null)

export const emptySite = (): SitePrices => ({
  ...emptyWarehouse(),
  wholesaleStock: null,
  warehouses: new Map(),
})

export const emptyCity = (): CityPrices => ({
  statistics: { min: null, max: null, median: null, proposed: null },
  sites: new Map(),
})
