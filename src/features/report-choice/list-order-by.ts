import type { Companion } from '../../../contract/companion.ts'
import type { Report } from '../../../contract/reports/reports.ts'
import { GROUPS_COLUMN } from '../../../contract/reports/row-groups.ts'
import { dependsOnMarket, isRecent, readSortKey } from '../../../contract/reports/sort-key.ts'
import { DEFAULT_ORDER, type ListOrder } from '../../data/list-order.ts'
import { preferences } from '../../lib/preferences.ts'
import { comparedKind, needsCity, type ReportChoice } from './report-address.ts'
import { type Layout, orderText, type View } from './view.ts'

/** Default order of the layouts that compare prices. */
const BY_GROUP = { column: GROUPS_COLUMN, descending: true }

/** Returns whether a layout displays its rows in groups: another order or quick filters replace these. */
export const isInGroups = (layout: Layout, { order, only }: View): boolean =>
  layout !== 'table' && order === null && only.length === 0

/** Returns whether a layout displays its rows in the order of any server, all of them. */
export const isDefaultOrder = (layout: Layout, { order, only }: View): boolean =>
  layout === 'table' && order === null && only.length === 0

/** Returns how a server with these offers is to sort and filter the rows of a layout (specification 10.26). */
export function offeredOrder(
  { offers }: Pick<Companion, 'offers'>,
  report: Report,
  choice: ReportChoice,
  layout: Layout,
  view: View,
): ListOrder {
  if (!offers.includes('order')) return DEFAULT_ORDER
  return listOrderBy(report, choice, layout, view, offers.includes('groups'))
}

/**
 * Returns the part of a view that a companion server applies: the sort, and the quick filters unless the layout has
 * none.
 * @param groups whether the server sorts by group: then in the city that the device has stored, if no other is chosen.
 * Such a server also leaves out competitors' prices; another one does not, so the device compares the page's rows.
 */
export function listOrderBy(
  report: Report,
  choice: ReportChoice,
  layout: Layout,
  view: View,
  groups = false,
): ListOrder {
  const isGrouped = groups && isInGroups(layout, view)
  const city = view.city ?? (choice.filters.city || (isGrouped && preferences.marketCity.get()) || '')
  // Proposals compare prices in one city; the one that the layout chooses is only known after the rows have loaded.
  const compares = (city !== '' || !needsCity(report)) && (groups || view.competitors === null)
  const wished = isGrouped ? BY_GROUP : view.order
  const key = wished && readSortKey(wished.column)
  const isKnown = key !== null && (groups || !isRecent(key))
  const order = isKnown && (compares || !dependsOnMarket(key)) ? wished : null
  const only = layout === 'table' || !compares ? [] : view.only
  const isCompared = only.length > 0 || (order !== null && key !== null && dependsOnMarket(key))
  return [
    ...(order ? [['sort', orderText(order)] as const] : []),
    ...only.map((name) => ['only', name] as const),
    ...(isCompared && city !== '' ? [['in', city] as const] : []),
    ...(isCompared ? [['kind', view.kind ?? comparedKind(choice)] as const] : []),
    ...(isCompared && view.competitors ? [['competitors', view.competitors] as const] : []),
    ...(isGrouped && order ? view.folded.map((group) => ['fold', group] as const) : []),
  ]
}
