import type { MoveCounts } from '../../contract/reports/moves.ts'
import { gzipOf, makePart } from './deflate-parts.ts'
import { arranged, type ListOrder } from './order/list-order.ts'
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
import { WIRE_ROW } from './wire-rows.ts'

export interface WirePage {
  items: object[]
  total_rows: number
  current_page: number
  /** page and total number of pages, each under both names of specification 7.6 */
  page: number
  total_pages: number
  has_more: boolean
  /** only of a comparison (specification 14.6): counts of the whole selection, for all kinds of changes */
  counts?: MoveCounts
  compared?: string
  /** state of the days, equal for pages of one state (specification 10.12); undefined for a day without prices */
  state?: string
}

const PAGE_SIZE = PRICES_CHUNK

/**
 * Returns a page of a list.
 * @param arrangement sort order and quick filters; null for none
 */
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
    return { items: tyres.map((tyre) => WIRE_ROW[query.layout](tyre, settings)), ...paging }
  })

const OPENING = makePart('{"items":[')
const COMMA = makePart(',')

/**
 * Returns a page like reportPage, for a query that isCacheable accepts: its JSON as a gzip file, joined from cached
 * rows.
 */
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
    // Sorting reads prices too, perhaps of a newer state.
    if (!rows || (arrangement && !(await isStillCurrent()))) return undefined
    const closing = makePart(`],${JSON.stringify(paging).slice(1)}`)
    return gzipOf([OPENING, ...rows.flatMap((row, at) => (at === 0 ? row : [COMMA, row])), closing])
  })

/**
 * Computes a result from the selection, and repeats if the day was imported meanwhile: tyres of the former state
 * would have prices of the new one.
 * @param make returns undefined if it may have read another state than that of the selection
 */
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
  const selection = selected && arrangement ? await arranged(reader, query, selected, arrangement) : selected
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
      ...(selection?.versions && { state: selection.versions }),
      ...(query.comparison && { counts: selection?.counts ?? NO_MOVES, compared: query.comparison.day }),
    },
  }
}
