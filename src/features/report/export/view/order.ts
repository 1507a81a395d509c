import type { Narrowing } from '../../../../../contract/reports/narrow.ts'
import type { Paging, ResultPage } from '../../../../../contract/reports/report-row.ts'
import type { ReportId } from '../../../../../contract/reports/reports.ts'
import type { Arranged } from '../../../../data/arranged.ts'
import type { ReportChoice } from '../../../report-choice/report-address.ts'
import type { ShownTable } from '../../../report-choice/shown-table.ts'
import type { Layout } from '../../../report-choice/view.ts'
import type { OnPage } from '../../layouts/on-page.ts'

/** What is on screen, as a file is to have it (specification 17.9). */
export interface ShownOrder {
  report: ReportId
  choice: ReportChoice
  layout: Layout
  view: OnPage
  /** how the columns are arranged (columns/column-settings.ts) */
  columns: readonly string[]
  compared: ShownTable['compared']
  /** competitors' columns of a market, as they stand on screen */
  siteOrder: readonly string[]
  /** how the server has arranged the pages */
  arranged: Arranged
  /** host names of the own sites, if the server gives them */
  ownHosts: readonly string[] | null
  /** filters still to apply to the pages' rows; null if the pages are exactly those wanted */
  further: Pick<Narrowing, 'filters' | 'sets'> | null
}

export const FILE_FORMATS = ['xlsx', 'csv'] as const
export type FileFormat = (typeof FILE_FORMATS)[number]

/** The page's messages to the web worker: what is wanted, its pages in order, and then the end. */
export type ToMaker =
  | { order: ShownOrder }
  /** @param shown the page is the one on screen */
  | { body: ArrayBuffer; shown: boolean; page: number }
  | { format: FileFormat; title: string }

/** What a page says of its run. */
export interface PageSaid extends Pick<Paging, 'totalPages' | 'totalRows'>, Pick<ResultPage, 'state'> {
  /** of the page that are wanted */
  rows: number
  hasNext: boolean
}

export interface MadeSheet {
  file: Blob
  /** rows in it */
  rows: number
}

/** How far a file is written, in rows. */
export interface Written {
  rows: number
  of: number
}

/** One answer to each message but the first; before the last one, how far it is. */
export type FromMaker = { said: PageSaid } | { made: MadeSheet } | { problem: string } | { written: Written }
