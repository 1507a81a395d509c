import { setTimeout as delay } from 'node:timers/promises'
import type { MoveCounts } from '../../contract/reports/moves.ts'
import type { GroupCounts } from '../../contract/reports/row-groups.ts'
import { gzipOf, makePart } from './deflate-parts.ts'
import { ALL_RETAIL, allPricesOf, arranged, type ListOrder } from './order/list-order.ts'
import {
  isCurrent,
  NO_MOVES,
  type PriceReader,
  pricesAt,
  type ReportQuery,
  rowSettings,
  type SelectedTyres,
  select,
} from './report-query.ts'
import type { RowCache } from './row-cache/row-cache.ts'
import { PRICES_CHUNK } from './tyre-prices.ts'
import { wireRow } from './wire-rows.ts'

interface WirePage {
  items: object[]
  total_rows: number
  current_page: number
  /** total number of pages, twice: specification 7.6 has two names for it */
  page: number
  total_pages: number
  has_more: boolean
  /** only in a comparison (specification 14.6): number of tyres in the whole selection by kind of change */
  counts?: MoveCounts
  compared?: string
  /** only in a sort by group: number of tyres by group, also of folded groups */
  groups?: GroupCounts
  /** version of the days' prices: pages with equal values are consistent (specification 10.12) */
  state?: string
}

const PAGE_SIZE = PRICES_CHUNK

/** Returns a page of a list. @param arrangement sort order and quick filters; null for none */
export const reportPage = (
  reader: PriceReader,
  query: ReportQuery,
  page: number,
  arrangement: ListOrder | null = null,
): Promise<WirePage> =>
  untilCurrent(reader, query, async (selected, isStillCurrent) => {
    const { selection, wanted, paging } = await pageOf(reader, query, selected, page, arrangement)
    const settings = rowSettings(reader, query)
    const tyres = selection ? await pricesAt(reader, query, selection, wanted) : []
    if (!(await isStillCurrent())) return undefined
    return { items: tyres.map((tyre) => wireRow(tyre, settings)), ...paging }
  })

const OPENING = makePart('{"items":[')
const COMMA = makePart(',')

/** Returns the page that reportPage returns, gzipped, joined from cached rows. The query must satisfy isCacheable. */
export const cachedPage = (
  reader: PriceReader,
  rowCache: RowCache,
  query: ReportQuery,
  page: number,
  arrangement: ListOrder | null,
): Promise<Buffer> =>
  untilCurrent(reader, query, async (selected, isStillCurrent) => {
    const { selection, wanted, paging } = await pageOf(reader, query, selected, page, arrangement)
    const rows = selection ? await rowCache.of(query, selection, wanted, isStillCurrent) : []
    // Sorting reads prices too, and may have read them after an import.
    if (!rows || (arrangement && !(await isStillCurrent()))) return undefined
    const closing = makePart(`],${JSON.stringify(paging).slice(1)}`)
    return gzipOf([OPENING, ...rows.flatMap((row, at) => (at === 0 ? row : [COMMA, row])), closing])
  })

/** Computes a result, and again if the day was imported meanwhile. @param make returns undefined after an import */
async function untilCurrent<Made>(
  reader: PriceReader,
  query: ReportQuery,
  make: (
    selected: SelectedTyres | undefined,
    isStillCurrent: () => Promise<boolean>,
  ) => Promise<Made | undefined>,
): Promise<Made> {
  for (;;) {
    const selected = await select(reader, query)
    const made = await make(selected, async () => !selected || isCurrent(reader, query, selected))
    if (made !== undefined) return made
  }
}

async function pageOf(
  reader: PriceReader,
  query: ReportQuery,
  selected: SelectedTyres | undefined,
  page: number,
  arrangement: ListOrder | null,
): Promise<{ selection: SelectedTyres | undefined; wanted: Uint32Array; paging: Omit<WirePage, 'items'> }> {
  const { selection, groups } =
    selected && arrangement
      ? await arranged(reader, query, selected, arrangement)
      : { selection: selected, groups: undefined }
  const positions = selection?.positions ?? new Uint32Array()
  const pages = Math.ceil(positions.length / PAGE_SIZE)
  return {
    selection,
    wanted: positions.subarray((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    paging: {
      total_rows: positions.length,
      current_page: page,
      page: pages,
      total_pages: pages,
      has_more: page < pages,
      ...(groups && { groups }),
      ...(selection?.versions && { state: selection.versions }),
      ...(query.comparison && { counts: selection?.counts ?? NO_MOVES, compared: query.comparison.day }),
    },
  }
}

/** Maximum time in ms that the start waits for the index; with a very large catalog it answers earlier. */
const AT_MOST_MS = 2_000

/** Builds the index of the last day before the server answers; the first list request would otherwise wait for it. */
export async function indexLastDay({ indexes }: PriceReader): Promise<void> {
  const made = indexes.lastDay().then((day) => (day === null ? undefined : indexes.of(day)))
  await Promise.race([made, delay(AT_MOST_MS, undefined, { ref: false })])
}

/** Prebuilds the rows and the default orders of the all-prices report of the last day, the most requested ones. */
export async function prepareLastDay(reader: PriceReader, rowCache: RowCache): Promise<void> {
  const day = await reader.indexes.lastDay()
  if (day === null) return
  const query = allPricesOf(day)
  await cachedPage(reader, rowCache, query, 1, null)
  // 'Рынок' and 'Список' begin with this order. It reads the day's prices into memory.
  const sort = { key: { of: 'market', name: 'groups' }, descending: true } as const
  await cachedPage(reader, rowCache, query, 1, { sort, only: [], folded: [], ...ALL_RETAIL })
}
