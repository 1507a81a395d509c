import type { QuickFilter } from '../../../../contract/reports/quick-filters.ts'
import type { ReportRow } from '../../../../contract/reports/report-row.ts'
import type { Report } from '../../../../contract/reports/reports.ts'
import { inStock, type RowPrices } from './site-prices.ts'

/** Predicates of the filters, for the chosen city and kind of price. */
const KEEPS: Readonly<Record<QuickFilter, (prices: RowPrices) => boolean>> = {
  dearer: ({ percent }) => percent !== null && percent > 0,
  level: ({ percent }) => percent === 0,
  cheaper: ({ percent }) => percent !== null && percent < 0,
  // A price without competitors is not the cheapest.
  cheapest: ({ rank, percent }) => rank === 1 && percent !== null,
  // Stock of the own site: others' stock cannot be sold here.
  inStock: ({ bySite }) => [...bySite.values()].some((site) => site.own && inStock(site) === true),
  changed: ({ changed }) => changed,
}

/** Returns whether a report's rows support the filter: only price changes contain changes. */
export const isKnownOf = ({ layout }: Report, name: QuickFilter): boolean =>
  name !== 'changed' || layout === 'changes'

/** Applies quick filters. @returns the same array without any */
export function narrowed(
  rows: readonly ReportRow[],
  of: (row: ReportRow) => RowPrices,
  only: readonly QuickFilter[],
): readonly ReportRow[] {
  if (only.length === 0) return rows
  return rows.filter((row) => only.every((name) => KEEPS[name](of(row))))
}
