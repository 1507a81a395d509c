import type { SavedView } from '../../../contract/views/saved-view.ts'
import { runOf } from '../../../contract/worker/request-key.ts'
import { log } from '../../api/log.ts'
import type { ListRequest } from '../../api/report-queries.ts'
import { isMetered } from '../../pwa/connection.ts'
import { askWorker } from '../../pwa/worker-channel.ts'
import { savedRuns } from '../../report-choice/saved-runs.ts'
import { setPinProgress } from './pin-progress.ts'
import { type Present, requestOfView, runKeyOf } from './pinned-run.ts'
import { removePin, setPin, viewPins } from './pins.ts'

/** Saves all pages of a run, as 'Сохранить отчёт' does. @returns the outcome for the user */
export type KeepRun = (
  request: ListRequest,
  signal: AbortSignal,
  report: () => void,
) => Promise<{ tone: string; text: string }>

export interface Occasion {
  /** pages saved since then are new enough; milliseconds since 1970 */
  since: number
  /** the person wants it, whatever the connection costs */
  wished: boolean
}

const savedEntries = async () => (await askWorker('saved', {}))?.entries ?? []

/** Saves the pages of one pinned view, unless they are new enough. */
export async function keepPinned(
  view: SavedView,
  present: Present,
  { since, wished }: Occasion,
  keep: KeepRun,
  signal: AbortSignal,
): Promise<void> {
  const { id } = view
  const request = requestOfView(view, present)
  const run = runKeyOf(request)
  const saved = savedRuns(await savedEntries()).find(({ key }) => key === run)
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
  await holdRun(id, run)
}

/** The worker keeps the pages of this run, and no longer those of the one before. */
async function holdRun(id: string, run: string): Promise<void> {
  const former = viewPins()[id]
  // It may have been unpinned meanwhile.
  if (former === undefined) return
  setPin(id, run)
  await pinPages(run, true)
  if (former !== null && former !== run) await releaseRun(former)
}

/** Ends it; the pages stay until others need their room. */
export async function unpin(id: string): Promise<void> {
  const run = viewPins()[id]
  removePin(id)
  setPinProgress(id, null)
  if (run) await releaseRun(run)
}

async function releaseRun(run: string): Promise<void> {
  if (!Object.values(viewPins()).includes(run)) await pinPages(run, false)
}

async function pinPages(run: string, pinned: boolean): Promise<void> {
  const pages = (await savedEntries()).filter(
    ({ kind, request }) => kind === 'page' && runOf(request) === run,
  )
  await askWorker('pin', { requests: pages.map(({ request }) => request), pinned })
}
