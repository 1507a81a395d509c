/** An answer in a uniform shape (specification 7.5 to 7.12). Prices in roubles, stock in pieces. */

import type { SpecName } from '../tyre/tyre-specs.ts'

/** null is an empty cell; 0 is a value; a text that is not a number is kept even if a number was expected. */
export type Cell = string | number | null

export interface WarehousePrices {
  retail: Cell
  wholesale: Cell
  cost: Cell
  stock: Cell
  /** change in percent since the site's previous day, of the wholesale price, or of the retail price if there is none */
  change: Cell
}

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

/** The position of a page in its run, as stated by the answer. */
export interface Paging {
  totalRows: number | null
  /** null if the answer does not say; the requested page is used then */
  currentPage: number | null
  totalPages: number | null
  hasMore: boolean | null
}

export interface ResultPage extends Paging {
  rows: ReportRow[]
  /** of a comparison, as it came: for readMoveCounts */
  counts?: unknown
  /** equal for pages between which the day's prices did not change; undefined if the server does not say */
  state?: unknown
}

export const emptyWarehouse = (): WarehousePrices => ({
  retail: null,
  wholesale: null,
  cost: null,
  stock: null,
  change: null,
})

export const emptySite = (): SitePrices => ({
  ...emptyWarehouse(),
  wholesaleStock: null,
  warehouses: new Map(),
})

export const emptyCity = (): CityPrices => ({
  statistics: { min: null, max: null, median: null, proposed: null },
  sites: new Map(),
})
