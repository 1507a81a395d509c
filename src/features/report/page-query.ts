import type { QueryClient } from '@tanstack/react-query'
import { NOTHING_OFFERED } from '../../../contract/companion.ts'
import { REPORTS, type Report, reportAt } from '../../../contract/reports/reports.ts'
import { companionQuery } from '../../data/companion-query.ts'
import { extraParameters } from '../../data/extras.ts'
import { DEFAULT_ORDER, type ListOrder } from '../../data/list-order.ts'
import { reportPageQuery } from '../../data/report-queries.ts'
import { isLoggedOut, storedToken } from '../../data/stored-session.ts'
import { preferences } from '../../lib/preferences.ts'
import { isPhone } from '../../ui/compact.ts'
import { listOrderBy } from '../report-choice/list-order-by.ts'
import {
  listRequest,
  type ReportChoice,
  readAddress,
  readPageNumber,
} from '../report-choice/report-address.ts'
import { openingLayout, readView } from '../report-choice/view.ts'
import { extras } from './on-demand.ts'
import { hasDayInAddress } from './useAddressedChoice.ts'

/** Query of one page of a report. Without an answer, the page is computed from a saved report (specification 8.16). */
export function tablePageQuery(report: Report, choice: ReportChoice, arranged: ListOrder, page: number) {
  const { priceType } = choice
  return reportPageQuery(
    { ...listRequest(report, choice), arranged },
    page,
    async (request, number, { client, signal }) => {
      const { answerFromRun } = await extras.load()
      // Without an answer, the specification's own rule applies.
      const { ownHosts } = await client.ensureQueryData(companionQuery).catch(() => NOTHING_OFFERED)
      return answerFromRun(request, { priceType, ownHosts }, number, signal)
    },
    [DEFAULT_ORDER, groupedOrder(report, choice, arranged)],
  )
}

/** Returns the order of 'Рынок' in the city and for the kind of price of another order. */
function groupedOrder(report: Report, choice: ReportChoice, arranged: ListOrder): ListOrder {
  const { in: city = null, kind } = Object.fromEntries(arranged)
  const view = { ...readView(new URLSearchParams(kind && { kind })), city }
  return listOrderBy(report, choice, 'market', view, { city: preferences.marketCity.get() })
}

/**
 * Fetches the rows of the report at this address while its session is still being checked (specification 4.32). An
 * address whose rows depend on what the server offers is left to the report.
 */
export function prefetchFirstPage(
  queries: QueryClient,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): void {
  const id = reportAt(pathname)
  if (!id || storedToken() === null || isLoggedOut()) return
  const query = new URLSearchParams(search)
  const choice = readAddress(REPORTS[id], query)
  if (!choice || !hasDayInAddress(query)) return
  const view = readView(query)
  const { order, only } = view
  if (
    openingLayout(id, view, isPhone()) !== 'table' ||
    order !== null ||
    only.length > 0 ||
    Object.keys(extraParameters(choice)).length > 0
  )
    return
  void queries.prefetchQuery(tablePageQuery(REPORTS[id], choice, DEFAULT_ORDER, readPageNumber(query)))
}
