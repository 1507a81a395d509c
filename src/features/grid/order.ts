import type { Cell, ReportRow } from '../../../contract/reports/report-row.ts'
import type { Order } from '../report-choice/view.ts'
import type { GridColumn } from './grid-column.ts'

const byAlphabet = new Intl.Collator('ru', { numeric: true }).compare

/** Compares cell values. Numbers precede texts, which some backends send instead of numbers. */
function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'string' && typeof b === 'string') return byAlphabet(a, b)
  return typeof a === 'number' ? -1 : 1
}

/** Returns the rows sorted by a column, stable, empty ones last; the same array without a known column. */
export function orderRows(
  rows: readonly ReportRow[],
  columns: readonly GridColumn[],
  order: Order | null,
): readonly ReportRow[] {
  const column = order && columns.find(({ id }) => id === order.column)
  if (!column) return rows
  const sign = order.descending ? -1 : 1
  const keyed = rows.map((row): { row: ReportRow; key: Cell } => ({
    row,
    key: (column.sortBy ?? column.cell)(row),
  }))
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null)
    return sign * compare(a.key, b.key)
  })
  return keyed.map(({ row }) => row)
}

/** Returns the order after a click on a header, in this cycle: ascending, descending, the server's order. */
export function orderAfterClick(order: Order | null, column: string): Order | null {
  if (order?.column !== column) return { column, descending: false }
  return order.descending ? null : { column, descending: true }
}

/** Returns the order after Alt with an arrow key; the same key again restores the server's order. */
export function orderAfterKey(order: Order | null, column: string, descending: boolean): Order | null {
  const same = order?.column === column && order.descending === descending
  return same ? null : { column, descending }
}
