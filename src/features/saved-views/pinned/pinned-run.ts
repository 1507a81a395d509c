import type { Offer } from '../../../../contract/companion.ts'
import { isoToday } from '../../../../contract/lib/dates.ts'
import { REPORTS, type Report } from '../../../../contract/reports/reports.ts'
import type { SavedView } from '../../../../contract/views/saved-view.ts'
import { viewDay } from '../../../../contract/views/view-day.ts'
import { runOf } from '../../../../contract/worker/request-key.ts'
import type { ListRequest } from '../../../data/report-queries.ts'
import { isPhone } from '../../../ui/compact.ts'
import { arrangedBy } from '../../report-choice/arranged-by.ts'
import { keptLayout, usualLayout } from '../../report-choice/kept-layout.ts'
import { offeredChoice } from '../../report-choice/offered-choice.ts'
import { defaultChoice, listRequest, readAddress } from '../../report-choice/report-address.ts'
import { pageKey } from '../../report-choice/run-pages.ts'
import { readView } from '../../report-choice/view.ts'

/** What decides which pages a view shows at present. */
export interface Present {
  /** the last day with prices, YYYY-MM-DD */
  latest: string
  /** of the server */
  offers: readonly Offer[]
}

/** The pages that a view shows at present, arranged as it shows them where the server arranges pages (specification 18.6). */
export function requestOfView(view: SavedView, { latest, offers }: Present): ListRequest {
  const report: Report = REPORTS[view.report]
  const date = viewDay(view, { today: isoToday(), latest })
  const query = new URLSearchParams(`date=${date}&${view.query}`)
  const choice = offeredChoice(readAddress(report, query) ?? defaultChoice(report), offers)
  const request = listRequest(report, choice)
  if (!offers.includes('order')) return request
  const shown = readView(query)
  const layout = shown.layout ?? keptLayout(view.report) ?? usualLayout(isPhone())
  return { ...request, arranged: arrangedBy(report, choice, layout, shown) }
}

/** As `key` of a saved run. */
export const runKeyOf = (request: ListRequest): string => runOf(pageKey(request, 1))
