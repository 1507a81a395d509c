import { randomUUID } from 'node:crypto'
import { serialize } from 'node:v8'
import { emptyFilled, type NonEmptyColumns } from '../../../contract/reports/filled.ts'
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
import { cachedFilled, filledByShapes, mergeFilled } from './file-columns.ts'
import { ensureUnchangedDay, inCellOrder, OutdatedFileError, type ReportFile } from './file-table.ts'
import { type FileTyres, SHEET_LEVEL, type SheetFile } from './sheet-rows.ts'
import { xlsxStream } from './xlsx.ts'

/** Tyres per part: their rows are collected before V8 promotes them, and transferring a part costs little. */
const PART = 50
/** Maximum number of parts that are being generated or wait to be sent, whatever the file's size. */
const AT_ONCE = 4

/** Number of header rows: one with the city and site, one with the column names. */
const HEADER_ROWS = 2

/**
 * Generates the report as xlsx (specification 5.5). Sending begins at once unless the sheet may have too many columns.
 * While the file is sent, threads find the non-empty columns (unless they are cached or derived from what the import
 * stored), then build the rows. An import of the day during that time aborts the file.
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
  const { day, priceType, filters, search } = query
  const { hosts } = selection.index
  const total = selection.positions.length
  const common: Omit<FileTyres, 'tyres'> = {
    of: rowsOf(query),
    places: { site: filters.site, city: filters.city },
    hosts,
    own: [...hosts.values()].filter(reader.isOwnSite),
  }
  const readFilled = async () => {
    const filled = emptyFilled()
    const parts = partsOf(inStoredOrder(selection), ({ tyres }) => run('filled', { ...common, tyres }))
    for await (const { made } of ensureUnchangedDay(reader, query, selection, inOrder(parts, gone)))
      mergeFilled(filled, made)
    return filled
  }
  // Not cached for a search: which tyres it finds may change when another day is imported.
  const findFilled = () =>
    search !== ''
      ? readFilled()
      : cachedFilled(
          selection.index,
          { of: common.of, filters },
          async () => filledByShapes(reader, query, selection) ?? readFilled(),
        )
  let filling: Promise<NonEmptyColumns> | undefined
  const columnsOnce = async () => {
    filling ??= findFilled()
    const filled = await filling
    return { filled, columns: sheetColumns(REPORTS[id], priceType, filled, day, reader.isOwnSite) }
  }
  checkSheetSize(0, HEADER_ROWS + total)
  // A file that is too large must be refused before its first byte is sent.
  if (mostColumns(selection, query) > MAX_COLUMNS) {
    const known = await columnsOnce().catch((error) => {
      if (error instanceof OutdatedFileError) return null
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
    for await (const { made, tyres } of ensureUnchangedDay(
      reader,
      query,
      selection,
      inOrder(written, gone),
    )) {
      yield made
      onRows(tyres.length)
    }
    sheet.continueAfter(total)
    yield deflatePart(sheet.end(), SHEET_LEVEL)
  }

  return { total, write: (onRows) => xlsxStream(parts(onRows)) }
}

/** Maximum number of columns: of a tyre's attributes and the day, of one warehouse, and of one city's statistics. */
const COLUMNS = { tyre: 20, warehouse: 5, city: 4 }

/** Returns an upper bound of the number of columns, without reading prices. */
const mostColumns = ({ siteCities = [] }: SelectedTyres, { filters: { site, city } }: ReportQuery): number =>
  siteCities
    .filter(placeFit({ site, city }))
    .reduce((sum, { warehouses }) => sum + warehouses.length * COLUMNS.warehouse + COLUMNS.city, COLUMNS.tyre)

interface Asked<Made> {
  tyres: readonly CatalogTyre[]
  made: Promise<Made>
}

/** Yields the selection in parts. A part's result is requested when the consumer reaches the part. */
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

/** Yields the results in order; AT_ONCE results are requested in advance. */
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
      // Prevents an unhandled rejection; the consumer receives the error when it reaches this part.
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
