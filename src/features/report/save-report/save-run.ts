import type { FetchedPage } from '../../report-choice/run-pages.ts'

/** Dependencies of saving; tests pass their own. */
export interface SaveDeps {
  fetchPage(page: number, totalPages: number | null): Promise<FetchedPage>
  /** @returns the page's saved size in bytes; null if it could not be saved */
  whenSaved(page: number, isCopy: boolean): Promise<number | null>
  /** bytes that fit without evicting the run's own first pages */
  room: number
}

export interface SaveProgress {
  saved: number
  /** null if the server does not say */
  total: number | null
}

/** Reason why saving ended. */
export type SaveEnd =
  | { kind: 'complete' }
  | { kind: 'cancelled' }
  /** the app's limit is reached */
  | { kind: 'bound' }
  /** the browser could not save more */
  | { kind: 'not-kept' }
  | { kind: 'failed'; error: unknown }

/** Fetches page after page until all are saved, the user cancels, the limit is reached, or one fails. */
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
    // Another page as large as the largest so far would evict the first one.
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
