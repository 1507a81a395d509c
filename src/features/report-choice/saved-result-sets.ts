import { hasNextPage } from '../../../contract/reports/paging.ts'
import { REPORT_IDS, REPORTS, type Report } from '../../../contract/reports/reports.ts'
import { savedCallOf } from '../../../contract/worker/kinds.ts'
import { keyAddress, resultSetKey } from '../../../contract/worker/request-key.ts'
import type { SavedEntry } from '../../../contract/worker/saved.ts'
import { readListOrder } from '../../data/list-order.ts'
import type { ListRequest } from '../../data/report-queries.ts'
import { type ListPage, readExtras, readFilters, readListPath, readPageNumber } from './report-address.ts'

export interface SavedResultSet extends Omit<ListRequest, 'layout'> {
  /** key of the result set, unique among all result sets */
  key: string
  /** saved pages by page number, in ascending order */
  pages: ReadonlyMap<number, SavedEntry>
  /** number of pages in the result set; null if no saved page states it */
  totalPages: number | null
  /** whether all pages of the result set are saved */
  complete: boolean
  /** time when the oldest page was saved, in ms since 1970 */
  savedAt: number
  /** time when a page was last viewed, in ms since 1970 */
  viewedAt: number
}

/** Groups saved pages by result set, most recently viewed first. */
export function savedResultSets(entries: readonly SavedEntry[]): SavedResultSet[] {
  const runs = new Map<string, SavedEntry[]>()
  for (const entry of entries) {
    if (entry.kind !== 'page') continue
    const key = resultSetKey(entry.request)
    const known = runs.get(key)
    if (known) known.push(entry)
    else runs.set(key, [entry])
  }
  return [...runs].map(([key, pages]) => savedRun(key, pages)).sort((a, b) => b.viewedAt - a.viewedAt)
}

function savedRun(key: string, entries: readonly SavedEntry[]): SavedResultSet {
  const { pathname: path, searchParams } = addressOf(key)
  const numbered = entries.map(
    (entry) => [readPageNumber(addressOf(entry.request).searchParams), entry] as const,
  )
  const pages = new Map(numbered.sort(([a], [b]) => a - b))
  return {
    key,
    path,
    filters: readFilters(searchParams),
    ...readExtras(searchParams),
    date: searchParams.get('date') ?? '',
    percent: searchParams.get('percent'),
    arranged: readListOrder(searchParams),
    pages,
    totalPages: [...pages.values()].findLast(({ paging }) => paging)?.paging?.totalPages ?? null,
    complete: isComplete(path, pages),
    savedAt: Math.min(...entries.map(({ savedAt }) => savedAt)),
    viewedAt: Math.max(...entries.map(({ viewedAt }) => viewedAt)),
  }
}

const addressOf = (key: string): URL => new URL(keyAddress(key), 'https://localhost')

/** Returns whether all pages are saved, from the first to the one that the server marks as the last. */
function isComplete(path: string, pages: ReadonlyMap<number, SavedEntry>): boolean {
  const { layout } = savedCallOf('GET', path) ?? {}
  const last = pages.get(pages.size)?.paging
  if (!layout || !last || ![...pages.keys()].every((page, i) => page === i + 1)) return false
  return !hasNextPage(layout, { ...last, rows: { length: last.rowCount } }, pages.size)
}

/** Returns text for the page numbers: 'страница 2', 'страницы 1–100 из 234', 'страницы 1–3, 7'. */
export function pagesText({ pages, totalPages }: Pick<SavedResultSet, 'pages' | 'totalPages'>): string {
  const ranges: [first: number, last: number][] = []
  for (const page of pages.keys()) {
    const range = ranges.at(-1)
    if (range && range[1] === page - 1) range[1] = page
    else ranges.push([page, page])
  }
  const numbers = ranges.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(', ')
  return `${pages.size === 1 ? 'страница' : 'страницы'} ${numbers}${totalPages ? ` из ${totalPages}` : ''}`
}

/** Saved result set of a report: the report, with the choice, number and order of its first saved page. */
interface SavedTable extends ListPage {
  report: Report
}

const ALL: readonly Report[] = REPORT_IDS.map((id) => REPORTS[id])

/** Returns the report and choice of a saved result set; null if its requests are not pages of a known report */
export function savedTable({ pages }: SavedResultSet): SavedTable | null {
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
