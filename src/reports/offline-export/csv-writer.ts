import { csvHeader, csvRow } from '../../../contract/spreadsheet/csv.ts'
import type { ReportColumn } from '../../../contract/spreadsheet/sheet-columns.ts'
import type { TableWriter } from './table-writer.ts'

export function csvWriter(columns: readonly ReportColumn[]): TableWriter {
  const lines = [csvHeader(columns)]
  return {
    row: (row) => void lines.push(csvRow(columns, row)),
    end: () => lines,
  }
}
