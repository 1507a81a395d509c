import { setImmediate as nextTurn } from 'node:timers/promises'
import { deserialize } from 'node:v8'
import type { NonEmptyColumns } from '../../../contract/reports/filled.ts'
import { REPORTS, type ReportId } from '../../../contract/reports/reports.ts'
import { sheetColumns } from '../../../contract/spreadsheet/sheet-columns.ts'
import { xlsxSheet } from '../../../contract/spreadsheet/xlsx-sheet.ts'
import type { ReadSql } from '../../platform/db/db.ts'
import { retainNewest } from '../../platform/recent-cache.ts'
import { makePart, type Part } from '../deflate-parts.ts'
import type { PlaceFilters } from '../filter-fit.ts'
import { isAnalysed, rowSettings } from '../report-query.ts'
import type { RequestedTyres } from '../row-cache/build-rows.ts'
import { loadTyrePrices, type TyrePrices } from '../tyre-prices.ts'
import { inCellOrder } from './file-table.ts'
import { collectFilled, rowWriter } from './row-values.ts'

/** Request about some of a file's tyres. */
export interface FileTyres extends RequestedTyres {
  places: PlaceFilters
}

export interface SheetTyres extends FileTyres {
  /** properties that are the same in all requests for one file */
  file: SheetFile
  /** number of rows before these in the sheet, not counting the header */
  before: number
}

export interface SheetFile {
  /** unique among all files */
  id: string
  report: ReportId
  /** non-empty columns of the file (Filled), serialised by node:v8: sent with every request, parsed once per thread */
  filled: Uint8Array
}

/** Compression level: for price sheets, level 1 takes half the time of level 6, and the result is a tenth larger. */
export const SHEET_LEVEL = 1

/** Number of tyres loaded per query: few, so that their objects are cheap to collect as garbage. */
const CHUNK = 20

/** Returns the columns that have a value in at least one of the tyres' rows. */
export async function filledOf(sql: ReadSql, asked: FileTyres): Promise<NonEmptyColumns> {
  const { filled, add } = collectFilled(settingsOf(asked))
  await eachTyre(sql, asked, add)
  return filled
}

/** Returns the sheet's rows of these tyres as one compressed part. */
export async function sheetRows(sql: ReadSql, asked: SheetTyres): Promise<Part> {
  const row = writerOf(asked)
  const rows: string[] = []
  await eachTyre(sql, asked, (tyre) => rows.push(row(tyre, asked.before + rows.length)))
  const part = makePart(rows.join(''), SHEET_LEVEL)
  // Copied, because a small buffer shares its memory with other buffers, and the part is transferred to another thread.
  return { ...part, deflated: new Uint8Array(part.deflated) }
}

type RowOfSheet = (tyre: TyrePrices, before: number) => string

/** Number of cached writers, one per file; creating one takes about as long as writing a part's rows. */
const WRITERS = 8
/** writers by file id */
const writers = new Map<string, RowOfSheet>()

function writerOf(asked: SheetTyres): RowOfSheet {
  const { id } = asked.file
  const write = writers.get(id) ?? makeWriter(asked)
  retainNewest(writers, id, write, WRITERS)
  return write
}

function makeWriter(asked: SheetTyres): RowOfSheet {
  const { of, file } = asked
  const settings = settingsOf(asked)
  const filled = deserialize(file.filled) as NonEmptyColumns
  const columns = sheetColumns(REPORTS[file.report], of.priceType, filled, of.day, settings.isOwnSite)
  const write = rowWriter(columns, settings, of.day)
  const sheet = xlsxSheet(inCellOrder(columns))
  return (tyre, before) => {
    sheet.continueAfter(before)
    return sheet.row(write(tyre))
  }
}

const settingsOf = ({ of, own }: FileTyres) =>
  rowSettings({ isOwnSite: (host: string) => own.includes(host) }, of)

async function eachTyre(sql: ReadSql, asked: FileTyres, take: (tyre: TyrePrices) => unknown): Promise<void> {
  const { of, places, tyres, hosts } = asked
  const { isOwnSite } = settingsOf(asked)
  const isAnalysedSite = isAnalysed(of) ? isOwnSite : () => false
  for (let from = 0; from < tyres.length; from += CHUNK) {
    const positions = Uint32Array.from({ length: Math.min(CHUNK, tyres.length - from) }, (_, n) => from + n)
    const prices = await loadTyrePrices(sql, { tyres, hosts }, of.day, positions, places, isAnalysedSite)
    prices.forEach(take)
    // Yields to other requests when this runs in the main thread, because the embedded database reads synchronously.
    await nextTurn()
  }
}
