import { ownSiteRule } from '../../../../contract/companion.ts'
import { addNonEmptyColumns, emptyFilled } from '../../../../contract/reports/filled.ts'
import type { ReportRow } from '../../../../contract/reports/report-row.ts'
import { REPORTS, type Report } from '../../../../contract/reports/reports.ts'
import { CSV_TYPE } from '../../../../contract/spreadsheet/csv.ts'
import { sheetColumns } from '../../../../contract/spreadsheet/sheet-columns.ts'
import { checkSheetSize } from '../../../../contract/spreadsheet/sheet-limits.ts'
import { XLSX_TYPE } from '../../../../contract/spreadsheet/xlsx-parts.ts'
import { csvWriter, xlsxWriter } from '../../../lib/spreadsheet/table-writers.ts'
import type { DownloadOrder, FileFormat, RowProgress, SheetFile } from './export-client.ts'
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
  onWritten: (written: RowProgress) => void = () => undefined,
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

export interface DownloadSheet {
  /** Counts the rows of a page and records which columns have values. */
  read(rows: readonly ReportRow[], shown?: boolean): void
  /** Writes the rows of a page. The columns are those of all pages passed to `read`. @throws SheetTooLarge */
  write(rows: readonly ReportRow[]): void
  finish(): SheetFile
}

/** Number of header rows: one for cities, sites and warehouses, one for the column names. */
const HEADER_ROWS = 2

/** Builds the server's download file. Its pages are read twice, so that only one of them is in memory. */
export function downloadSheet({ report: id, choice, ownHosts }: DownloadOrder): DownloadSheet {
  const report: Report = REPORTS[id]
  const isXlsx = report.layout !== 'changes'
  const filled = emptyFilled()
  let count = 0
  let writer: ReturnType<typeof begin> | undefined
  const begin = () => {
    const columns = sheetColumns(report, choice.priceType, filled, choice.date, ownSiteRule(ownHosts))
    if (isXlsx) checkSheetSize(columns.length, HEADER_ROWS + count)
    return isXlsx ? xlsxWriter(columns) : csvWriter(columns)
  }
  return {
    read(rows) {
      for (const row of rows) addNonEmptyColumns(filled, row)
      count += rows.length
    },
    write(rows) {
      writer ??= begin()
      for (const row of rows) writer.row(row)
    },
    finish() {
      writer ??= begin()
      return { file: new Blob(writer.end(), { type: isXlsx ? XLSX_TYPE : CSV_TYPE }), rows: count }
    },
  }
}
