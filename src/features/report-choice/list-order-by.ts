import type { Report } from '../../../contract/reports/reports.ts'
import { isOfMarket, readSortKey } from '../../../contract/reports/sort-key.ts'
import type { ListOrder } from '../../data/list-order.ts'
import { comparedKind } from './compared-kind.ts'
import { needsCity } from './needs-city.ts'
import type { ReportChoice } from './report-address.ts'
import { type Layout, orderText, type View } from './view.ts'

/**
 * Returns the part of a view that a companion server applies: the sort, and the quick filters unless the layout has
 * none.
 */
export function listOrderBy(report: Report, choice: ReportChoice, layout: Layout, view: View): ListOrder {
  const city = view.city ?? choice.filters.city ?? ''
  // Proposals compare prices in one city. A city that the layout chooses itself is only known after the rows have
  // loaded.
  const compares = city !== '' || !needsCity(report)
  const key = view.order && readSortKey(view.order.column)
  const order = key && (compares || !isOfMarket(key)) ? view.order : null
  const only = layout === 'table' || !compares ? [] : view.only
  const isCompared = only.length > 0 || (order !== null && key !== null && isOfMarket(key))
  return [
    ...(order ? [['sort', orderText(order)] as const] : []),
    ...only.map((name) => ['only', name] as const),
    ...(isCompared && city !== '' ? [['in', city] as const] : []),
    ...(isCompared ? [['kind', view.kind ?? comparedKind(choice)] as const] : []),
  ]
}
