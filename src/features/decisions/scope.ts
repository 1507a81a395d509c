import type { DecisionBasis } from '../../../contract/decisions/decision.ts'
import { MAX_DECISIONS } from '../../../contract/decisions/decision.ts'
import type { ReportRow } from '../../../contract/reports/report-row.ts'
import { rowOrigin } from '../market/market.ts'
import type { DisplayedTable } from '../report-choice/displayed-table.ts'
import { listRequest } from '../report-choice/report-address.ts'
import { pagesOfRun } from '../report-choice/run-rows.ts'
import { type Asked, basesOfRows } from './bases.ts'

/** Rows whose prices are decided: the selected rows, the displayed page, or all pages. */
export type Scope = 'selected' | 'page' | 'all'

/** Prices to decide, and the rule that recognises own sites. */
export interface Wanted extends Asked {
  isOwnSite(host: string): boolean
}

export const basesOfTable = (
  table: DisplayedTable,
  rows: readonly ReportRow[],
  { isOwnSite, ...asked }: Wanted,
): DecisionBasis[] => basesOfRows(rows, rowOrigin(table, isOwnSite), asked)

/** Progress of reading all pages. */
export interface ReadProgress {
  pages: number
  /** number of all pages; null if unknown */
  of: number | null
}

/** Prices to decide, as read from the pages of a report. */
export interface ReadBases {
  bases: DecisionBasis[]
  /** false if the report has more prices than can be decided at once */
  isWhole: boolean
}

/**
 * Reads the prices that can be decided on all pages of a report, at most MAX_DECISIONS.
 * @throws OfflineMissError, HttpError, ReadError, or an error of fetch
 */
export async function basesOfReport(
  table: DisplayedTable,
  wanted: Wanted,
  signal: AbortSignal,
  onProgress: (progress: ReadProgress) => void,
): Promise<ReadBases> {
  const bases: DecisionBasis[] = []
  // Applies the table's quick filters: in the request if the server supports them, on the device otherwise.
  const request = { ...listRequest(table.report, table.choice), arranged: table.arranged }
  for await (const { page, totalPages, rows } of pagesOfRun(request, signal)) {
    bases.push(...basesOfTable(table, table.narrow?.(rows) ?? rows, wanted))
    onProgress({ pages: page, of: totalPages })
    if (bases.length > MAX_DECISIONS) return { bases: bases.slice(0, MAX_DECISIONS), isWhole: false }
  }
  return { bases, isWhole: true }
}
