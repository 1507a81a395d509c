import { REPORTS } from '../../../../contract/reports/reports.ts'
import type { SavedView } from '../../../../contract/views/saved-view.ts'
import { log } from '../../../data/log.ts'
import { type ListRequest, listPath } from '../../../data/report-queries.ts'
import { preferences } from '../../../lib/preferences.ts'
import { isMetered } from '../../../pwa/connection.ts'
import { requestFromWorker } from '../../../pwa/worker-channel.ts'
import { savedResultSets } from '../../report-choice/saved-result-sets.ts'
import { type PinContext, removePin, requestOfView, runKeyOf, setPinProgress } from './pins.ts'

/** Saves all pages of a result set, as 'Готов без сети' does. @returns a message for the user */
export type KeepRun = (
  request: ListRequest,
  signal: AbortSignal,
  report: () => void,
) => Promise<{ tone: string; text: string }>

export interface PinRefreshOptions {
  /** pages saved at or after this time are recent enough; ms since 1970 */
  since: number
  /** whether the person has requested the download although the connection is metered */
  wished: boolean
}

const savedEntries = async () => (await requestFromWorker('saved', {}))?.entries ?? []

/** Saves the pages of a pinned view unless the saved ones are complete and recent enough. */
export async function refreshPinnedView(
  view: SavedView,
  present: PinContext,
  { since, wished }: PinRefreshOptions,
  keep: KeepRun,
  signal: AbortSignal,
): Promise<void> {
  const { id } = view
  const request = requestOfView(view, present)
  const run = runKeyOf(request)
  const saved = savedResultSets(await savedEntries()).find(({ key }) => key === run)
  if (!saved?.complete || saved.savedAt < since) {
    if (!wished && isMetered()) return setPinProgress(id, { kind: 'waiting' })
    setPinProgress(id, { kind: 'saving' })
    const { tone, text } = await keep(request, signal, () => undefined)
    if (signal.aborted) return setPinProgress(id, null)
    if (tone !== 'success') {
      log(`view ${id} is not kept: ${text}`)
      return setPinProgress(id, { kind: 'failed', words: text })
    }
  }
  setPinProgress(id, null)
  // The view may have been unpinned since saving began.
  if (preferences.viewPins.get().includes(id)) await requestFromWorker('hold', { id, run })
}

/** Unpins a view. Its pages stay saved until their space is needed. */
export async function unpin(id: string): Promise<void> {
  removePin(id)
  setPinProgress(id, null)
  await requestFromWorker('hold', { id, run: null })
}

/** Sends the pinned views to the service worker, which fetches their pages while the app is closed. */
export async function sendPinnedViews(views: readonly SavedView[], present: PinContext): Promise<void> {
  const pinned = views
    .filter(({ id }) => preferences.viewPins.get().includes(id))
    .map((view) => ({
      id: view.id,
      path: listPath(requestOfView(view, present), 1),
      route: REPORTS[view.report].route,
      day: view.day,
    }))
  await requestFromWorker('pinned-views', { views: pinned })
}
