import { Columns, type RawCell } from '../import/readers/columns.ts'
import { csvReader, DELIMITERS } from '../import/readers/csv.ts'
import type { CheckTime } from '../import/readers/time-limit.ts'
import type { TableRow } from './header.ts'

/** Lines by which the delimiter is told. */
const TOLD_BY = 60_000

/** Rows of any width. */
class AnyWidth extends Columns {
  override setHeader(): void {}
}

const ENOUGH = Symbol('enough')

/** The first rows of CSV; one that the text cuts at its end is left out. */
export function csvRows(text: string, delimiter: string, most: number, checkTime: CheckTime): TableRow[] {
  const rows: TableRow[] = []
  const reader = csvReader(
    { header: 0, delimiter },
    {
      columns: new AnyWidth(),
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

/** The delimiter by which most rows have the same number of cells, and many of them. */
export function findDelimiter(text: string, checkTime: CheckTime): string {
  const sample = text.length > TOLD_BY ? text.slice(0, TOLD_BY) : `${text}\n`
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
