import type { FilterValues } from '../../../contract/filters.ts'
import type { PriceType, ReportId } from '../../../contract/reports.ts'

/** What the page asks of the web worker. */
export interface ExportOrder {
  report: ReportId
  priceType: PriceType
  /** YYYY-MM-DD */
  day: string
  /** list calls of the saved pages, in order */
  paths: readonly string[]
  /** what is chosen among their rows; null where it is all of them */
  further: FilterValues | null
  /** host names of the own sites, where the server names them */
  ownHosts: readonly string[] | null
  /** whose saved pages they are; it goes no further than these calls */
  token: string
}

export type ExportResult =
  | {
      kind: 'file'
      file: Blob
      /** of the whole report; null where no page says */
      totalPages: number | null
    }
  /** the pages hold no row */
  | { kind: 'empty' }
  | { kind: 'failed'; reason: string }
