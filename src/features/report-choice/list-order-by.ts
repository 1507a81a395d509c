import type { Report } from '../../../contract/reports/reports.ts'
import { GROUPS_COLUMN } from '../../../contract/reports/row-groups.ts'
import { isOfMarket, isRecent, readSortKey } from '../../../contract/reports/sort-key.ts'
import type { ListOrder } from '../../data/list-order.ts'
import { comparedKind } from './compared-kind.ts'
import { needsCity } from './needs-city.ts'
import type { ReportChoice } from './report-address.ts'
import { type Layout, orderText, type View } from './view.ts'

/** Default order of the layouts that compare prices. */
const BY_GROUP = { column: GROUPS_COLUMN, descending: true }

/** Returns whether a layout displays its rows in groups: another order or quick filters replace these. */
export const isInGroups = (layout: Layout, { order, only }: View): boolean =>
  layout !== 'table' && order === null && only.length === 0

/**
 * Returns the part of a view that a companion server applies: the sort, and the quick filters unless the layout has
 * none.
 * @param groups present if the server sorts by group; with the city that the device has stored, null for all cities
 */
export function listOrderBy(
  report: Report,
  choice: ReportChoice,
  layout: Layout,
  view: View,
  groups?: { city: string | null },
): ListOrder {
  const isGrouped = groups !== undefined && isInGroups(layout, view)
  const city = view.city ?? (choice.filters.city || (isGrouped && groups.city) || '')
  // Proposals compare prices in one city. A city that the layout chooses itself is only known after the rows have
  // loaded.
  const compares = city !== '' || !needsCity(report)
  const wished = isGrouped ? BY_GROUP : view.order
  const key = wished && readSortKey(wished.column)
  const isKnown = key !== null && (groups !== undefined || !isRecent(key))
  const order = isKnown && (compares || !isOfMarket(key)) ? wished : null
  const only = layout === 'table' || !compares ? [] : view.only
  const isCompared = only.length > 0 || (order !== null && key !== null && isOfMarket(key))
  return [
    ...(order ? [['sort', orderText(order)] as const] : []),
    ...only.map((name) => ['only', name] as const),
    ...(isCompared && city !== '' ? [['in', city] as const] : []),
    ...(isCompared ? [['kind', view.kind ?? comparedKind(choice)] as const] : []),
    ...(isGrouped && order ? view.folded.map((group) => ['fold', group] as const) : []),
  ]
}
