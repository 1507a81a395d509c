import type { RefObject } from 'react'
import type { Column } from '../../../contract/reports/columns.ts'
import type { ComparedPrice } from '../../../contract/reports/proposed-price.ts'
import type { ReportRow } from '../../../contract/reports/report-row.ts'
import type { Report } from '../../../contract/reports/reports.ts'
import type { ListOrder } from '../../data/list-order.ts'
import type { ReportChoice } from './report-address.ts'

/** Control of the table's active cell for other parts of the app. */
export interface GridHandle {
  /** moves the active cell; @param row index on the page, from 0 */
  goTo(row: number): void
  focus(): void
  /** indexes of the selected rows on the page; empty unless more than one cell is selected */
  selectedRows(): readonly number[]
}

/** Displayed table of a report, for the card of one of its tyres. */
export interface DisplayedTable {
  report: Report
  choice: ReportChoice
  rows: readonly ReportRow[]
  /** page of the report, from 1 */
  page: number
  /** number of rows on all pages; null if unknown */
  totalRows: number | null
  /** compared prices; city null for all cities */
  compared: { city: string | null; kind: ComparedPrice }
  /** whether its figures combine all cities */
  joined: boolean
  /** applies the quick filters to other pages' rows; undefined where there are none */
  narrow?: ((rows: readonly ReportRow[]) => readonly ReportRow[]) | undefined
  /** sort order and quick filters that the server has applied */
  arranged: ListOrder
  /** ISO instant of a saved copy; null for an answer from the network */
  savedAt: string | null
  grid: RefObject<GridHandle | null>
}

/** Cell whose tyre's card was requested. */
export interface FocusedCell {
  table: DisplayedTable
  /** index on the page, from 0 */
  row: number
  column: Column | undefined
}

/** Callbacks of a table for its tyres' cards. */
export interface CardLink {
  /** called with null when no table is displayed any more */
  onTable(table: DisplayedTable | null): void
  /** called when the active cell moves to another row */
  onMove(row: number): void
  onOpen(cell: FocusedCell): void
}

/** Displayed table and the moves of its active row, for the card beside it; a store, so that the report page does not render with each. */
export interface TableFeed {
  table: DisplayedTable | null
  /** row that became active last; a new object for each move */
  moved: { row: number } | null
}
