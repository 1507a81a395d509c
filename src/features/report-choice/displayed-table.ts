import type { RefObject } from 'react'
import type { Location } from 'react-router-dom'
import type { Column } from '../../../contract/reports/columns.ts'
import type { Competitors } from '../../../contract/reports/competitors.ts'
import type { ComparedPrice } from '../../../contract/reports/proposed-price.ts'
import type { ReportRow } from '../../../contract/reports/report-row.ts'
import type { Report } from '../../../contract/reports/reports.ts'
import type { ListOrder } from '../../data/list-order.ts'
import type { ReportChoice } from './report-address.ts'

/** Functions with which other parts of the app control the table's active cell. */
export interface GridHandle {
  /** moves the active cell; @param row index on the page, from 0 */
  goTo(row: number): void
  focus(): void
  /** indexes of the selected rows on the page; empty unless more than one cell is selected */
  selectedRows(): readonly number[]
}

/** Displayed table of a report, passed to the card of one of its tyres. */
export interface DisplayedTable {
  report: Report
  choice: ReportChoice
  rows: readonly ReportRow[]
  /** page number in the report, from 1 */
  page: number
  /** number of rows on all pages; null if unknown */
  totalRows: number | null
  /** city, kind and competitors of the compared prices; `city` and `competitors` are null for all of them */
  compared: { city: string | null; kind: ComparedPrice; competitors: Competitors | null }
  /** whether the table's figures combine the prices of all cities */
  joined: boolean
  /** applies the quick filters to rows of other pages; undefined for layouts without quick filters */
  narrow?: ((rows: readonly ReportRow[]) => readonly ReportRow[]) | undefined
  /** sort order and quick filters that the server has applied */
  arranged: ListOrder
  /** time when the copy was saved, ISO 8601; null if the rows come from the network */
  savedAt: string | null
  grid: RefObject<GridHandle | null>
}

/** Cell on which a person opened the tyre card. */
export interface FocusedCell {
  table: DisplayedTable
  /** row index on the page, from 0 */
  row: number
  column: Column | undefined
}

/** Callbacks through which a table reports to the tyre card. */
export interface CardLink {
  /** called with the displayed table, or with null once no table is displayed */
  onTable(table: DisplayedTable | null): void
  /** called when the active cell moves to another row */
  onMove(row: number): void
  onOpen(cell: FocusedCell): void
}

/** Displayed table and its active row for the card, in a store: moves do not render the report page. */
export interface TableFeed {
  table: DisplayedTable | null
  /** active row after the last move; a new object for each move */
  moved: { row: number } | null
}

/** State of the history entry for a tyre card that is opened beside a table. */
export interface CardState {
  /** location of the report, whose table stays displayed */
  background: Location
  /** index of the tyre in the table, from 0 */
  row: number
  /** key of the history entry that this entry replaced when the card of another tyre in the same table was open */
  replaced?: string
}

export const cardState = ({ state }: Pick<Location, 'state'>): CardState | null =>
  (state as CardState | null)?.background ? (state as CardState) : null
