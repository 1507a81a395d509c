import type { ReactNode } from 'react'
import type { Column } from '../../../contract/reports/columns.ts'
import type { Cell, ReportRow } from '../../../contract/reports/report-row.ts'

/** A column of the table on screen. */
export interface GridColumn extends Column {
  /** what a cell shows in place of its text, which is still what is copied */
  draw?(row: ReportRow): ReactNode
  /** a class for a cell; '' for none */
  look?(row: ReportRow): string
  /** what rows are sorted by in place of the cell */
  sortBy?(row: ReportRow): Cell
  /** width in px, in a container of this width, that a person or the market chose */
  width?: ((container: number) => number) | undefined
  /** the upper header over columns of no city */
  over?: string
  /** a click on its cells opens the tyre's card */
  opens?: true
  /** of an own site, and marked as such */
  own?: boolean
}
