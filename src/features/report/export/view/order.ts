import type { Narrowing } from '../../../../../contract/reports/narrow.ts'
import type { Paging, ResultPage } from '../../../../../contract/reports/report-row.ts'
import type { ReportId } from '../../../../../contract/reports/reports.ts'
import type { Arranged } from '../../../../data/arranged.ts'
import type { ReportChoice } from '../../../report-choice/report-address.ts'
import type { ShownTable } from '../../../report-choice/shown-table.ts'
import type { Layout } from '../../../report-choice/view.ts'
import type { OnPage } from '../../layouts/on-page.ts'

/** Displayed view as input of the export (specification 17.9). */
export interface ShownOrder {
  report: ReportId
  choice: ReportChoice
  layout: Layout
  view: OnPage
  /** column settings (columns/column-settings.ts) */
  columns: readonly string[]
  compared: ShownTable['compared']
  /** competitors' columns of the market, in displayed order */
  siteOrder: readonly string[]
  /** how the server has sorted and filtered the pages */
  arranged: Arranged
  /** host names of the own sites, if the server gives them */
  ownHosts: readonly string[] | null
  /** filters to apply to the pages' rows; null if the pages are exactly the wanted ones */
  further: Pick<Narrowing, 'filters' | 'sets'> | null
}

export const FILE_FORMATS = ['xlsx', 'csv'] as const
export type FileFormat = (typeof FILE_FORMATS)[number]

/** Messages of the page to the web worker: the order, its pages in sequence, and the end. */
export type ToMaker =
  | { order: ShownOrder }
  /** @param shown the page is the displayed one */
  | { body: ArrayBuffer; shown: boolean; page: number }
  | { format: FileFormat; title: string }

/** Paging of a page within its result set. */
export interface PageSaid extends Pick<Paging, 'totalPages' | 'totalRows'>, Pick<ResultPage, 'state'> {
  /** number of matching rows in the page */
  rows: number
  hasNext: boolean
}

export interface MadeSheet {
  file: Blob
  /** rows in it */
  rows: number
}

/** Progress of writing a file, in rows. */
export interface Written {
  rows: number
  of: number
}

/** One answer to each message but the first; progress before the last one. */
export type FromMaker = { said: PageSaid } | { made: MadeSheet } | { problem: string } | { written: Written }
