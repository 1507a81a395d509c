import { setImmediate as nextTurn } from 'node:timers/promises'
import { deserialize } from 'node:v8'
import type { Filled } from '../../../contract/reports/filled.ts'
import { REPORTS, type ReportId } from '../../../contract/reports/reports.ts'
import { sheetColumns } from '../../../contract/spreadsheet/sheet-columns.ts'
import { xlsxSheet } from '../../../contract/spreadsheet/xlsx-sheet.ts'
import type { ReadSql } from '../../platform/db/db.ts'
import { retainNewest } from '../../platform/retain-newest.ts'
import { makePart, type Part } from '../deflate-parts.ts'
import type { PlaceFilters } from '../filter-fit.ts'
import { isAnalysed, rowSettings } from '../report-query.ts'
import type { RequestedTyres } from '../row-cache/build-rows.ts'
import { loadTyrePrices, type TyrePrices } from '../tyre-prices.ts'
import { collectFilled } from './collect-filled.ts'
import { inCellOrder } from './file-table.ts'
import { rowWriter } from './row-writer.ts'

/** Some tyres of a file. */
export interface FileTyres extends RequestedTyres {
  places: PlaceFilters
}

export interface SheetTyres extends FileTyres {
  /** properties that the requests of one file share */
  file: SheetFile
  /** number of preceding rows of the sheet, without its header */
  before: number
}

export interface SheetFile {
  /** unique among all files */
  id: string
  report: ReportId
  /**
   * Filled of the whole file, which determines its columns, serialised by node:v8: transferred often, parsed by each
   * thread once
   */
  filled: Uint8Array
}

/** Compression level: on price sheets, level 1 takes half the time of level 6 for a tenth more bytes. */
export const SHEET_LEVEL = 1

/** Number of tyres loaded at once: few, so that their garbage is cheap to collect. */
const CHUNK = 20

/** Returns which columns have a value in at least one of the tyres' rows. */
export async function filledOf(sql: ReadSql, asked: FileTyres): Promise<Filled> {
  const { filled, add } = collectFilled(asked.of.layout, settingsOf(asked))
  await eachTyre(sql, asked, add)
  return filled
}

/** Returns the tyres' rows of the sheet, compressed as a part of it. */
export async function sheetRows(sql: ReadSql, asked: SheetTyres): Promise<Part> {
  const row = writerOf(asked)
  const rows: string[] = []
  await eachTyre(sql, asked, (tyre) => rows.push(row(tyre, asked.before + rows.length)))
  const part = makePart(rows.join(''), SHEET_LEVEL)
  // Copied, because small buffers share their memory with others.
  return { ...part, deflated: new Uint8Array(part.deflated) }
}

type RowOfSheet = (tyre: TyrePrices, before: number) => string

/** Number of cached writers, one per running file; creating one takes about as long as a part's rows. */
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
  const filled = deserialize(file.filled) as Filled
  const columns = sheetColumns(REPORTS[file.report], of.priceType, filled, of.day, settings.isOwnSite)
  const write = rowWriter(columns, of.layout, settings, of.day)
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
    // Yields where there are no threads, because the embedded database reads synchronously.
    await nextTurn()
  }
}
