import { ImportError } from '../errors.ts'
import { type ImportLimits, limitExceeded, USUAL_LIMITS } from '../limits.ts'
import type { RawCell } from './columns.ts'
import { unreadableError } from './damage.ts'
import { decodePage, isTableOfExcel, tablesOfPage } from './html-tables.ts'
import type { RecordOptions, RecordSink, Sheets } from './reader.ts'
import { readSheetRecords } from './sheet-records.ts'
import { runWithTimeout } from './time-limit.ts'

type Library = typeof import('@e965/xlsx')

/** Maximum number of columns and rows in the format; a damaged file may claim more. */
const MAX_CELLS = 256
const MAX_ROWS = 2 ** 20

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
): Promise<Sheets> {
  const book = await openBook(chunks, limits, mostRows)
  return {
    names: book.SheetNames,
    read(sheetKey, take) {
      const name = typeof sheetKey === 'number' ? book.SheetNames[sheetKey - 1] : sheetKey
      const sheet = name === undefined ? undefined : book.Sheets[name]
      if (!sheet) throw new ImportError(`В файле XLS нет листа «${sheetKey}»`)
      const data = (sheet['!data'] ?? []) as (({ t: string; v?: unknown } | undefined)[] | undefined)[]
      // In Excel 2003 XML, the number of a row can be any number.
      const rows = Math.min(data.length, MAX_ROWS)
      for (let index = 0; index < rows; index++) {
        const row = data[index]
        if (row) take(index + 1, Array.from(row.slice(0, MAX_CELLS), cellValue))
      }
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
  await readSheetRecords(await openXls(chunks, limits, rows), options, sink)
}

/** Extra rows that a sample reads, since some rows are empty or headings. */
const EXTRA_ROWS = 200

async function openBook(chunks: AsyncIterable<Uint8Array>, limits: ImportLimits, sheetRows?: number) {
  const received: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > limits.xlsMegabytes * 2 ** 20) throw limitExceeded('xlsMegabytes', limits)
    received.push(chunk)
  }
  const { read } = await loadLibrary()
  const { content, isHtml } = toLibraryInput(Buffer.concat(received, bytes))
  try {
    return runWithTimeout(limits, () =>
      read(content, {
        type: 'buffer',
        dense: true,
        cellDates: true,
        UTC: true,
        cellFormula: false,
        cellHTML: false,
        cellText: false,
        // The mapping parses the texts of HTML: the library would drop the zeros of '00123'.
        raw: isHtml,
        ...(sheetRows === undefined ? {} : { sheetRows }),
      }),
    )
  } catch (error) {
    const { message } = error as Error
    // Word and other programs store old documents in the same container format.
    if (/cannot find workbook stream/i.test(message))
      throw new ImportError('В файле нет книги Excel: это другой документ')
    throw unreadableError('Не удалось прочитать XLS: файл', error)
  }
}

/** Reduces an HTML page to its tables and encodes it as UTF-8, which the library expects. */
function toLibraryInput(bytes: Buffer): { content: Buffer; isHtml: boolean } {
  const start = decodePage(bytes.subarray(0, 64 * 1024)).trimStart()
  if (!start.startsWith('<') || !isTableOfExcel(start)) return { content: bytes, isHtml: false }
  const text = decodePage(bytes)
  const isHtml = !/<(?:\w+:)?Workbook[\s>]/.test(start)
  return { content: Buffer.from(isHtml ? tablesOfPage(text) : text), isHtml }
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

function cellValue(cell: { t: string; v?: unknown } | undefined): RawCell {
  const value = cell?.v
  if (typeof value === 'number') return cell?.t === 'e' ? '' : value
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10)
  return value === undefined || value === null ? '' : String(value)
}
