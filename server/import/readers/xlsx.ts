import { type CellValue, streamXlsxRows } from 'hucre/xlsx'
import { ImportError } from '../import-error.ts'
import { type RawCell, spreadsheetNames } from './columns.ts'
import type { RecordOptions, RecordSink } from './reader.ts'

/** Rows between progress calls, needed since all bytes of a workbook are read before its first row. */
const ROWS_A_PIECE = 500

/**
 * Reads one sheet of an XLSX workbook row by row, skipping empty rows.
 * @throws ImportError
 */
export async function readXlsx(
  chunks: AsyncIterable<Uint8Array>,
  options: RecordOptions,
  sink: RecordSink,
  onPiece?: () => void,
): Promise<void> {
  const headerRow = options.header ?? 1
  const rows = streamXlsxRows(ReadableStream.from(chunks), { sheet: sheetOf(options.sheet) })
  let started = false
  try {
    for await (const { index, values } of rows) {
      const row = index + 1
      if (row % ROWS_A_PIECE === 0) onPiece?.()
      if (row < headerRow) continue
      const cells = values.map(cellOf)
      if (!started) {
        sink.columns.setHeader(headerRow === 0 ? spreadsheetNames(cells.length) : cells.map(String))
        started = true
        if (headerRow > 0) continue
      }
      if (cells.some((cell) => cell !== '')) takeRow(cells, row, sink)
    }
  } catch (error) {
    throw named(error)
  }
  if (!started) throw new ImportError('В листе XLSX нет строк')
}

function takeRow(cells: RawCell[], row: number, sink: RecordSink): void {
  const { headerWidth } = sink.columns
  // Cells beyond the header are notes, not fields.
  if (cells.length > headerWidth) cells.length = headerWidth
  sink.record(cells, row)
}

/** hucre counts sheets from 0, people from 1. */
function sheetOf(sheet: string | number | undefined): string | number {
  return typeof sheet === 'number' ? sheet - 1 : (sheet ?? 0)
}

function cellOf(value: CellValue): string | number {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  return typeof value === 'boolean' ? String(value) : value
}

/** Wraps hucre's own errors, which concern the file; errors of the sink pass through. */
function named(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ImportError) return error
  return new ImportError(`Не удалось прочитать XLSX: ${error.message}`)
}
