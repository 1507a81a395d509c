import { Columns, type RawCell } from '../import/readers/columns.ts'
import { csvReader, DELIMITERS } from '../import/readers/csv.ts'
import type { CheckTime } from '../import/readers/time-limit.ts'
import { ENOUGH } from '../import/readers/until-enough.ts'
import type { TableRow } from './header.ts'

/** Length of the text from which the delimiter is detected. */
const SAMPLE_CHARS = 60_000

/** Columns that accept rows of any width. */
class ColumnsOfAnyWidth extends Columns {
  override setHeader(): void {}
}

/** Reads the first rows of CSV, without a row that is cut off by the end of the text. */
export function csvRows(text: string, delimiter: string, most: number, checkTime: CheckTime): TableRow[] {
  const rows: TableRow[] = []
  const reader = csvReader(
    { header: 0, delimiter },
    {
      columns: new ColumnsOfAnyWidth(),
      itemColumns: new Columns(),
      record(cells: RawCell[], line: number) {
        checkTime()
        rows.push({ row: line, cells })
        if (rows.length >= most) throw ENOUGH
      },
      broken() {},
    },
  )
  try {
    reader.push(text)
  } catch (error) {
    if (error !== ENOUGH) throw error
  }
  return rows
}

/** Returns the delimiter with which the most rows have the same, large number of cells. */
export function findDelimiter(text: string, checkTime: CheckTime): string {
  const sample = text.length > SAMPLE_CHARS ? text.slice(0, SAMPLE_CHARS) : `${text}\n`
  const scores = DELIMITERS.map((delimiter) => {
    try {
      const widths = csvRows(sample, delimiter, 300, checkTime).map(({ cells }) => cells.length)
      return regularity(widths)
    } catch {
      return 0
    }
  })
  return DELIMITERS[scores.indexOf(Math.max(...scores))] as string
}

function regularity(widths: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1)
  const scores = [...counts].map(([width, count]) => (count / widths.length) * Math.log2(width))
  return Math.max(0, ...scores)
}
