import { randomUUID } from 'node:crypto'
import { serialize } from 'node:v8'
import { emptyFilled, type Filled } from '../../../contract/reports/filled.ts'
import { REPORTS, type ReportId } from '../../../contract/reports/reports.ts'
import { sheetColumns } from '../../../contract/spreadsheet/sheet-columns.ts'
import { checkSheetSize, MAX_COLUMNS } from '../../../contract/spreadsheet/sheet-limits.ts'
import { xlsxSheet } from '../../../contract/spreadsheet/xlsx-sheet.ts'
import { deflatePart, type Part } from '../deflate-parts.ts'
import { placeFit } from '../filter-fit.ts'
import {
  inStoredOrder,
  type PriceReader,
  type ReportQuery,
  type SelectedTyres,
  select,
} from '../report-query.ts'
import { rowsOf } from '../row-cache/build-rows.ts'
import type { RunTask } from '../threads/tasks.ts'
import type { CatalogTyre } from '../tyre-catalog.ts'
import { inCellOrder, type ReportFile } from './file-table.ts'
import { filledByShapes } from './filled-by-shapes.ts'
import { filledColumns } from './filled-columns.ts'
import { mergeFilled } from './merge-filled.ts'
import { OutdatedFile, ofOneState } from './one-state.ts'
import { type FileTyres, SHEET_LEVEL, type SheetFile } from './sheet-rows.ts'
import { xlsxStream } from './xlsx.ts'

/**
 * Number of tyres per part: its rows are garbage before the collector promotes them, and the transfer is cheap in
 * comparison.
 */
const PART = 50
/** Number of parts that are generated or wait to be sent, whatever the file's size. */
const AT_ONCE = 4

/** City and site above the column names. */
const HEADER_ROWS = 2

/**
 * Generates the report as xlsx (specification 5.5). Sending begins at once unless there may be too many columns.
 * Threads read the selection while it is sent: first to find the non-empty columns, unless the import has stored them
 * or they are cached, then for the rows. The file is aborted if its day is imported meanwhile.
 * @param gone aborts the work when the client has disconnected
 * @throws SheetTooLarge
 * @returns undefined if there are no rows
 */
export async function reportXlsx(
  reader: PriceReader,
  id: ReportId,
  query: ReportQuery,
  gone: AbortSignal,
  run: RunTask,
): Promise<ReportFile | undefined> {
  const selection = await select(reader, query)
  if (!selection || selection.positions.length === 0) return undefined
  const { day, priceType } = query
  const common = commonOf(reader, query, selection)
  const total = selection.positions.length
  let filling: Promise<Filled> | undefined
  const columnsOnce = async () => {
    filling ??= filledIn(reader, query, selection, common, gone, run)
    const filled = await filling
    return { filled, columns: sheetColumns(REPORTS[id], priceType, filled, day, reader.isOwnSite) }
  }
  checkSheetSize(0, HEADER_ROWS + total)
  // After the first byte nothing can be refused any more.
  if (mostColumns(selection, query) > MAX_COLUMNS) {
    const known = await columnsOnce().catch((error) => {
      if (error instanceof OutdatedFile) return null
      throw error
    })
    if (!known) return reportXlsx(reader, id, query, gone, run)
    checkSheetSize(known.columns.length, 0)
  }

  const parts = async function* (onRows: (rows: number) => void): AsyncGenerator<Part> {
    const { filled, columns } = await columnsOnce()
    const file: SheetFile = { id: randomUUID(), report: id, filled: serialize(filled) }
    const written = partsOf(selection, ({ tyres, before }) =>
      run('sheet', { ...common, tyres, before, file }),
    )
    const sheet = xlsxSheet(inCellOrder(columns))
    yield deflatePart(sheet.start(), SHEET_LEVEL)
    for await (const { made, tyres } of ofOneState(reader, query, selection, inOrder(written, gone))) {
      yield made
      onRows(tyres.length)
    }
    sheet.continueAfter(total)
    yield deflatePart(sheet.end(), SHEET_LEVEL)
  }

  return { total, write: (onRows) => xlsxStream(parts(onRows)) }
}

/** Maximum number of columns of a day and a tyre, of one warehouse, and of one city. */
const COLUMNS = { tyre: 20, warehouse: 5, city: 4 }

/** Returns an upper bound of the columns without reading prices. */
const mostColumns = ({ siteCities = [] }: SelectedTyres, { filters: { site, city } }: ReportQuery): number =>
  siteCities
    .filter(placeFit({ site, city }))
    .reduce((sum, { warehouses }) => sum + warehouses.length * COLUMNS.warehouse + COLUMNS.city, COLUMNS.tyre)

/** Properties that all requests for parts of a file share. */
type Common = Omit<FileTyres, 'tyres'>

function commonOf(
  { isOwnSite }: PriceReader,
  query: ReportQuery,
  { index: { hosts } }: SelectedTyres,
): Common {
  const { site, city } = query.filters
  return { of: rowsOf(query), places: { site, city }, hosts, own: [...hosts.values()].filter(isOwnSite) }
}

/** Returns the columns with values of the file: as stored by the import, or else by reading the prices. */
function filledIn(
  reader: PriceReader,
  query: ReportQuery,
  selection: SelectedTyres,
  common: Common,
  gone: AbortSignal,
  run: RunTask,
): Promise<Filled> {
  const { filters, search } = query
  const look = async () => {
    const filled = emptyFilled()
    const looked = partsOf(inStoredOrder(selection), ({ tyres }) => run('filled', { ...common, tyres }))
    for await (const { made } of ofOneState(reader, query, selection, inOrder(looked, gone)))
      mergeFilled(filled, made)
    return filled
  }
  // The result of a search changes as soon as other days add tyres.
  if (search !== '') return look()
  return filledColumns(
    selection.index,
    { of: common.of, filters },
    async () => filledByShapes(reader, query, selection) ?? look(),
  )
}

interface Asked<Made> {
  tyres: readonly CatalogTyre[]
  made: Promise<Made>
}

/** Yields the selection in parts; each is requested when it is reached. */
function* partsOf<Made>(
  { index, positions }: SelectedTyres,
  ask: (part: { tyres: readonly CatalogTyre[]; before: number }) => Promise<Made>,
): Generator<Asked<Made>> {
  for (let before = 0; before < positions.length; before += PART) {
    const tyres = Array.from(
      positions.subarray(before, before + PART),
      (position) => index.tyres[position] as CatalogTyre,
    )
    yield { tyres, made: ask({ tyres, before }) }
  }
}

/** Yields results in order, with some requested in advance. */
async function* inOrder<Made>(
  asked: Iterator<Asked<Made>>,
  gone: AbortSignal,
): AsyncGenerator<{ made: Made; tyres: readonly CatalogTyre[] }> {
  const ahead: Asked<Made>[] = []
  for (;;) {
    while (ahead.length < AT_ONCE) {
      gone.throwIfAborted()
      const next = asked.next()
      if (next.done) break
      // The failure is reported to the consumer when its turn comes.
      next.value.made.catch(() => undefined)
      ahead.push(next.value)
    }
    const first = ahead.shift()
    if (!first) return
    const made = await first.made
    gone.throwIfAborted()
    yield { made, tyres: first.tyres }
  }
}
