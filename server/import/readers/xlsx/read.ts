import { ImportError } from '../../import-error.ts'
import { type ImportLimits, USUAL_LIMITS } from '../../limits.ts'
import type { RecordOptions, RecordSink } from '../reader.ts'
import { readSheetRecords } from '../sheet-records.ts'
import { readSharedStrings } from './shared-strings.ts'
import { readSheetRows } from './sheet-rows.ts'
import { readSheetNames, readWorkbook } from './workbook.ts'
import { openWorkbookZip } from './workbook-zip.ts'

/**
 * Reads one sheet of an XLSX workbook row by row.
 * @param onPiece called between the pieces of the sheet, since all bytes of the file are read before its first row
 * @throws ImportError
 */
export async function readXlsx(
  chunks: AsyncIterable<Uint8Array>,
  options: RecordOptions,
  sink: RecordSink,
  onPiece: () => void = () => {},
): Promise<void> {
  const { limits = USUAL_LIMITS } = options
  try {
    const zip = await openWorkbookZip(chunks, limits)
    let strings: string[] | undefined
    await readSheetRecords(
      async (sheet, take) => {
        const workbook = await readWorkbook(zip, sheet)
        const { sharedStringsPath: path } = workbook
        strings ??= path === undefined || !zip.has(path) ? [] : await readSharedStrings(zip, path, limits)
        await readSheetRows(zip, workbook, strings, limits, take, onPiece)
      },
      options,
      sink,
    )
  } catch (error) {
    throw named(error)
  }
}

/** The names of a workbook's sheets. */
export async function xlsxSheets(
  chunks: AsyncIterable<Uint8Array>,
  limits: ImportLimits = USUAL_LIMITS,
): Promise<string[]> {
  try {
    return await readSheetNames(await openWorkbookZip(chunks, limits))
  } catch (error) {
    throw named(error)
  }
}

/** Errors of yauzl and zlib are plain ones, in English. */
function named(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ImportError) return error
  return new ImportError(`Не удалось прочитать XLSX: ${error.message}`)
}
