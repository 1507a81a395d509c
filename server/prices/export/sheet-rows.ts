import { setImmediate as nextTurn } from 'node:timers/promises'
import { deserialize } from 'node:v8'
import type { Filled } from '../../../contract/reports/filled.ts'
import { REPORTS, type ReportId } from '../../../contract/reports/reports.ts'
import { sheetColumns } from '../../../contract/spreadsheet/sheet-columns.ts'
import { xlsxSheet } from '../../../contract/spreadsheet/xlsx-sheet.ts'
import type { ReadSql } from '../../platform/db/db.ts'
import { keepNewest } from '../../platform/keep-newest.ts'
import type { PlaceFilters } from '../filter-fit.ts'
import { makePart, type Part } from '../ready/gzip-parts.ts'
import type { AskedTyres } from '../ready/make-rows.ts'
import { isAnalysed, rowSettings } from '../report-query.ts'
import { loadTyrePrices, type TyrePrices } from '../tyre-prices.ts'
import { collectFilled } from './collect-filled.ts'
import { inCellOrder } from './file-table.ts'
import { rowWriter } from './row-writer.ts'

/** Any number of tyres of a file. */
export interface FileTyres extends AskedTyres {
  places: PlaceFilters
}

export interface SheetTyres extends FileTyres {
  /** what the requests of one file have in common, besides the day and the like */
  file: SheetFile
  /** rows of the sheet before these, without its header */
  before: number
}

export interface SheetFile {
  /** no other file has it */
  id: string
  report: ReportId
  /** Filled of the whole file, whose columns follow from it, by node:v8: handed over often, read by each thread once */
  filled: Uint8Array
}

/** On price sheets, level 1 takes half the time of level 6 for a tenth more bytes. */
export const SHEET_LEVEL = 1

/** Tyres that are loaded at once: few, so that their garbage is cheap to collect. */
const CHUNK = 20

/** What has a value in at least one of the tyres' rows. */
export async function filledOf(sql: ReadSql, asked: FileTyres): Promise<Filled> {
  const { filled, add } = collectFilled(asked.of.layout, settingsOf(asked))
  await eachTyre(sql, asked, add)
  return filled
}

/** The tyres' rows of the sheet, compressed as a part of it. */
export async function sheetRows(sql: ReadSql, asked: SheetTyres): Promise<Part> {
  const row = writerOf(asked)
  const rows: string[] = []
  await eachTyre(sql, asked, (tyre) => rows.push(row(tyre, asked.before + rows.length)))
  const part = makePart(rows.join(''), SHEET_LEVEL)
  // Small buffers share their memory with others.
  return { ...part, deflated: new Uint8Array(part.deflated) }
}

type RowOfSheet = (tyre: TyrePrices, before: number) => string

/** Files that are being made at once; the columns of one take about as long to make as a part's rows. */
const WRITERS = 8
/** by file */
const writers = new Map<string, RowOfSheet>()

function writerOf(asked: SheetTyres): RowOfSheet {
  const { id } = asked.file
  const write = writers.get(id) ?? makeWriter(asked)
  keepNewest(writers, id, write, WRITERS)
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
    // Lets others in where there are no threads: the embedded database reads synchronously.
    await nextTurn()
  }
}
