import type { CompanionFeature } from '../../../../contract/companion.ts'
import { isoToday } from '../../../../contract/lib/dates.ts'
import { REPORTS, type Report } from '../../../../contract/reports/reports.ts'
import type { SavedView } from '../../../../contract/views/saved-view.ts'
import { viewDay } from '../../../../contract/views/view-day.ts'
import { resultSetKey } from '../../../../contract/worker/request-key.ts'
import type { ListRequest } from '../../../data/report-queries.ts'
import { preferences } from '../../../lib/preferences.ts'
import { createStore } from '../../../lib/store.ts'
import { isPhone } from '../../../ui/compact.ts'
import { listOrderBy } from '../../report-choice/list-order-by.ts'
import { defaultChoice, listRequest, offeredChoice, readAddress } from '../../report-choice/report-address.ts'
import { pageKey } from '../../report-choice/run-pages.ts'
import { initialLayout, readView } from '../../report-choice/view.ts'

/** Pins a view. @throws Error with a message for the user if the browser's storage is full */
export function addPin(id: string): void {
  const { viewPins } = preferences
  viewPins.store([...viewPins.get().filter((one) => one !== id), id])
}

export function removePin(id: string): void {
  const { viewPins } = preferences
  viewPins.store(viewPins.get().filter((one) => one !== id))
}

/** Current state of saving a pinned view; not persisted. */
export type PinProgress =
  | { kind: 'saving' }
  /** waits for a connection that is not metered, or for the person's request */
  | { kind: 'waiting' }
  | { kind: 'failed'; words: string }

/** State of saving by view id. */
export const pinProgress = createStore<ReadonlyMap<string, PinProgress>>(new Map())

export function setPinProgress(id: string, now: PinProgress | null): void {
  const next = new Map(pinProgress.get())
  if (now) next.set(id, now)
  else next.delete(id)
  pinProgress.set(next)
}

/** View whose pages the person wants to fetch now, even over a metered connection; a new object for each request. */
export const requestedPin = createStore<{ id: string } | null>(null)

/** Facts that determine which pages a view displays. */
export interface PinContext {
  /** last day with prices, YYYY-MM-DD */
  latest: string
  /** features that the server offers */
  offers: readonly CompanionFeature[]
}

/** Returns the request for a view's pages, in the view's order if the server can sort (specification 18.6). */
export function requestOfView(view: SavedView, { latest, offers }: PinContext): ListRequest {
  const report: Report = REPORTS[view.report]
  const date = viewDay(view, { today: isoToday(), latest })
  const query = new URLSearchParams(`date=${date}&${view.query}`)
  const choice = offeredChoice(readAddress(report, query) ?? defaultChoice(report), offers)
  const request = listRequest(report, choice)
  if (!offers.includes('order')) return request
  const shown = readView(query)
  const layout = initialLayout(view.report, shown, isPhone())
  return { ...request, arranged: listOrderBy(report, choice, layout, shown) }
}

/** Returns the key of a request's result set, as in SavedResultSet. */
export const runKeyOf = (request: ListRequest): string => resultSetKey(pageKey(request, 1))
