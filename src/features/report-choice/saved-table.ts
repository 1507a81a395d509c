import { REPORT_IDS, REPORTS, type Report } from '../../../contract/reports/reports.ts'
import { keyAddress } from '../../../contract/worker/request-key.ts'
import { type ListPage, readListPath } from './report-address.ts'
import type { SavedRun } from './saved-runs.ts'

/** Saved result set of a report: the report, with the choice, number and order of its first saved page. */
export interface SavedTable extends ListPage {
  report: Report
}

const ALL: readonly Report[] = REPORT_IDS.map((id) => REPORTS[id])

/**
 * Returns the report and choice of a saved result set.
 * @returns null if its requests are not pages of a known report
 */
export function savedTable({ pages }: SavedRun): SavedTable | null {
  const [first] = pages.values()
  const [last] = [...pages.values()].sort((a, b) => b.viewedAt - a.viewedAt)
  return first ? tableOfCall(keyAddress(first.request), last?.route) : null
}

/**
 * Returns the report and choice of a list request. Several reports may share the request's path: the result is the
 * report at `route`, or the first that fits.
 * @param path of the list request, with its query
 * @param route of the report page that last sent the request
 * @returns null if the request is not a page of a known report
 */
export function tableOfCall(path: string, route: string | undefined): SavedTable | null {
  const asked = ALL.filter((report) => report.route === route)
  for (const report of [...asked, ...ALL]) {
    const page = readListPath(report, path)
    if (page) return { report, ...page }
  }
  return null
}
