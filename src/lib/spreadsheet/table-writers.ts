import { strToU8, Zip, ZipDeflate } from 'fflate'
import { csvHeader, csvRow } from '../../../contract/spreadsheet/csv.ts'
import type { SheetColumn } from '../../../contract/spreadsheet/sheet-columns.ts'
import { SHEET_PART, XLSX_PARTS } from '../../../contract/spreadsheet/xlsx-parts.ts'
import { xlsxSheet } from '../../../contract/spreadsheet/xlsx-sheet.ts'

interface TableWriter<Row> {
  row(row: Row): void
  /** Ends the file. @returns the chunks of the complete file, in order */
  end(): BlobPart[]
}

export function csvWriter<Row>(columns: readonly SheetColumn<Row>[]): TableWriter<Row> {
  const lines = [csvHeader(columns)]
  return {
    row: (row) => void lines.push(csvRow(columns, row)),
    end: () => lines,
  }
}

/** Compression level, as on the server; level 1 is fast and its files are not much larger. */
const LEVEL = 1
/** Number of characters that are compressed in one call; a call for each row would be slower. */
const PIECE = 256 * 1024

/** Returns a writer of an XLSX file; see xlsxSheet. */
export function xlsxWriter<Row>(
  columns: readonly SheetColumn<Row>[],
  withPlaces?: boolean,
  title?: string,
): TableWriter<Row> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    parts.push(part as Uint8Array<ArrayBuffer>)
  })
  const file = (path: string) => {
    const entry = new ZipDeflate(path, { level: LEVEL })
    zip.add(entry)
    return entry
  }
  for (const [path, text] of Object.entries(XLSX_PARTS)) file(path).push(strToU8(text), true)

  const entry = file(SHEET_PART)
  const sheet = xlsxSheet(columns, withPlaces, title)
  let piece = sheet.start()
  return {
    row(row) {
      piece += sheet.row(row)
      if (piece.length < PIECE) return
      entry.push(strToU8(piece))
      piece = ''
    },
    end() {
      entry.push(strToU8(piece + sheet.end()), true)
      zip.end()
      return parts
    },
  }
}
