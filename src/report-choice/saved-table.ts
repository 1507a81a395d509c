import { REPORT_IDS, REPORTS, type Report } from '../../contract/reports.ts'
import { keyAddress } from '../../contract/worker/request-key.ts'
import { type ListPage, readListPath } from './report-address.ts'
import type { SavedRun } from './saved-runs.ts'

/** A saved run of a report: which one it is, what it shows, and the first of its pages that is kept. */
export interface SavedTable extends ListPage {
  report: Report
}

const ALL: readonly Report[] = REPORT_IDS.map((id) => REPORTS[id])

/**
 * Several reports share one list path: it is the one whose page asked last, or the first of them where that is not known.
 * @returns null for calls that are no page of a report, be it of another version
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
