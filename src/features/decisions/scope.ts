import type { DecisionBasis } from '../../../contract/decisions/decision.ts'
import { MOST_DECISIONS } from '../../../contract/decisions/decision.ts'
import type { ReportRow } from '../../../contract/reports/report-row.ts'
import { rowOrigin } from '../market/market.ts'
import { listRequest } from '../report-choice/report-address.ts'
import { pagesOfRun } from '../report-choice/run-rows.ts'
import type { ShownTable } from '../report-choice/shown-table.ts'
import { type Asked, basesOfRows } from './bases.ts'

/** Whose prices are decided: of rows that are selected, of the page, or of every page. */
export type Scope = 'selected' | 'page' | 'all'

/** What is asked of the rows. */
export interface Wanted extends Asked {
  isOwnSite(host: string): boolean
}

export const basesOfTable = (
  table: ShownTable,
  rows: readonly ReportRow[],
  { isOwnSite, ...asked }: Wanted,
): DecisionBasis[] => basesOfRows(rows, rowOrigin(table, isOwnSite), asked)

/** How far all pages have been read. */
export interface ReadProgress {
  pages: number
  /** null if the server does not say */
  of: number | null
}

/** What pages of a report have to be decided. */
export interface ReadBases {
  bases: DecisionBasis[]
  /** false if there is more than can be decided at once */
  isWhole: boolean
}

/**
 * What can be decided on all pages of a report, as far as it fits.
 * @throws OfflineMissError, HttpError, ReadError, or what fetch throws
 */
export async function basesOfReport(
  table: ShownTable,
  wanted: Wanted,
  signal: AbortSignal,
  onProgress: (progress: ReadProgress) => void,
): Promise<ReadBases> {
  const bases: DecisionBasis[] = []
  // Narrowed by quick filters as on screen: by the server where it does that, otherwise here.
  const request = { ...listRequest(table.report, table.choice), arranged: table.arranged }
  for await (const { page, totalPages, rows } of pagesOfRun(request, signal)) {
    bases.push(...basesOfTable(table, table.narrow?.(rows) ?? rows, wanted))
    onProgress({ pages: page, of: totalPages })
    if (bases.length > MOST_DECISIONS) return { bases: bases.slice(0, MOST_DECISIONS), isWhole: false }
  }
  return { bases, isWhole: true }
}
