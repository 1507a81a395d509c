import { REPORT_IDS, REPORTS, type Report } from '../../contract/reports.ts'
import { keyAddress } from '../../contract/worker/request-key.ts'
import type { SavedEntry } from '../../contract/worker/saved.ts'
import { type ListPage, readListPath } from './report-address.ts'

/** A saved page of a report: which one it is and what it shows. */
export interface SavedTable extends ListPage {
  report: Report
}

const ALL: readonly Report[] = REPORT_IDS.map((id) => REPORTS[id])

/**
 * Several reports share one list path: it is the one whose page asked last, or the first of them where that is not known.
 * @returns null for a call that is no page of a report, be it of another version
 */
export function savedTable({ request, kind, route }: SavedEntry): SavedTable | null {
  if (kind !== 'page') return null
  const asked = ALL.filter((report) => report.route === route)
  for (const report of [...asked, ...ALL]) {
    const page = readListPath(report, keyAddress(request))
    if (page) return { report, ...page }
  }
  return null
}
