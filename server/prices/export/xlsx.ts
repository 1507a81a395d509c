import { Readable } from 'node:stream'
import { type AsyncFlateStreamHandler, strToU8, Zip, ZipDeflate, type ZipInputFile } from 'fflate'
import { SHEET_PART, XLSX_PARTS } from '../../../contract/spreadsheet/xlsx-parts.ts'
import { xlsxSheet } from '../../../contract/spreadsheet/xlsx-sheet.ts'
import { combined, deflatePart, END, type Part } from '../deflate-parts.ts'
import type { FileTable } from './file-table.ts'
import { SHEET_LEVEL } from './sheet-rows.ts'

/** Returns the stream of an xlsx file, written as the parts of its sheet arrive. */
export const xlsxStream = (parts: AsyncIterable<Part>): Readable =>
  Readable.from(pieces(parts), { objectMode: false })

async function* pieces(parts: AsyncIterable<Part>): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    written.push(bytes)
  })
  for (const [path, text] of Object.entries(XLSX_PARTS)) {
    const file = new ZipDeflate(path)
    zip.add(file)
    file.push(strToU8(text), true)
  }
  const sheet = new PartsInZip(SHEET_PART)
  zip.add(sheet)
  for (const piece of written.splice(0)) yield piece
  for await (const part of parts) {
    sheet.push(part)
    for (const piece of written.splice(0)) yield piece
  }
  sheet.end()
  zip.end()
  for (const piece of written) yield piece
}

/** Maximum size of a sheet in bytes: zip files without the Zip64 extension store sizes in 32 bits. */
const MAX_BYTES = 2 ** 32 - 1
const DEFLATE = 8

/** File for a Zip whose content consists of parts that are already compressed. */
class PartsInZip implements ZipInputFile {
  readonly filename: string
  readonly compression = DEFLATE
  crc = 0
  size = 0
  /** callback for compressed bytes, set by the Zip to which the file is added */
  ondata: AsyncFlateStreamHandler = () => undefined

  constructor(filename: string) {
    this.filename = filename
  }

  push({ deflated, crc, shift, length }: Part): void {
    this.crc = combined(this.crc, crc, shift)
    this.size += length
    if (this.size > MAX_BYTES) throw new Error('The sheet is larger than 4 GB')
    this.ondata(null, deflated, false)
  }

  end(): void {
    this.ondata(null, END, true)
  }
}

/** Yields a table's sheet, generated in this thread as it is consumed. @param withPlaces see xlsxSheet */
export async function* tableParts<Row>(
  { columns, chunks }: FileTable<Row>,
  withPlaces = true,
): AsyncGenerator<Part> {
  const sheet = xlsxSheet(columns, withPlaces)
  yield deflatePart(sheet.start(), SHEET_LEVEL)
  for await (const rows of chunks) yield deflatePart(rows.map((row) => sheet.row(row)).join(''), SHEET_LEVEL)
  yield deflatePart(sheet.end(), SHEET_LEVEL)
}
