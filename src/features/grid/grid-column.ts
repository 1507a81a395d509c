import type { ReactNode } from 'react'
import type { Column } from '../../../contract/reports/columns.ts'
import type { Cell, ReportRow } from '../../../contract/reports/report-row.ts'

/** Column of the displayed grid. */
export interface GridColumn extends Column {
  /** renders the cell's content; the cell's text is still used for copying */
  draw?(row: ReportRow): ReactNode
  /** returns class names for a cell; '' for none */
  look?(row: ReportRow): string
  /** returns the value to sort by; the cell's value if not set */
  sortBy?(row: ReportRow): Cell
  /** width in px for a container of the given width in px, as chosen by a person or by the layout */
  width?: ((container: number) => number) | undefined
  /** name in the upper header row, for columns that belong to no city */
  over?: string
  /** unit of the prices, named once in the upper header row */
  currency?: string
  /** set if a click on the column's cells opens the tyre card */
  opens?: true
  /** whether the column belongs to an own site; such columns are marked */
  own?: boolean
}

/** Returns whether a click on the column's cells opens the tyre card instead of only selecting a cell. */
export const opensCard = ({ id, figure, opens }: GridColumn): boolean =>
  opens === true || id === 'article' || figure !== undefined

/** Returns whether the name's cell opens the tyre card instead of the article's, because the tyre has no article. */
export const standsForArticle = ({ id }: GridColumn, { specs }: ReportRow): boolean =>
  id === 'name' && specs.article === null
