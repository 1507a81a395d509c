import { ownSiteRule } from '../../../../../contract/companion.ts'
import { addFilled, emptyFilled } from '../../../../../contract/reports/filled.ts'
import type { ReportRow, ResultPage } from '../../../../../contract/reports/report-row.ts'
import { REPORTS, type Report } from '../../../../../contract/reports/reports.ts'
import { CSV_TYPE } from '../../../../../contract/spreadsheet/csv.ts'
import { type ReportColumn, sheetColumns } from '../../../../../contract/spreadsheet/sheet-columns.ts'
import { checkSheetSize } from '../../../../../contract/spreadsheet/sheet-limits.ts'
import { XLSX_TYPE } from '../../../../../contract/spreadsheet/xlsx-parts.ts'
import { csvWriter } from '../../../../lib/spreadsheet/csv-writer.ts'
import type { TableWriter } from '../../../../lib/spreadsheet/table-writer.ts'
import { xlsxWriter } from '../../../../lib/spreadsheet/xlsx-writer.ts'
import type { ExportOrder, ExportResult } from './order.ts'

interface Format {
  type: string
  write(columns: readonly ReportColumn[]): TableWriter<ReportRow>
}

const XLSX: Format = { type: XLSX_TYPE, write: xlsxWriter }
const CSV: Format = { type: CSV_TYPE, write: csvWriter }

/** Places and the names below them. */
const HEADER_ROWS = 2

/**
 * Creates the server's download from saved pages. Reads them twice, first to find the columns with values, then for
 * the rows, so that only one page is in
 * memory at a time.
 * @param readPage reads the page of a list request
 * @throws SheetTooLarge, or the error of readPage
 */
export async function savedFile(
  { report: id, priceType, day, paths, ownHosts }: Omit<ExportOrder, 'token' | 'further'>,
  readPage: (path: string) => Promise<ResultPage>,
): Promise<ExportResult> {
  const report: Report = REPORTS[id]
  const filled = emptyFilled()
  let rowCount = 0
  let totalPages: number | null = null
  for (const path of paths) {
    const page = await readPage(path)
    for (const row of page.rows) addFilled(filled, row)
    rowCount += page.rows.length
    totalPages ??= page.totalPages
  }
  if (rowCount === 0) return { kind: 'empty' }
  const format = report.layout === 'changes' ? CSV : XLSX
  const columns = sheetColumns(report, priceType, filled, day, ownSiteRule(ownHosts))
  if (format === XLSX) checkSheetSize(columns.length, HEADER_ROWS + rowCount)
  const writer = format.write(columns)
  for (const path of paths) {
    for (const row of (await readPage(path)).rows) writer.row(row)
  }
  return { kind: 'file', file: new Blob(writer.end(), { type: format.type }), totalPages }
}
