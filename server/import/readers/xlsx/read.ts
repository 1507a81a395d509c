import { ImportError } from '../../import-error.ts'
import { USUAL_LIMITS } from '../../limits.ts'
import { type RawCell, spreadsheetNames } from '../columns.ts'
import type { RecordOptions, RecordSink } from '../reader.ts'
import { readSharedStrings } from './shared-strings.ts'
import { readSheetRows } from './sheet-rows.ts'
import { readWorkbook } from './workbook.ts'
import { openWorkbookZip } from './workbook-zip.ts'

/**
 * Reads one sheet of an XLSX workbook row by row, skipping empty rows.
 * @param onPiece called between the pieces of the sheet, since all bytes of the file are read before its first row
 * @throws ImportError
 */
export async function readXlsx(
  chunks: AsyncIterable<Uint8Array>,
  options: RecordOptions,
  sink: RecordSink,
  onPiece: () => void = () => {},
): Promise<void> {
  const { limits = USUAL_LIMITS, header: headerRow = 1 } = options
  let started = false

  function take(row: number, cells: RawCell[]): void {
    if (row < headerRow) return
    if (!started) {
      sink.columns.setHeader(headerRow === 0 ? spreadsheetNames(cells.length) : cells.map(String))
      started = true
      if (headerRow > 0) return
    }
    if (cells.every((cell) => cell === '')) return
    const { headerWidth } = sink.columns
    // Cells beyond the header are notes, not fields.
    if (cells.length > headerWidth) cells.length = headerWidth
    sink.record(cells, row)
  }

  try {
    const zip = await openWorkbookZip(chunks, limits)
    const workbook = await readWorkbook(zip, options.sheet ?? 1)
    const { sharedStringsPath: path } = workbook
    const strings = path === undefined || !zip.has(path) ? [] : await readSharedStrings(zip, path, limits)
    await readSheetRows(zip, workbook, strings, limits, take, onPiece)
  } catch (error) {
    throw named(error)
  }
  if (!started) throw new ImportError('В листе XLSX нет строк')
}

/** Errors of yauzl and zlib are plain ones, in English. */
function named(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ImportError) return error
  return new ImportError(`Не удалось прочитать XLSX: ${error.message}`)
}
