import type { Narrowing } from '../../../../contract/reports/narrow.ts'
import type { Paging, ResultPage } from '../../../../contract/reports/report-row.ts'
import type { ReportId } from '../../../../contract/reports/reports.ts'
import type { ListOrder } from '../../../data/list-order.ts'
import type { DisplayedTable } from '../../report-choice/displayed-table.ts'
import type { ReportChoice } from '../../report-choice/report-address.ts'
import type { Layout } from '../../report-choice/view.ts'
import type { OnPage } from '../layouts/on-page.ts'

/** Filters still to apply to the rows of the pages; null if the pages contain exactly the wanted rows. */
export type FurtherFilters = Pick<Narrowing, 'filters' | 'sets'> | null

interface CommonOrder {
  report: ReportId
  choice: ReportChoice
  /** host names of the own sites; null if the server does not list them */
  ownHosts: readonly string[] | null
  further: FurtherFilters
}

/** Order for a file with the content of the server's download (specification 5.7). */
export interface DownloadOrder extends CommonOrder {
  layout: 'download'
}

/** Order for a file of the displayed table (specification 17.9). */
export interface ViewOrder extends CommonOrder {
  layout: Layout
  view: OnPage
  /** serialised column settings, see columns/column-settings.ts */
  columns: readonly string[]
  compared: DisplayedTable['compared']
  /** how the server has sorted and filtered the pages */
  arranged: ListOrder
}

export type ExportOrder = DownloadOrder | ViewOrder

export const FILE_FORMATS = ['xlsx', 'csv'] as const
export type FileFormat = (typeof FILE_FORMATS)[number]

/** Requests to the web worker, sent in this order: the export order, its pages, the request for the file. */
export type ExportRequest =
  | { order: ExportOrder }
  /**
   * @param shown whether the page is the displayed one
   * @param again whether a download reads the page for the second time, to write its rows
   */
  | { body: ArrayBuffer; page: number; shown: boolean; again: boolean }
  | { format: FileFormat; title: string }

/** Facts about a page that has been read. */
export interface PageInfo extends Pick<Paging, 'totalPages' | 'totalRows'>, Pick<ResultPage, 'state'> {
  /** number of the page's rows that match the filters */
  rows: number
  hasNext: boolean
}

export interface SheetFile {
  file: Blob
  /** number of rows in the file */
  rows: number
}

/** Progress of writing, in rows: `rows` of `of`. */
export interface Written {
  rows: number
  of: number
}
