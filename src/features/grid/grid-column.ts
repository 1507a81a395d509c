import type { ReactNode } from 'react'
import type { Column } from '../../../contract/reports/columns.ts'
import type { Cell, ReportRow } from '../../../contract/reports/report-row.ts'

/** Column of the displayed grid. */
export interface GridColumn extends Column {
  /** renders a cell's content instead of its text; the text is still what is copied */
  draw?(row: ReportRow): ReactNode
  /** class name for a cell; '' for none */
  look?(row: ReportRow): string
  /** value to sort by instead of the cell's own */
  sortBy?(row: ReportRow): Cell
  /** width in px for a container of the given width, chosen by a person or by the layout */
  width?: ((container: number) => number) | undefined
  /** upper header over columns that belong to no city */
  over?: string
  /** a click on the column's cells opens the tyre's card */
  opens?: true
  /** column of an own site, marked as such */
  own?: boolean
}
