import type { ReportRow } from '../../../contract/reports/report-row.ts'
import type { GridColumn } from './grid-column.ts'

/**
 * Returns whether a click on the column's cells opens the tyre card. A click on a cell of another column only selects
 * it.
 */
export const opensCard = ({ id, figure, opens }: GridColumn): boolean =>
  opens === true || id === 'article' || figure !== undefined

/** Returns whether the name's cell opens the tyre card instead of the article's, because the tyre has no article. */
export const standsForArticle = ({ id }: GridColumn, { specs }: ReportRow): boolean =>
  id === 'name' && specs.article === null
