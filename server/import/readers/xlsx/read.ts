import { ImportError } from '../../import-error.ts'
import { type ImportLimits, USUAL_LIMITS } from '../../limits.ts'
import type { RecordOptions, RecordSink } from '../reader.ts'
import { readSheetRecords, type Sheets } from '../sheet-records.ts'
import { readSharedStrings } from './shared-strings.ts'
import { readSheetRows } from './sheet-rows.ts'
import { readSheetNames, readWorkbook } from './workbook.ts'
import { openWorkbookZip } from './workbook-zip.ts'

/**
 * Opens an XLSX workbook, whose rows are then read one by one.
 * @param onPiece called between the pieces of a sheet, since all bytes of the file are read before its first row
 * @param mostStrings texts that the first rows need, if no others are wanted
 * @throws ImportError, also from `read`
 */
export async function openXlsx(
  chunks: AsyncIterable<Uint8Array>,
  limits: ImportLimits,
  onPiece: () => void = () => {},
  mostStrings?: number,
): Promise<Sheets> {
  try {
    const zip = await openWorkbookZip(chunks, limits)
    let strings: string[] | undefined
    return {
      names: await readSheetNames(zip),
      async read(sheet, take) {
        try {
          const workbook = await readWorkbook(zip, sheet)
          const { sharedStringsPath: path } = workbook
          strings ??=
            path === undefined || !zip.has(path)
              ? []
              : await readSharedStrings(zip, path, limits, mostStrings)
          await readSheetRows(zip, workbook, strings, limits, take, onPiece)
        } catch (error) {
          throw named(error)
        }
      },
    }
  } catch (error) {
    throw named(error)
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
  const mostStrings = mostRows === undefined || options.join ? undefined : mostRows * STRINGS_PER_ROW
  const { read } = await openXlsx(chunks, limits, onPiece, mostStrings)
  await readSheetRecords(read, options, sink)
}

/** Texts are listed in the order in which rows need them, and headings come first. */
const STRINGS_PER_ROW = 100

/** Errors of yauzl and zlib are plain ones, in English. */
function named(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ImportError) return error
  return new ImportError(`Не удалось прочитать XLSX: ${error.message}`)
}
