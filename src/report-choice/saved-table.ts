import { REPORT_IDS, REPORTS, type Report } from '../../contract/reports.ts'
import { keyAddress } from '../../contract/worker/request-key.ts'
import { type ListPage, readListPath } from './report-address.ts'
import type { SavedRun } from './saved-runs.ts'

/** A saved run of a report: the report, its choices, and the first saved page. */
export interface SavedTable extends ListPage {
  report: Report
}

const ALL: readonly Report[] = REPORT_IDS.map((id) => REPORTS[id])

/**
 * Several reports may share a list path: the one that last requested the page counts, or the first if that is unknown.
 * @returns null if the calls are not pages of a known report
 */
export function savedTable({ pages }: SavedRun): SavedTable | null {
  const [first] = pages.values()
  const [last] = [...pages.values()].sort((a, b) => b.viewedAt - a.viewedAt)
  const asked = ALL.filter((report) => report.route === last?.route)
  for (const report of [...asked, ...ALL]) {
    const page = first && readListPath(report, keyAddress(first.request))
    if (page) return { report, ...page }
  }
  return null
}
