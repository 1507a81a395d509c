import type { Report } from '../../../../contract/reports/reports.ts'
import { keyAddress } from '../../../../contract/worker/request-key.ts'
import type { SavedEntry } from '../../../../contract/worker/saved.ts'
import { choiceParts } from '../../report-choice/choice-parts.ts'
import { listOrderText } from '../../report-choice/list-order-text.ts'
import { readListPath, writeAddress } from '../../report-choice/report-address.ts'
import { pagesText, savedRuns } from '../../report-choice/saved-runs.ts'

/** Saved table that is offered as a link; all saved pages of a result set form one table. */
export interface OfferedTable {
  key: string
  /** query string of the app's URL for the table's first saved page */
  address: string
  name: string
  /** time of saving in ms since 1970 */
  savedAt: number
}

/** Returns the saved tables of a report, most recently viewed first. */
export function offeredTables(report: Report, entries: readonly SavedEntry[]): OfferedTable[] {
  return savedRuns(entries).flatMap((run) => {
    const [first] = run.pages.values()
    const table = first && readListPath(report, keyAddress(first.request))
    if (!table) return []
    const { key, savedAt } = run
    const { choice, page, arranged } = table
    const address = writeAddress(report, choice, page, arranged).toString()
    const words = [...choiceParts(choice), ...listOrderText(arranged)]
    return [{ key, savedAt, address, name: `${words.join(' · ')}, ${pagesText(run)}` }]
  })
}
