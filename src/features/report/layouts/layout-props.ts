import type { Report } from '../../../../contract/reports/reports.ts'
import type { ListOrder } from '../../../data/list-order.ts'
import type { DisplayedPage } from '../../../data/report-queries.ts'
import type { GridColumn } from '../../grid/grid-column.ts'
import type { CardLink } from '../../report-choice/displayed-table.ts'
import type { ReportChoice } from '../../report-choice/report-address.ts'
import type { View } from '../../report-choice/view.ts'

/** Input of a layout: a page of a report. */
export interface LayoutProps {
  report: Report
  choice: ReportChoice
  data: DisplayedPage
  /** it is about to be replaced by another page */
  stale: boolean
  /** rows before it; null if unknown */
  rowOffset: number | null
  /** number in the report, from 1 */
  page: number
  /** an optional column after those that identify a tyre */
  extra: GridColumn | null
  /** receives the rows, for the cards of their tyres */
  card: CardLink
  /** the server sorts and filters; otherwise the page's rows are sorted and filtered here */
  offered: boolean
  /** how the server has sorted and filtered the rows, or is about to */
  arranged: ListOrder
  view: View
  onView(change: Partial<View>): void
  /** the layout has no room for rows of buttons */
  phone: boolean
  /** container above the rows for the layout's own controls; null until it is mounted */
  tools: HTMLElement | null
}
