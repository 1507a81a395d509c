import type { FetchedPage } from '../../report-choice/run-pages.ts'

/** Dependencies of saveRun, which tests replace. */
export interface SaveDeps {
  fetchPage(page: number, totalPages: number | null): Promise<FetchedPage>
  /**
   * Resolves once the page has been saved.
   * @returns the saved size in bytes; null if the page could not be saved
   */
  whenSaved(page: number, isCopy: boolean): Promise<number | null>
  /** number of bytes that can be saved without evicting the first pages of the same result set */
  room: number
}

export interface SaveProgress {
  saved: number
  /** number of pages; null if unknown */
  total: number | null
}

/** Reason why saving ended. */
export type SaveEnd =
  | { kind: 'complete' }
  | { kind: 'cancelled' }
  /** the app's size limit is reached */
  | { kind: 'bound' }
  /** the browser could not store another page */
  | { kind: 'not-kept' }
  | { kind: 'failed'; error: unknown }

/**
 * Fetches and saves page after page until all are saved, the signal is aborted, the size limit is reached, or a page
 * fails.
 */
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
    // Assumes that the next page may be as large as the largest one so far; a page beyond the limit would evict the
    // first one.
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
