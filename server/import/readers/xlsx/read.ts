import { copyString } from '../../../../contract/lib/memo.ts'
import { type ImportLimits, limitExceeded, USUAL_LIMITS } from '../../limits.ts'
import type { Alterations } from '../../remarks.ts'
import type { XmlEvents } from '../bounded-xml.ts'
import type { MergedBlock } from '../merged-blocks.ts'
import { ENOUGH, type RecordOptions, type RecordSink, type Sheets, untilEnough } from '../reader.ts'
import { unreadableError } from '../refuse-binary.ts'
import { readSheetRecords } from '../sheet-records.ts'
import { readMergedBlocks, readSheetRows } from './sheet-rows.ts'
import { readComments, readSheetNames, readWorkbook, type Workbook } from './workbook.ts'
import { localName, openWorkbookZip, unescaped, type WorkbookZip } from './workbook-zip.ts'

/**
 * Opens an XLSX workbook, whose rows are then read one by one.
 * @param onPiece called after each chunk of a sheet, since all bytes of the file are read before its first row
 * @param mostRows number of rows needed per sheet; limits the shared strings that are read to those of these rows
 * @throws ImportError, also from `read`
 */
export async function openXlsx(
  chunks: AsyncIterable<Uint8Array>,
  limits: ImportLimits,
  onPiece: () => void = () => {},
  mostRows?: number,
  alterations?: Alterations,
): Promise<Sheets> {
  const blocks = new Map<string, MergedBlock[]>()
  try {
    const zip = await openWorkbookZip(chunks, limits)
    let strings: string[] | undefined
    return {
      ...(await readSheetNames(zip)),
      async notes(sheet) {
        try {
          return await readComments(zip, sheet)
        } catch (error) {
          throw toImportError(error)
        }
      },
      async read(sheet, take) {
        try {
          const workbook = await readWorkbook(zip, sheet)
          const { sharedStringsPath: path } = workbook
          if (path !== undefined && zip.has(path) && (mostRows !== undefined || !strings)) {
            const most =
              mostRows === undefined ? undefined : await countNeededStrings(zip, workbook, limits, mostRows)
            strings = await readSharedStrings(zip, path, limits, most)
          }
          const { sheetPath } = workbook
          const merged = blocks.get(sheetPath) ?? (await readMergedBlocks(zip, sheetPath))
          blocks.set(sheetPath, merged)
          await readSheetRows(zip, workbook, (index) => strings?.[index], limits, take, onPiece, {
            merged,
            alterations,
          })
        } catch (error) {
          throw toImportError(error)
        }
      },
    }
  } catch (error) {
    throw toImportError(error)
  }
}

/**
 * Reads one sheet of an XLSX workbook as records.
 * @throws ImportError
 */
export async function readXlsx(
  chunks: AsyncIterable<Uint8Array>,
  options: RecordOptions,
  sink: RecordSink,
  onPiece?: () => void,
): Promise<void> {
  const { limits = USUAL_LIMITS, mostRows } = options
  const rows =
    mostRows === undefined || options.join ? undefined : mostRows + (options.header ?? 1) + EXTRA_ROWS
  await readSheetRecords(await openXlsx(chunks, limits, onPiece, rows, options.alterations), options, sink)
}

/** Extra rows that a sample reads, since some rows are empty or headings. */
const EXTRA_ROWS = 200

/**
 * Returns how many shared strings must be read for the first rows. Excel appends the text of a changed cell at the
 * end, so a header may need the last string.
 */
async function countNeededStrings(
  zip: WorkbookZip,
  workbook: Workbook,
  limits: ImportLimits,
  mostRows: number,
): Promise<number> {
  let needed = 0
  let rows = 0
  const noteIndex = (index: number) => {
    needed = Math.max(needed, index + 1)
    return ''
  }
  const count = () => {
    if (++rows >= mostRows) throw ENOUGH
  }
  await untilEnough(() => readSheetRows(zip, workbook, noteIndex, limits, count, () => {}))
  return needed
}

/** The symbol that a sink throws to stop reading is passed on unchanged. */
const toImportError = (error: unknown): unknown =>
  error instanceof Error ? unreadableError('Не удалось прочитать XLSX: файл', error) : error

/** Average length of a shared string that the limit on their number allows; longer than any name of a tyre. */
const AVERAGE_CHARS = 100

/**
 * Reads the texts that cells refer to by index, without formatting and phonetic readings.
 * @param most number of strings needed
 * @throws ImportError if there are more than the limit
 */
async function readSharedStrings(
  zip: WorkbookZip,
  path: string,
  limits: ImportLimits,
  most = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const strings: string[] = []
  let chars = 0
  let text = ''
  let inText = false
  let inPhonetic = false
  const events: XmlEvents = {
    open(name) {
      const local = localName(name)
      if (local === 'si') text = ''
      else if (local === 'rPh') inPhonetic = true
      else if (local === 't') inText = !inPhonetic
    },
    text(piece) {
      if (inText) text += piece
      if (text.length > limits.recordChars) throw limitExceeded('recordChars', limits, path)
    },
    close(name) {
      const local = localName(name)
      if (local === 't') inText = false
      else if (local === 'rPh') inPhonetic = false
      else if (local === 'si') {
        strings.push(copyString(unescaped(text)))
        chars += text.length
        if (strings.length > limits.sharedStrings || chars > limits.sharedStrings * AVERAGE_CHARS) {
          throw limitExceeded('sharedStrings', limits)
        }
        if (strings.length >= most) throw ENOUGH
      }
    },
  }
  await untilEnough(() => zip.parse(path, events))
  return strings
}
