import { ImportError } from '../import-error.ts'
import { beyond, type ImportLimits, USUAL_LIMITS } from '../limits.ts'
import type { RawCell } from './columns.ts'
import { damaged } from './damage.ts'
import { endedInTime } from './deadline.ts'
import { decodePage, isTableOfExcel, tablesOfPage } from './html-tables.ts'
import type { RecordOptions, RecordSink } from './reader.ts'
import { readSheetRecords } from './sheet-records.ts'
import type { Sheets } from './sheets.ts'

type Library = typeof import('@e965/xlsx')

/** More columns and rows than these are not in the format, however it is written. */
const MOST_CELLS = 256
const MOST_ROWS = 2 ** 20

/**
 * Opens an XLS workbook: BIFF8, or what programs save under that name, HTML and the XML of Excel 2003. The whole file has to be in memory, so its size is limited.
 * @param mostRows rows of each sheet that are wanted
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
    read(wanted, take) {
      const name = typeof wanted === 'number' ? book.SheetNames[wanted - 1] : wanted
      const sheet = name === undefined ? undefined : book.Sheets[name]
      if (!sheet) throw new ImportError(`В файле XLS нет листа «${wanted}»`)
      const data = (sheet['!data'] ?? []) as (({ t: string; v?: unknown } | undefined)[] | undefined)[]
      // A row of XML may have any number.
      const rows = Math.min(data.length, MOST_ROWS)
      for (let index = 0; index < rows; index++) {
        const row = data[index]
        if (row) take(index + 1, Array.from(row.slice(0, MOST_CELLS), cellValue))
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
  // A joined sheet is needed to its end.
  const rows = mostRows === undefined || join ? undefined : mostRows + header + MOST_SKIPPED
  await readSheetRecords(await openXls(chunks, limits, rows), options, sink)
}

/** Empty rows and heading rows that a sample may pass. */
const MOST_SKIPPED = 200

async function openBook(chunks: AsyncIterable<Uint8Array>, limits: ImportLimits, sheetRows?: number) {
  const held: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > limits.xlsMegabytes * 2 ** 20) throw beyond('xlsMegabytes', limits)
    held.push(chunk)
  }
  const { read } = await library()
  const { content, isHtml } = readable(Buffer.concat(held, bytes))
  try {
    return endedInTime(limits, () =>
      read(content, {
        type: 'buffer',
        dense: true,
        cellDates: true,
        UTC: true,
        cellFormula: false,
        cellHTML: false,
        cellText: false,
        // Texts of HTML are told by the mapping: the library would drop the zeros of '00123'.
        raw: isHtml,
        ...(sheetRows === undefined ? {} : { sheetRows }),
      }),
    )
  } catch (error) {
    const { message } = error as Error
    // Word and others keep their old documents in the same container.
    if (/cannot find workbook stream/i.test(message))
      throw new ImportError('В файле нет книги Excel: это другой документ')
    throw damaged('Не удалось прочитать XLS: файл', error)
  }
}

/** Pages come as UTF-8, which the library expects, and without all but their tables. */
function readable(bytes: Buffer): { content: Buffer; isHtml: boolean } {
  const start = decodePage(bytes.subarray(0, 64 * 1024)).trimStart()
  if (!start.startsWith('<') || !isTableOfExcel(start)) return { content: bytes, isHtml: false }
  const text = decodePage(bytes)
  const isHtml = !/<(?:\w+:)?Workbook[\s>]/.test(start)
  return { content: Buffer.from(isHtml ? tablesOfPage(text) : text), isHtml }
}

/** A megabyte that only such a file needs. The tables of code pages are for texts of workbooks older than BIFF8. */
async function library(): Promise<Library> {
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
