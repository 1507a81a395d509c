import type { Report } from '../../../../contract/reports/reports.ts'
import type { Arranged } from '../../../data/arranged.ts'
import type { ShownPage } from '../../../data/report-queries.ts'
import type { GridColumn } from '../../grid/grid-column.ts'
import type { ReportChoice } from '../../report-choice/report-address.ts'
import type { CardLink } from '../../report-choice/shown-table.ts'
import type { View } from '../../report-choice/view.ts'

/** A page of a report that a layout shows. */
export interface LayoutProps {
  report: Report
  choice: ReportChoice
  data: ShownPage
  /** it is about to be replaced by another page */
  stale: boolean
  /** rows before it; null if unknown */
  rowOffset: number | null
  /** of the report, from 1 */
  page: number
  /** an optional column after those that identify a tyre */
  extra: GridColumn | null
  /** told about the rows, for the cards of their tyres */
  card: CardLink
  /** the server arranges: what it says nothing of is for the page's rows to do */
  offered: boolean
  /** how the server has arranged the rows, or is about to */
  arranged: Arranged
  view: View
  onView(change: Partial<View>): void
  /** there is no room for rows of buttons */
  phone: boolean
  /** the place above the rows for the layout's own controls; null until it is there */
  tools: HTMLElement | null
}
