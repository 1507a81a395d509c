import type { Narrowing } from '../../../../contract/reports/narrow.ts'
import type { Paging, ResultPage } from '../../../../contract/reports/report-row.ts'
import type { ReportId } from '../../../../contract/reports/reports.ts'
import type { ListOrder } from '../../../data/list-order.ts'
import type { DisplayedTable } from '../../report-choice/displayed-table.ts'
import type { ReportChoice } from '../../report-choice/report-address.ts'
import type { Layout } from '../../report-choice/view.ts'
import type { OnPage } from '../layouts/on-page.ts'

/** Filters still to apply to the rows of the pages; null if the pages have exactly the wanted rows. */
export type FurtherFilters = Pick<Narrowing, 'filters' | 'sets'> | null

interface CommonOrder {
  report: ReportId
  choice: ReportChoice
  /** host names of the own sites, if the server gives them */
  ownHosts: readonly string[] | null
  further: FurtherFilters
}

/** The file that the server's download would be (specification 5.7). */
export interface DownloadOrder extends CommonOrder {
  layout: 'download'
}

/** The displayed table as a file (specification 17.9). */
export interface ViewOrder extends CommonOrder {
  layout: Layout
  view: OnPage
  /** column settings, see columns/column-settings.ts */
  columns: readonly string[]
  compared: DisplayedTable['compared']
  /** displayed order of the competitors' columns of a market */
  siteOrder: readonly string[]
  /** how the server has sorted and filtered the pages */
  arranged: ListOrder
}

export type ExportOrder = DownloadOrder | ViewOrder

export const FILE_FORMATS = ['xlsx', 'csv'] as const
export type FileFormat = (typeof FILE_FORMATS)[number]

/** Requests to the web worker: the order, then its pages, then the file. */
export type ExportRequest =
  | { order: ExportOrder }
  /**
   * @param shown the page is the displayed one
   * @param again second reading of a download, which writes the rows
   */
  | { body: ArrayBuffer; page: number; shown: boolean; again: boolean }
  | { format: FileFormat; title: string }

/** Paging of a page within its result set. */
export interface PageInfo extends Pick<Paging, 'totalPages' | 'totalRows'>, Pick<ResultPage, 'state'> {
  /** number of its wanted rows */
  rows: number
  hasNext: boolean
}

export interface SheetFile {
  file: Blob
  /** number of rows in the file */
  rows: number
}

/** Progress of writing, in rows. */
export interface Written {
  rows: number
  of: number
}
