import type { ComparedPrice } from '../../../contract/reports/proposed-price.ts'
import type { QuickFilter } from '../../../contract/reports/quick-filters.ts'
import type { GroupCounts, RowGroup } from '../../../contract/reports/row-groups.ts'
import type { SortKey } from '../../../contract/reports/sort-key.ts'
import { createYields } from '../compare/yields.ts'
import { allPrices, type PriceReader, type ReportQuery, type SelectedTyres } from '../report-query.ts'
import type { TyrePrices } from '../tyre-prices.ts'
import type { DayOrders } from './day-orders.ts'
import { collectPrices, type DayPrices } from './day-prices.ts'
import { groupedPositions } from './row-group-values.ts'
import type { PriceScope } from './scope.ts'
import { inOrderOf } from './sorted-positions.ts'

/** Sort order and quick filters of a list (specification 10.26). */
export interface ListOrder {
  /** null for report order */
  sort: { key: SortKey; descending: boolean } | null
  /** quick filters; a tyre must match all of them */
  only: readonly QuickFilter[]
  /** city in which prices are compared; null for all cities */
  city: string | null
  /** compared kind of price */
  kind: ComparedPrice
  /** groups whose tyres are left out of a sort by group */
  folded: readonly RowGroup[]
}

/** Returns the tyres of the selection, filtered and sorted, and their numbers by group if sorted by it. */
export async function arranged(
  reader: PriceReader,
  query: ReportQuery,
  selection: SelectedTyres,
  { sort, only, city, kind, folded }: ListOrder,
): Promise<{ selection: SelectedTyres; groups?: GroupCounts }> {
  const { layout, priceType, analytics, multiplier } = query
  const filters = { site: query.filters.site, city: query.filters.city }
  const scope: PriceScope = { layout, priceType, analytics, filters, multiplier, city, kind }
  const orders = reader.orders.of(selection.index, () => pricesOf(reader, query, selection))
  const positions = await left(orders, scope, selection.positions, only)
  if (!sort) return { selection: { ...selection, positions } }
  const { key, descending } = sort
  const sorted = await orders.sorted(key, descending, scope)
  if (key.of !== 'market' || key.name !== 'groups')
    return { selection: { ...selection, positions: inOrderOf(sorted, positions) } }
  const grouped = groupedPositions(await orders.values(key, scope), positions, folded)
  return {
    selection: { ...selection, positions: inOrderOf(sorted, grouped.positions) },
    groups: grouped.groups,
  }
}

async function left(
  orders: DayOrders,
  scope: PriceScope,
  positions: Uint32Array,
  only: readonly QuickFilter[],
): Promise<Uint32Array> {
  let still = positions
  for (const name of only) {
    const values = await orders.values({ of: 'quick', name }, scope)
    still = still.filter((at) => (values[at] as number) > 0)
  }
  return still
}

/** Reads the prices of all tyres of the index, not only of the selected ones. */
function pricesOf(reader: PriceReader, query: ReportQuery, selection: SelectedTyres): Promise<DayPrices> {
  const positions = Uint32Array.from(selection.index.tyres.keys())
  const chunks = allPrices(reader, { ...query, filters: {} }, { ...selection, positions })
  return collectPrices(withPauses(chunks), reader.isOwnSite)
}

async function* withPauses(chunks: AsyncIterable<TyrePrices[]>): AsyncGenerator<TyrePrices[]> {
  const pause = createYields()
  for await (const chunk of chunks) {
    yield chunk
    await pause()
  }
}
