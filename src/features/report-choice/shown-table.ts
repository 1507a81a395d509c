import type { RefObject } from 'react'
import type { Column } from '../../../contract/reports/columns.ts'
import type { ComparedPrice } from '../../../contract/reports/proposed-price.ts'
import type { ReportRow } from '../../../contract/reports/report-row.ts'
import type { Report } from '../../../contract/reports/reports.ts'
import type { Arranged } from '../../data/arranged.ts'
import type { ReportChoice } from './report-address.ts'

/** The table's active cell, as other parts of the app move it. */
export interface GridHandle {
  /** @param row on the page, from 0 */
  goTo(row: number): void
  focus(): void
  /** on the page, from 0; empty unless more than one cell is selected */
  selectedRows(): readonly number[]
}

/** A report's table as it is on screen, for the card of one of its tyres. */
export interface ShownTable {
  report: Report
  choice: ReportChoice
  rows: readonly ReportRow[]
  /** of the report, from 1 */
  page: number
  /** on all pages; null if unknown */
  totalRows: number | null
  /** the prices that a person compares; all cities if it names none */
  compared: { city: string | null; kind: ComparedPrice }
  /** its numbers are of all cities together */
  joined: boolean
  /** what quick filters leave of other pages' rows; undefined where none are offered */
  narrow?: ((rows: readonly ReportRow[]) => readonly ReportRow[]) | undefined
  /** how the server has arranged its pages */
  arranged: Arranged
  /** ISO instant of a saved copy; null for an answer from the network */
  savedAt: string | null
  grid: RefObject<GridHandle | null>
}

/** A cell that was asked for its tyre's card. */
export interface AskedCell {
  table: ShownTable
  /** on the page, from 0 */
  row: number
  column: Column | undefined
}

/** What a table tells whoever shows the cards of its tyres. */
export interface CardLink {
  /** null when no table is on screen any more */
  onTable(table: ShownTable | null): void
  /** the active cell is in another row */
  onMove(row: number): void
  onOpen(cell: AskedCell): void
}

/** Displayed table and the moves of its active row, for the card beside it; a store, so that the report page does not render with each. */
export interface TableFeed {
  table: ShownTable | null
  /** the row that became active last; a new object for each move */
  moved: { row: number } | null
}
