import type { Competitors } from '../../../contract/reports/competitors.ts'
import type { ComparedPrice } from '../../../contract/reports/proposed-price.ts'
import type { QuickFilter } from '../../../contract/reports/quick-filters.ts'
import { REPORTS } from '../../../contract/reports/reports.ts'
import type { GroupCounts, RowGroup } from '../../../contract/reports/row-groups.ts'
import type { SortKey } from '../../../contract/reports/sort-key.ts'
import type { VersionedIndex } from '../day-indexes.ts'
import { recommendedByTyre } from '../recommended-prices.ts'
import {
  allPrices,
  type PriceReader,
  type ReportQuery,
  type SelectedTyres,
  toReportQuery,
} from '../report-query.ts'
import { createYields } from '../steps.ts'
import type { CatalogTyre } from '../tyre-catalog.ts'
import type { TyrePrices } from '../tyre-prices.ts'
import type { DayOrders } from './day-orders.ts'
import { collectPrices, type DayPrices } from './day-prices.ts'
import type { PriceScope } from './scope.ts'
import { groupedPositions, inOrderOf } from './sorted-positions.ts'

/** Sort order and quick filters of a list (specification 10.26). */
export interface ListOrder {
  /** null for report order */
  sort: { key: SortKey; descending: boolean } | null
  /** quick filters; a tyre must match all of them */
  only: readonly QuickFilter[]
  /** city in which prices are compared; null for all cities */
  city: string | null
  kind: ComparedPrice
  /** compared competitors; null for all */
  competitors: Competitors | null
  /** groups whose tyres are left out of a sort by group */
  folded: readonly RowGroup[]
}

/** Comparison of the retail prices of all competitors in all cities. */
export const ALL_RETAIL = { city: null, kind: 'retail', competitors: null } as const

function scopeOf(
  { layout, priceType, analytics, multiplier, filters: { site, city } }: ReportQuery,
  compared: Pick<ListOrder, keyof typeof ALL_RETAIL>,
): PriceScope {
  return { layout, priceType, analytics, multiplier, filters: { site, city }, ...compared }
}

/** Returns the tyres of the selection, filtered and sorted, and their numbers by group if sorted by it. */
export async function arranged(
  reader: PriceReader,
  query: ReportQuery,
  selection: SelectedTyres,
  { sort, only, folded, ...compared }: ListOrder,
): Promise<{ selection: SelectedTyres; groups?: GroupCounts }> {
  const scope = scopeOf(query, compared)
  const orders = reader.orders.of(selection.index, () => pricesOf(reader, query, selection))
  const positions = await left(reader, query, { orders, scope, selection }, only)
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
  { sql }: PriceReader,
  { day }: ReportQuery,
  { orders, scope, selection }: { orders: DayOrders; scope: PriceScope; selection: SelectedTyres },
  only: readonly QuickFilter[],
): Promise<Uint32Array> {
  let still = selection.positions
  for (const name of only) {
    const values = await orders.values({ of: 'quick', name }, scope)
    if (name === 'belowRrp') {
      const recommended = await recommendedByTyre(sql, day)
      const { tyres } = selection.index
      still = still.filter(
        (at) => (values[at] as number) < (recommended.get((tyres[at] as CatalogTyre).id) ?? 0),
      )
    } else still = still.filter((at) => (values[at] as number) > 0)
  }
  return still
}

/** Prices of a whole day with the tyres that they belong to, by position. */
export interface DayMarket {
  index: VersionedIndex
  orders: DayOrders
}

/** Query for all prices of a day, whose rows do not depend on the threshold. */
export const allPricesOf = (day: string): ReportQuery => ({
  ...toReportQuery(REPORTS['all-prices'], 'all'),
  day,
  comparison: null,
  filters: {},
  search: '',
  multiplier: null,
  threshold: 0,
})

/** Returns the market of a day, which shares its prices with the day's sorted lists; undefined for a day without prices. */
export async function dayMarket(reader: PriceReader, day: string): Promise<DayMarket | undefined> {
  const index = await reader.indexes.of(day)
  if (!index) return undefined
  const selection = { index, positions: new Uint32Array(), versions: undefined }
  return { index, orders: reader.orders.of(index, () => pricesOf(reader, allPricesOf(day), selection)) }
}

/** Loads the competitors' retail medians of the last day, in roubles by tyre id; undefined for tyres without one. */
export async function marketMedians(reader: PriceReader): Promise<(tyre: number) => number | undefined> {
  const day = await reader.indexes.lastDay()
  const market = day === null ? undefined : await dayMarket(reader, day)
  if (!market) return () => undefined
  const scope = scopeOf(allPricesOf(''), ALL_RETAIL)
  const medians = await market.orders.values({ of: 'market', name: 'others' }, scope)
  const positions = new Map(market.index.tyres.map(({ id }, position) => [id, position]))
  return (tyre) => {
    const median = medians[positions.get(tyre) ?? -1]
    return median === undefined || Number.isNaN(median) ? undefined : median
  }
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
