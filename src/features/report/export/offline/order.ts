import type { Narrowing } from '../../../../../contract/reports/narrow.ts'
import type { PriceType, ReportId } from '../../../../../contract/reports/reports.ts'

/** The page's request to the web worker. */
export interface ExportOrder {
  report: ReportId
  priceType: PriceType
  /** YYYY-MM-DD */
  day: string
  /** list calls of the saved pages, in order */
  paths: readonly string[]
  /** filters still to apply to their rows; null if the pages are exactly those wanted */
  further: Pick<Narrowing, 'filters' | 'sets'> | null
  /** host names of the own sites, if the server gives them */
  ownHosts: readonly string[] | null
  /** owner's token, used only for these calls */
  token: string
}

export type ExportResult =
  | {
      kind: 'file'
      file: Blob
      /** of the whole report; null if no page says */
      totalPages: number | null
    }
  /** the pages have no rows */
  | { kind: 'empty' }
  /** @param problem for the user */
  | { kind: 'refused'; problem: string }
  | { kind: 'failed'; reason: string }
