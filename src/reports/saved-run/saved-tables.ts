import type { Report } from '../../../contract/reports.ts'
import { keyAddress } from '../../../contract/worker/request-key.ts'
import type { SavedEntry } from '../../../contract/worker/saved.ts'
import { readListPath, writeAddress } from '../../report-choice/report-address.ts'
import { pagesWords, savedRuns } from '../../report-choice/saved-runs.ts'
import { choiceSummary } from '../filters/choice-summary.ts'

/** A saved table on offer; all pages of a run form one table. */
export interface OfferedTable {
  key: string
  /** query of the app's own address for its first saved page */
  address: string
  name: string
  /** milliseconds since 1970 */
  savedAt: number
}

/** The saved tables of this report, most recently viewed first. */
export function offeredTables(report: Report, entries: readonly SavedEntry[]): OfferedTable[] {
  return savedRuns(entries).flatMap((run) => {
    const [first] = run.pages.values()
    const table = first && readListPath(report, keyAddress(first.request))
    if (!table) return []
    const { key, savedAt } = run
    const address = writeAddress(report, table.choice, table.page).toString()
    return [{ key, savedAt, address, name: `${choiceSummary(table.choice)}, ${pagesWords(run)}` }]
  })
}
