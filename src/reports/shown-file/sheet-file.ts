import { CSV_TYPE } from '../../../contract/spreadsheet/csv.ts'
import { XLSX_TYPE } from '../../../contract/spreadsheet/xlsx-parts.ts'
import { csvWriter } from '../../spreadsheet/csv-writer.ts'
import { xlsxWriter } from '../../spreadsheet/xlsx-writer.ts'
import type { FileFormat, MadeSheet, Written } from './order.ts'
import type { ShownSheet } from './shown-sheet.ts'

/** Of a sheet of Excel. */
const MOST_COLUMNS = 16_384

/** Rows after which it says how far it is. */
const STEP = 500

const count = new Intl.NumberFormat('ru-RU')

/**
 * Writes a table as a file.
 * @param title a line above the header of an xlsx; a CSV begins with its header, for whatever reads it next
 * @throws an Error with words for the user
 */
export function sheetFile(
  { columns, rows, withPlaces }: ShownSheet,
  { format, title }: { format: FileFormat; title: string },
  onWritten: (written: Written) => void = () => undefined,
): MadeSheet {
  const isXlsx = format === 'xlsx'
  if (isXlsx && columns.length > MOST_COLUMNS) {
    throw new Error(
      `Столбцов ${count.format(columns.length)}, а Excel открывает не больше ${count.format(MOST_COLUMNS)}: скройте лишние или скачайте CSV.`,
    )
  }
  const writer = isXlsx ? xlsxWriter(columns, withPlaces, title) : csvWriter(columns)
  rows.forEach((row, index) => {
    if (index % STEP === 0) onWritten({ rows: index, of: rows.length })
    writer.row(row)
  })
  return { file: new Blob(writer.end(), { type: isXlsx ? XLSX_TYPE : CSV_TYPE }), rows: rows.length }
}
