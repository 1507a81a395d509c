import type { MoveCounts } from '../../contract/reports/moves.ts'
import { type Arrangement, arranged } from './order/arranged.ts'
import { gzipOf, makePart } from './ready/gzip-parts.ts'
import type { ReadyRows } from './ready/ready-rows.ts'
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
  /** of the days, equal for pages of one state (specification 10.12); not of a day without prices */
  state?: string
}

const PAGE_SIZE = PRICES_CHUNK

/** A page of a list; `arrangement` narrows and sorts the selection, null leaves it as it is. */
export const reportPage = (
  reader: PriceReader,
  query: ReportQuery,
  page: number,
  arrangement: Arrangement | null = null,
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

/** As reportPage, for a query that areReady takes: its JSON as a gzip file, joined of ready rows. */
export const readyPage = (
  reader: PriceReader,
  ready: ReadyRows,
  query: ReportQuery,
  page: number,
  arrangement: Arrangement | null,
): Promise<Buffer> =>
  untilCurrent(reader, query, async (selected, isStillCurrent) => {
    const { selection, wanted, paging } = await pageOf(reader, query, selected, page, arrangement)
    const rows = selection ? await ready.of(query, selection, wanted, isStillCurrent) : []
    // An order is of prices, too, which may have been read just now.
    if (!rows || (arrangement && !(await isStillCurrent()))) return undefined
    const closing = makePart(`],${JSON.stringify(paging).slice(1)}`)
    return gzipOf([OPENING, ...rows.flatMap((row, at) => (at === 0 ? row : [COMMA, row])), closing])
  })

/**
 * Makes something of what is selected; again, as long as the day was imported meanwhile: tyres of the former state would have prices
 * of the new one.
 * @param make returns undefined if what it has read may not be of the state in which the tyres were selected
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
  arrangement: Arrangement | null,
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
