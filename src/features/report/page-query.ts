import type { QueryClient } from '@tanstack/react-query'
import { NOTHING_OFFERED } from '../../../contract/companion.ts'
import { REPORTS, type Report, reportAt } from '../../../contract/reports/reports.ts'
import { companionQuery } from '../../data/companion-query.ts'
import { DEFAULT_ORDER, type ListOrder } from '../../data/list-order.ts'
import { reportPageQuery } from '../../data/report-queries.ts'
import { isLoggedOut, storedToken } from '../../data/stored-session.ts'
import { codeChunk } from '../../ui/code-chunk.tsx'
import { isPhone } from '../../ui/compact.ts'
import { isDefaultOrder, listOrderBy, offeredOrder } from '../report-choice/list-order-by.ts'
import {
  listRequest,
  needsOffers,
  offeredChoice,
  type ReportChoice,
  readAddress,
  readPageNumber,
} from '../report-choice/report-address.ts'
import { initialLayout, readView } from '../report-choice/view.ts'
import { extras } from './on-demand.ts'
import { hasDayInAddress } from './useAddressedChoice.ts'

/** Chunk with the layouts other than the documents' table. */
export const layouts = codeChunk(() => import('./layouts/other-layouts.ts'))

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

/** Returns the order of 'Рынок' in the city, for the kind of price and with the competitors of another order. */
function groupedOrder(report: Report, choice: ReportChoice, arranged: ListOrder): ListOrder {
  const { in: city = '', kind = '', competitors = '' } = Object.fromEntries(arranged)
  const view = readView(new URLSearchParams({ in: city, kind, competitors }))
  return listOrderBy(report, choice, 'market', view, true)
}

/** Fetches the rows at this address while the session is being checked (specification 4.32). */
export async function prefetchFirstPage(
  queries: QueryClient,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): Promise<void> {
  const id = reportAt(pathname)
  if (!id || storedToken() === null || isLoggedOut()) return
  const query = new URLSearchParams(search)
  const report = REPORTS[id]
  const addressed = readAddress(report, query)
  if (!addressed || !hasDayInAddress(query)) return
  const view = readView(query)
  const layout = initialLayout(id, view, isPhone())
  const offers =
    isDefaultOrder(layout, view) && !needsOffers(addressed)
      ? NOTHING_OFFERED
      : queries.ensureQueryData(companionQuery)
  if (layout !== 'table') void layouts.preload()
  const offered = await Promise.resolve(offers).catch(() => undefined)
  if (!offered) return
  const choice = offeredChoice(addressed, offered.offers)
  const arranged = offeredOrder(offered, report, choice, layout, view)
  await queries.prefetchQuery(tablePageQuery(report, choice, arranged, readPageNumber(query)))
}
