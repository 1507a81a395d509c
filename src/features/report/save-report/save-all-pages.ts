import { formatSize } from '../../../../contract/lib/format-size.ts'
import { withTimeout } from '../../../../contract/lib/with-timeout.ts'
import { roomFor } from '../../../../contract/worker/room.ts'
import { SAVED_PAGES_BYTES, type SavedEntry } from '../../../../contract/worker/saved.ts'
import { messageOf, OfflineMissError } from '../../../data/errors.ts'
import type { ListRequest } from '../../../data/report-queries.ts'
import { onWorkerEvent, requestFromWorker } from '../../../pwa/worker-channel.ts'
import { countText, type NounForms } from '../../../ui/plural.ts'
import { type FetchedPage, fetchPage, pageKey, savedPagesOfRun } from '../../report-choice/run-pages.ts'

/** Saves all pages for a person: a logout then asks before deleting them. @returns the final message */
export async function saveForPerson(...run: Parameters<typeof saveAllPages>): Promise<SaveMessage> {
  const message = await saveAllPages(...run)
  const pages = savedPagesOfRun(run[0], (await requestFromWorker('saved', {}))?.entries ?? [])
  const requests = [...pages.values()].map(({ request }) => request)
  await requestFromWorker('pin', { requests, pinned: true, mark: 'kept' })
  return message
}

/** Saves all pages of a result set. @returns the final message for the person */
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

/** Returns the progress with the number of pages still saved: other tabs may have evicted some. */
async function reallySaved(
  request: ListRequest,
  end: SaveEnd,
  progress: SaveProgress,
): Promise<SaveProgress> {
  const state = await requestFromWorker('saved', {})
  if (!state || end.kind === 'not-kept') return progress
  return { ...progress, saved: Math.min(progress.saved, savedPagesOfRun(request, state.entries).size) }
}

/** Dependencies of saveRun, which tests replace. */
export interface SaveDeps {
  fetchPage(page: number, totalPages: number | null): Promise<FetchedPage>
  /** Resolves once the page has been saved. @returns the saved size in bytes; null if the page could not be saved */
  whenSaved(page: number, isCopy: boolean): Promise<number | null>
  /** number of bytes that can be saved without evicting the first pages of the same result set */
  room: number
}

export interface SaveProgress {
  saved: number
  /** number of pages; null if unknown */
  total: number | null
}

type SaveEnd =
  | { kind: 'complete' }
  | { kind: 'cancelled' }
  /** the app's size limit is reached */
  | { kind: 'bound' }
  /** the browser could not store another page */
  | { kind: 'not-kept' }
  | { kind: 'failed'; error: unknown }

/** Fetches and saves page after page until all are saved, or one fails, or the signal or the limit ends it. */
export async function saveRun(
  parts: SaveDeps,
  signal: AbortSignal,
  report: (progress: SaveProgress) => void,
): Promise<SaveEnd> {
  const { room } = parts
  let total: number | null = null
  let bytes = 0
  let largest = 0
  for (let page = 1; ; page++) {
    // The next page may be as large as the largest so far; one beyond the limit would evict the first.
    if (bytes + largest > room) return { kind: 'bound' }
    let fetched: FetchedPage
    try {
      fetched = await parts.fetchPage(page, total)
    } catch (error) {
      return signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', error }
    }
    total = fetched.totalPages
    const size = await parts.whenSaved(page, fetched.isCopy)
    if (size === null) return { kind: 'not-kept' }
    bytes += size
    largest = Math.max(largest, size)
    report({ saved: page, total })
    if (!fetched.hasNext) return { kind: 'complete' }
    if (signal.aborted) return { kind: 'cancelled' }
  }
}

/** Maximum time in ms to wait; enough to write the largest page on a slow device. */
const TIMEOUT_MS = 15_000

/**
 * Resolves when the worker has saved the response to a request. The worker saves it after the page has received it.
 * @param request key of the saved response
 * @param since ms since 1970; copies saved earlier are ignored
 * @returns null if the response could not be saved in time
 */
export function whenSaved(
  request: string,
  since: number,
  timeoutMs = TIMEOUT_MS,
): Promise<SavedEntry | null> {
  let stop: () => void = () => undefined
  const saved = new Promise<SavedEntry | null>((resolve) => {
    const look = async () => {
      const state = await requestFromWorker('saved', {})
      const entry = state?.entries.find((one) => one.request === request && one.savedAt >= since)
      if (entry) resolve(entry)
    }
    stop = onWorkerEvent(({ type }) => {
      if (type === 'saved-changed') void look()
      if (type === 'store-problem') resolve(null)
    })
    void look()
  })
  return withTimeout(timeoutMs, () => saved)
    .catch(() => null)
    .finally(stop)
}

const SAVE_BOUND = `на устройстве хранится до ${formatSize(SAVED_PAGES_BYTES)} таблиц`
const PAGES: NounForms = ['страница', 'страницы', 'страниц']

export interface SaveMessage {
  tone: 'success' | 'info' | 'danger'
  text: string
}

export interface SaveReport {
  /** undefined while no report is being saved */
  progress: SaveProgress | undefined
  message: SaveMessage | null
  /** @param onSaved called when the saving has ended, unless the person has cancelled it */
  start(request: ListRequest, onSaved: () => void): void
  cancel(): void
  dismiss(): void
}

export function saveMessage(end: SaveEnd, progress: SaveProgress): SaveMessage {
  const { saved } = progress
  switch (end.kind) {
    case 'complete':
      return { tone: 'success', text: `Отчёт сохранён: ${countText(saved, PAGES)}.` }
    case 'cancelled':
      return { tone: 'info', text: `Сохранение остановлено. ${partly(progress)}` }
    case 'bound':
      return { tone: 'info', text: `${partly(progress)} Больше не помещается: ${SAVE_BOUND}.` }
    case 'not-kept':
      return {
        tone: 'danger',
        text: `Не удалось записать на устройство: возможно, на нём нет места. ${partly(progress)}`,
      }
    case 'failed':
      return { tone: 'danger', text: `${reason(end.error)} ${partly(progress)}` }
  }
}

function reason(error: unknown): string {
  if (error instanceof OfflineMissError) return 'Нет связи с сервером.'
  return `Не удалось сохранить отчёт: ${messageOf(error)}.`
}

function partly({ saved, total }: SaveProgress): string {
  if (saved === 0) return 'Ни одна страница не сохранена.'
  if (total === null) return `Сохранено: ${countText(saved, PAGES)}.`
  return saved === 1
    ? `Сохранена первая из ${total} страниц.`
    : `Сохранены первые ${saved} из ${total} страниц.`
}
