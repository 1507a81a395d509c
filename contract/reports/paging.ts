import type { ReportLayout } from '../lib/lists.ts'
import type { Paging } from './report-row.ts'

/** Returns the page number stated in the answer; the requested number if there is none (specification 4.12). */
export function currentPageOf(page: Paging, requested: number): number {
  return page.currentPage !== null && page.currentPage >= 1 ? page.currentPage : requested
}

/** Returns whether 'Вперёд' is enabled, by the rules of specification 4.13 in order; an empty page is the last one. */
export function hasNextPage(
  layout: ReportLayout,
  page: Paging & { rows: { length: number } },
  requested: number,
): boolean {
  if (page.rows.length === 0) return false
  const current = currentPageOf(page, requested)
  if (layout === 'changes') {
    if (page.totalPages !== null && current >= page.totalPages) return false
    return page.hasMore ?? true
  }
  if (page.hasMore === true) return true
  return page.totalPages === null || current < page.totalPages
}
