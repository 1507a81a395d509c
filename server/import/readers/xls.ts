import { ImportError } from '../errors.ts'
import { type ImportLimits, limitExceeded, USUAL_LIMITS } from '../limits.ts'
import type { Alterations } from '../remarks.ts'
import type { RawCell } from './columns.ts'
import { decodePage, isTableOfExcel, tablesOfPage } from './html-tables.ts'
import { createMergedCells } from './merged-blocks.ts'
import { type RecordOptions, type RecordSink, type Sheets, sheetNames } from './reader.ts'
import { unreadableError } from './refuse-binary.ts'
import { readSheetRecords } from './sheet-records.ts'
import { asShown, shownFormat } from './shown-formats.ts'
import { MAX_TABLE_COLUMNS, MAX_TABLE_ROWS, readSpreadsheetXml, type TableSheet } from './table-sheet.ts'
import { runWithTimeout } from './time-limit.ts'

type Library = typeof import('@e965/xlsx')

/**
 * Opens an XLS workbook: BIFF8, or HTML or Excel 2003 XML that programs save under that name. The whole file must be
 * in memory, so its size is limited.
 * @param mostRows number of rows needed per sheet
 * @throws ImportError, also from `read`
 */
export async function openXls(
  chunks: AsyncIterable<Uint8Array>,
  limits: ImportLimits,
  mostRows?: number,
  alterations?: Alterations,
): Promise<Sheets> {
  const bytes = await received(chunks, limits)
  const sheets =
    tableSheets(bytes, limits, alterations) ?? (await bookSheets(bytes, limits, mostRows, alterations))
  return {
    ...sheetNames(sheets),
    notes: (name) => sheets.find((sheet) => sheet.name === name)?.notes ?? [],
    read(sheetKey, take) {
      const sheet =
        typeof sheetKey === 'number' ? sheets[sheetKey - 1] : sheets.find(({ name }) => name === sheetKey)
      if (!sheet) throw new ImportError(`В файле XLS нет листа «${sheetKey}»`)
      const mergedCells = createMergedCells(sheet.merged)
      for (const { row, cells } of sheet.rows) take(row, [...cells], mergedCells(row, cells))
    },
  }
}

/**
 * Reads one sheet of an XLS workbook as records.
 * @throws ImportError
 */
export async function readXls(
  chunks: AsyncIterable<Uint8Array>,
  options: RecordOptions,
  sink: RecordSink,
): Promise<void> {
  const { limits = USUAL_LIMITS, mostRows, join, header = 1 } = options
  // The joined sheet must be read to its end.
  const rows = mostRows === undefined || join ? undefined : mostRows + header + EXTRA_ROWS
  await readSheetRecords(await openXls(chunks, limits, rows, options.alterations), options, sink)
}

/** Extra rows that a sample reads, since some rows are empty or headings. */
const EXTRA_ROWS = 200

async function received(chunks: AsyncIterable<Uint8Array>, limits: ImportLimits): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > limits.xlsMegabytes * 2 ** 20) throw limitExceeded('xlsMegabytes', limits)
    pieces.push(chunk)
  }
  return Buffer.concat(pieces, bytes)
}

/** Returns the tables of an HTML page or Excel 2003 XML; undefined for a workbook. */
function tableSheets(
  bytes: Buffer,
  limits: ImportLimits,
  alterations: Alterations | undefined,
): TableSheet[] | undefined {
  const start = decodePage(bytes.subarray(0, 64 * 1024)).trimStart()
  if (!start.startsWith('<') || !isTableOfExcel(start)) return undefined
  const text = decodePage(bytes)
  const isXml = /<(?:\w{1,20}:)?Workbook[\s>]/.test(start)
  return runWithTimeout(limits, () =>
    isXml ? readSpreadsheetXml(text.replace(/^\ufeff?\s*/, ''), limits) : tablesOfPage(text, alterations),
  )
}

async function bookSheets(
  bytes: Buffer,
  limits: ImportLimits,
  sheetRows: number | undefined,
  alterations: Alterations | undefined,
): Promise<TableSheet[]> {
  const { read } = await loadLibrary()
  try {
    const {
      SheetNames: names,
      Sheets: sheets,
      Workbook: book,
    } = runWithTimeout(limits, () =>
      read(bytes, {
        type: 'buffer',
        dense: true,
        cellDates: true,
        UTC: true,
        cellFormula: false,
        cellHTML: false,
        cellNF: true,
        cellText: false,
        ...(sheetRows === undefined ? {} : { sheetRows }),
      }),
    )
    return names.map((name, at) => {
      const data = (sheets[name]?.['!data'] ?? []) as ((BookCell | undefined)[] | undefined)[]
      const rows = data.slice(0, MAX_TABLE_ROWS).flatMap((cells, index) =>
        cells
          ? {
              row: index + 1,
              cells: Array.from(cells.slice(0, MAX_TABLE_COLUMNS), (cell) => cellValue(cell, alterations)),
            }
          : [],
      )
      const merged = (sheets[name]?.['!merges'] ?? []).map(({ s, e }) => ({
        top: s.r + 1,
        bottom: e.r + 1,
        left: s.c,
        right: e.c,
      }))
      return { name, isHidden: (book?.Sheets?.[at]?.Hidden ?? 0) > 0, rows, merged }
    })
  } catch (error) {
    const { message } = error as Error
    // Word and other programs store old documents in the same container format.
    if (/cannot find workbook stream/i.test(message))
      throw new ImportError('В файле нет книги Excel: это другой документ')
    throw unreadableError('Не удалось прочитать XLS: файл', error)
  }
}

/**
 * Loads the library on first use, since it has a megabyte of code. Its tables of code pages are needed for texts of
 * workbooks older than BIFF8.
 */
async function loadLibrary(): Promise<Library> {
  const [xlsx, codePages] = await Promise.all([
    import('@e965/xlsx'),
    import('@e965/xlsx/dist/cpexcel.full.mjs'),
  ])
  xlsx.set_cptable(codePages)
  return xlsx
}

/** Excel's errors by the codes that workbooks store. */
const ERRORS: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
}

interface BookCell {
  t: string
  v?: unknown
  z?: unknown
}

function cellValue(cell: BookCell | undefined, alterations?: Alterations): RawCell {
  const value = cell?.v
  if (typeof value === 'number') {
    if (cell?.t === 'e') return ERRORS[value] ?? '#N/A'
    return asShown(value, typeof cell?.z === 'string' ? shownFormat(cell.z) : undefined, alterations)
  }
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10)
  return value === undefined || value === null ? '' : String(value)
}
