import { roomFor } from '../../../../contract/worker/room.ts'
import type { ListRequest } from '../../../data/report-queries.ts'
import { requestFromWorker } from '../../../pwa/worker-channel.ts'
import { fetchPage, pageKey, savedPagesOfRun } from '../../report-choice/run-pages.ts'
import { type SaveDeps, type SaveEnd, type SaveProgress, saveRun } from './save-run.ts'
import { type SaveMessage, saveMessage } from './save-text.ts'
import { whenSaved } from './when-saved.ts'

/**
 * Saves all pages of a result set and marks them as saved by the person: a logout then asks before deleting them.
 * @returns the final message for the person
 */
export async function saveForPerson(...run: Parameters<typeof saveAllPages>): Promise<SaveMessage> {
  const message = await saveAllPages(...run)
  const pages = savedPagesOfRun(run[0], (await requestFromWorker('saved', {}))?.entries ?? [])
  const requests = [...pages.values()].map(({ request }) => request)
  await requestFromWorker('pin', { requests, pinned: true, mark: 'kept' })
  return message
}

/**
 * Saves all pages of a result set.
 * @returns the final message for the person
 */
export async function saveAllPages(
  request: ListRequest,
  signal: AbortSignal,
  report: (progress: SaveProgress) => void,
): Promise<SaveMessage> {
  const parts = await savePartsFor(request, signal)
  let progress: SaveProgress = { saved: 0, total: null }
  const end = await saveRun(parts, signal, (made) => {
    progress = made
    report(made)
  })
  return saveMessage(end, await reallySaved(request, end, progress))
}

async function savePartsFor(request: ListRequest, signal: AbortSignal): Promise<SaveDeps> {
  const entries = (await requestFromWorker('saved', {}))?.entries ?? []
  const own = new Set(savedPagesOfRun(request, entries).values())
  let asked = 0
  return {
    room: roomFor(entries.filter((entry) => !own.has(entry))),
    fetchPage(page, totalPages) {
      asked = Date.now()
      return fetchPage(request, page, totalPages, signal)
    },
    async whenSaved(page, isCopy) {
      const entry = await whenSaved(pageKey(request, page), isCopy ? 0 : asked)
      return entry?.size ?? null
    },
  }
}

/**
 * Returns the progress with the number of pages that are still saved: pages saved by other tabs may have evicted some.
 */
async function reallySaved(
  request: ListRequest,
  end: SaveEnd,
  progress: SaveProgress,
): Promise<SaveProgress> {
  const state = await requestFromWorker('saved', {})
  if (!state || end.kind === 'not-kept') return progress
  return { ...progress, saved: Math.min(progress.saved, savedPagesOfRun(request, state.entries).size) }
}
