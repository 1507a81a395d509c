import { REPORT_IDS, REPORTS, type Report } from '../../../contract/reports/reports.ts'
import { keyAddress } from '../../../contract/worker/request-key.ts'
import { type ListPage, readListPath } from './report-address.ts'
import type { SavedRun } from './saved-runs.ts'

/** Saved result set of a report: the report, its choices, and the first saved page. */
export interface SavedTable extends ListPage {
  report: Report
}

const ALL: readonly Report[] = REPORT_IDS.map((id) => REPORTS[id])

/**
 * Returns the table of a result set.
 * @returns null if the calls are not pages of a known report
 */
export function savedTable({ pages }: SavedRun): SavedTable | null {
  const [first] = pages.values()
  const [last] = [...pages.values()].sort((a, b) => b.viewedAt - a.viewedAt)
  return first ? tableOfCall(keyAddress(first.request), last?.route) : null
}

/**
 * Returns the report of a list call. Several reports may share a list path: the one that last requested the page
 * counts, or the first if that is unknown.
 * @param path of the list call, with its query
 * @param route of the app that last requested it
 * @returns null if the call is no page of a known report
 */
export function tableOfCall(path: string, route: string | undefined): SavedTable | null {
  const asked = ALL.filter((report) => report.route === route)
  for (const report of [...asked, ...ALL]) {
    const page = readListPath(report, path)
    if (page) return { report, ...page }
  }
  return null
}
