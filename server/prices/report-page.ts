import type { MoveCounts } from '../../contract/moves.ts'
import { type Arrangement, arranged } from './order/arranged.ts'
import {
  NO_MOVES,
  type PriceReader,
  pricesAt,
  type ReportQuery,
  rowSettings,
  type SelectedTyres,
  select,
} from './report-query.ts'
import { PRICES_CHUNK } from './tyre-prices.ts'
import { WIRE_ROW } from './wire-rows.ts'

export interface WirePage {
  items: object[]
  total_rows: number
  current_page: number
  /** the total number of pages, under both names of specification 7.6 */
  page: number
  total_pages: number
  has_more: boolean
  /** only of a comparison (specification 14.6): the whole selection's, whichever moves are asked for */
  counts?: MoveCounts
  compared?: string
}

const PAGE_SIZE = PRICES_CHUNK

/** @param arrangement how the selection is narrowed and sorted; null as it is */
export async function reportPage(
  reader: PriceReader,
  query: ReportQuery,
  page: number,
  arrangement: Arrangement | null = null,
): Promise<WirePage> {
  const selected = await select(reader, query)
  const selection = selected && arrangement ? await arranged(reader, query, selected, arrangement) : selected
  const total = selection?.positions.length ?? 0
  const pages = Math.ceil(total / PAGE_SIZE)
  const items = selection ? await wireRows(reader, query, selection, page) : []
  return {
    items,
    total_rows: total,
    current_page: page,
    page: pages,
    total_pages: pages,
    has_more: page < pages,
    ...(query.comparison && { counts: selection?.counts ?? NO_MOVES, compared: query.comparison.day }),
  }
}

async function wireRows(
  reader: PriceReader,
  query: ReportQuery,
  selection: SelectedTyres,
  page: number,
): Promise<object[]> {
  const settings = rowSettings(reader, query)
  const wanted = selection.positions.subarray((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  const tyres = await pricesAt(reader, query, selection, wanted)
  return tyres.map((tyre) => WIRE_ROW[query.layout](tyre, settings))
}
