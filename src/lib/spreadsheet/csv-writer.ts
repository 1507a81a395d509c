import { csvHeader, csvRow } from '../../../contract/spreadsheet/csv.ts'
import type { SheetColumn } from '../../../contract/spreadsheet/sheet-columns.ts'
import type { TableWriter } from './table-writer.ts'

export function csvWriter<Row>(columns: readonly SheetColumn<Row>[]): TableWriter<Row> {
  const lines = [csvHeader(columns)]
  return {
    row: (row) => void lines.push(csvRow(columns, row)),
    end: () => lines,
  }
}
