import type { CompanionFeature } from '../../../../contract/companion.ts'
import { isoToday } from '../../../../contract/lib/dates.ts'
import { REPORTS, type Report } from '../../../../contract/reports/reports.ts'
import type { SavedView } from '../../../../contract/views/saved-view.ts'
import { viewDay } from '../../../../contract/views/view-day.ts'
import { resultSetKey } from '../../../../contract/worker/request-key.ts'
import type { ListRequest } from '../../../data/report-queries.ts'
import { isPhone } from '../../../ui/compact.ts'
import { listOrderBy } from '../../report-choice/list-order-by.ts'
import { offeredChoice } from '../../report-choice/offered-choice.ts'
import { defaultChoice, listRequest, readAddress } from '../../report-choice/report-address.ts'
import { pageKey } from '../../report-choice/run-pages.ts'
import { openingLayout, readView } from '../../report-choice/view.ts'

/** Facts that determine which pages a view displays. */
export interface Present {
  /** last day with prices, YYYY-MM-DD */
  latest: string
  /** features that the server offers */
  offers: readonly CompanionFeature[]
}

/** Returns the request for a view's pages, in the view's order if the server can sort (specification 18.6). */
export function requestOfView(view: SavedView, { latest, offers }: Present): ListRequest {
  const report: Report = REPORTS[view.report]
  const date = viewDay(view, { today: isoToday(), latest })
  const query = new URLSearchParams(`date=${date}&${view.query}`)
  const choice = offeredChoice(readAddress(report, query) ?? defaultChoice(report), offers)
  const request = listRequest(report, choice)
  if (!offers.includes('order')) return request
  const shown = readView(query)
  const layout = openingLayout(view.report, shown, isPhone())
  return { ...request, arranged: listOrderBy(report, choice, layout, shown) }
}

/** Returns the key of a request's result set, as in SavedRun. */
export const runKeyOf = (request: ListRequest): string => resultSetKey(pageKey(request, 1))
