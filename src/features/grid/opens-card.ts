import type { ReportRow } from '../../../contract/reports/report-row.ts'
import type { GridColumn } from './grid-column.ts'

/** Whether a click on the cells of a column opens the card of their tyre; a click on any other only selects them. */
export const opensCard = ({ id, figure, opens }: GridColumn): boolean =>
  opens === true || id === 'article' || figure !== undefined

/** The name of a tyre opens its card where the article is missing. */
export const standsForArticle = ({ id }: GridColumn, { specs }: ReportRow): boolean =>
  id === 'name' && specs.article === null
