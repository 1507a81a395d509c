import type { Narrowing } from '../../../../../contract/reports/narrow.ts'
import type { PriceType, ReportId } from '../../../../../contract/reports/reports.ts'

/** Request of the page to the web worker. */
export interface ExportOrder {
  report: ReportId
  priceType: PriceType
  /** YYYY-MM-DD */
  day: string
  /** list requests of the saved pages, in order */
  paths: readonly string[]
  /** filters to apply to their rows; null if the pages are exactly the wanted ones */
  further: Pick<Narrowing, 'filters' | 'sets'> | null
  /** host names of the own sites, if the server gives them */
  ownHosts: readonly string[] | null
  /** owner's token, used only for these requests */
  token: string
}

export type ExportResult =
  | {
      kind: 'file'
      file: Blob
      /** of the whole report; null if unknown */
      totalPages: number | null
    }
  /** the pages have no rows */
  | { kind: 'empty' }
  /** @param problem message for the user */
  | { kind: 'refused'; problem: string }
  | { kind: 'failed'; reason: string }
