import { ownSiteRule } from '../../../../contract/companion.ts'
import { parseReportPage, readReportRow, readRowSpecs } from '../../../../contract/legacy/report-page.ts'
import { fitsSpecs, type Narrowing, narrowRow } from '../../../../contract/reports/narrow.ts'
import type { ReportRow, ResultPage } from '../../../../contract/reports/report-row.ts'

/** Request for a page that is computed from the saved pages of a result set. */
export interface NarrowOrder extends Omit<Narrowing, 'isOwnSite'> {
  /** host names of the own sites; null if the server does not list them */
  ownHosts: readonly string[] | null
  /** paths of the list requests for all pages of the result set, in order */
  paths: readonly string[]
  /** number of the page to compute, from 1 */
  page: number
  /** rows per page, as on the server */
  pageSize: number
  /** number of matching rows on each saved page if known; pages without rows of the computed one are not read */
  counts?: readonly number[] | undefined
}

export interface NarrowedPage extends ResultPage {
  counts: readonly number[]
}

/** Filters saved pages one by one, so that one is in memory. @throws ReadError, or the error of readBody */
export async function narrowPages(
  order: NarrowOrder,
  readBody: (path: string) => Promise<string>,
): Promise<NarrowedPage> {
  const { paths, page, pageSize, counts: known } = order
  const from = (page - 1) * pageSize
  const narrowing = { ...order, isOwnSite: ownSiteRule(order.ownHosts) }
  const rows: ReportRow[] = []
  const counts: number[] = []
  let before = 0
  for (const [i, path] of paths.entries()) {
    let count = known?.[i]
    if (count === undefined || (before < from + pageSize && before + count > from)) {
      const left = narrowBody(narrowing, await readBody(path))
      count = left.length
      rows.push(...left.slice(Math.max(0, from - before), Math.max(0, from + pageSize - before)))
    }
    counts.push(count)
    before += count
  }
  const totalPages = Math.ceil(before / pageSize)
  return {
    rows,
    totalRows: before,
    currentPage: page,
    totalPages,
    hasMore: page < totalPages,
    counts,
  }
}

/** Returns the matching rows of one saved page. */
function narrowBody(narrowing: Narrowing, body: string): ReportRow[] {
  return parseReportPage(body).rows.flatMap((raw) => {
    // Excludes most rows by their specs, before they are parsed completely.
    if (!fitsSpecs(readRowSpecs(raw), narrowing)) return []
    return narrowRow(readReportRow(narrowing.layout, raw), narrowing) ?? []
  })
}
