import { PRICE_KINDS } from '../../contract/offers/offer-values.ts'
import type { Cell, ReportRow, WarehousePrices } from '../../contract/reports/report-row.ts'

/** Returns whether any price in these rows has kopecks; if so, all prices of the table are formatted with kopecks. */
export const hasFractions = (rows: readonly ReportRow[]): boolean => rows.some(inRow)

function inRow({ own, cities }: ReportRow): boolean {
  if (isFraction(own.price) || isFraction(own.wholesale)) return true
  for (const { sites } of cities.values()) {
    for (const site of sites.values()) {
      if (inPrices(site)) return true
      for (const warehouse of site.warehouses.values()) if (inPrices(warehouse)) return true
    }
  }
  return false
}

const inPrices = (prices: WarehousePrices): boolean => PRICE_KINDS.some((kind) => isFraction(prices[kind]))

const isFraction = (cell: Cell): boolean => typeof cell === 'number' && !Number.isInteger(cell)
