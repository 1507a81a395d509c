import { CSV_TYPE } from '../../../../contract/spreadsheet/csv.ts'
import { checkSheetSize } from '../../../../contract/spreadsheet/sheet-limits.ts'
import { XLSX_TYPE } from '../../../../contract/spreadsheet/xlsx-parts.ts'
import { csvWriter } from '../../../lib/spreadsheet/csv-writer.ts'
import { xlsxWriter } from '../../../lib/spreadsheet/xlsx-writer.ts'
import type { FileFormat, SheetFile, Written } from './export-order.ts'
import type { ViewSheet } from './view-sheet.ts'

/** Number of rows between two progress reports. */
const STEP = 500

/**
 * Writes a table to a file.
 * @param title line above the header of an xlsx; a CSV has none, because other programs expect its header in the first
 * line
 * @throws SheetTooLarge
 */
export function sheetFile(
  { columns, rows, withPlaces }: ViewSheet,
  { format, title }: { format: FileFormat; title: string },
  onWritten: (written: Written) => void = () => undefined,
): SheetFile {
  const isXlsx = format === 'xlsx'
  const header = Number(title !== '') + (withPlaces ? 2 : 1)
  if (isXlsx) checkSheetSize(columns.length, header + rows.length)
  const writer = isXlsx ? xlsxWriter(columns, withPlaces, title) : csvWriter(columns)
  rows.forEach((row, index) => {
    if (index % STEP === 0) onWritten({ rows: index, of: rows.length })
    writer.row(row)
  })
  return { file: new Blob(writer.end(), { type: isXlsx ? XLSX_TYPE : CSV_TYPE }), rows: rows.length }
}
