import type { Report } from '../../../../contract/reports/reports.ts'
import type { ListOrder } from '../../../data/list-order.ts'
import type { DisplayedPage } from '../../../data/report-queries.ts'
import type { GridColumn } from '../../grid/grid-column.ts'
import type { CardLink } from '../../report-choice/displayed-table.ts'
import type { ReportChoice } from '../../report-choice/report-address.ts'
import type { View } from '../../report-choice/view.ts'

/** Props of a layout, which renders a page of a report. */
export interface LayoutProps {
  report: Report
  choice: ReportChoice
  data: DisplayedPage
  /** whether another page is loading that will replace `data` */
  stale: boolean
  /** number of rows on the previous pages; null if unknown */
  rowOffset: number | null
  /** page number in the report, from 1 */
  page: number
  /** additional column after those that identify a tyre; null without one */
  extra: GridColumn | null
  /** link to the tyre card, which receives the displayed rows */
  card: CardLink
  /** whether the server can sort and filter all rows; otherwise the device sorts and filters the page's rows */
  offered: boolean
  /** sort and quick filters of `data`, or of the page that is loading */
  arranged: ListOrder
  view: View
  onView(change: Partial<View>): void
  /** whether the screen is too narrow for rows of buttons */
  phone: boolean
  /** container above the rows for the layout's own controls; null until it is mounted */
  tools: HTMLElement | null
}
