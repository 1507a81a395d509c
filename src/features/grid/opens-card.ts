import type { ReportRow } from '../../../contract/reports/report-row.ts'
import type { GridColumn } from './grid-column.ts'

/** Returns whether a click on the column's cells opens the tyre's card; a click on other cells only selects them. */
export const opensCard = ({ id, figure, opens }: GridColumn): boolean =>
  opens === true || id === 'article' || figure !== undefined

/** Returns whether the name opens the card because the article is missing. */
export const standsForArticle = ({ id }: GridColumn, { specs }: ReportRow): boolean =>
  id === 'name' && specs.article === null
