import type { QuickFilter } from '../../../../contract/reports/quick-filters.ts'
import type { ReportRow } from '../../../../contract/reports/report-row.ts'
import type { Report } from '../../../../contract/reports/reports.ts'
import { arranges } from '../../../data/list-order.ts'
import type { Order } from '../../report-choice/view.ts'
import type { LayoutProps } from './layout-props.ts'
import { inStock, type RowPrices } from './row-prices.ts'

/** Predicates of the quick filters for a row's prices in the chosen city and of the chosen kind. */
const KEEPS: Readonly<Record<QuickFilter, (prices: RowPrices) => boolean>> = {
  dearer: ({ percent }) => percent !== null && percent > 0,
  level: ({ percent }) => percent === 0,
  cheaper: ({ percent }) => percent !== null && percent < 0,
  // A tyre that no competitor offers does not count as the cheapest.
  cheapest: ({ rank, percent }) => rank === 1 && percent !== null,
  // Only the own site's stock counts: users cannot sell the competitors' stock.
  inStock: ({ bySite }) => [...bySite.values()].some((site) => site.own && inStock(site) === true),
  changed: ({ changed }) => changed,
  // Only the server knows the recommended prices.
  belowRrp: () => true,
}

/** Returns whether a report's rows suffice for a filter: no row has a recommended price, and few have changes. */
export const isKnownOf = ({ layout }: Report, name: QuickFilter): boolean =>
  name !== 'belowRrp' && (name !== 'changed' || layout === 'changes')

/** Returns the rows that pass all quick filters; the same array if there are no filters */
export function narrowed(
  rows: readonly ReportRow[],
  of: (row: ReportRow) => RowPrices,
  only: readonly QuickFilter[],
): readonly ReportRow[] {
  if (only.length === 0) return rows
  return rows.filter((row) => only.every((name) => KEEPS[name](of(row))))
}

/** Sort and quick filters to apply to the page's rows on the device, because the server has not applied them. */
export interface ClientListOrder {
  order: Order | null
  only: readonly QuickFilter[]
}

export const clientListOrder = ({
  report,
  view,
  arranged,
}: Pick<LayoutProps, 'report' | 'arranged'> & { view: ClientListOrder }): ClientListOrder => ({
  order: arranges(arranged, 'sort') ? null : view.order,
  only: arranges(arranged, 'only') ? [] : view.only.filter((name) => isKnownOf(report, name)),
})
