import type { FetchedPage } from '../../report-choice/run-pages.ts'

/** What a run's saving works with: tests give their own. */
export interface SaveParts {
  fetchPage(page: number, totalPages: number | null): Promise<FetchedPage>
  /** @returns the size of the page as it is kept, in bytes; null when it could not be */
  whenKept(page: number, isCopy: boolean): Promise<number | null>
  /** bytes that fit without pushing out the run's own first pages */
  room: number
}

export interface SaveProgress {
  saved: number
  /** null where the server does not say */
  total: number | null
}

/** Why a run's saving came to its end. */
export type SaveEnd =
  | { kind: 'complete' }
  | { kind: 'cancelled' }
  /** the app keeps no more */
  | { kind: 'bound' }
  /** the browser keeps no more */
  | { kind: 'not-kept' }
  | { kind: 'failed'; error: unknown }

/** Fetches page after page until all are kept, the person cancels, there is no more room, or one fails. */
export async function saveRun(
  parts: SaveParts,
  signal: AbortSignal,
  report: (progress: SaveProgress) => void,
): Promise<SaveEnd> {
  const { room } = parts
  let total: number | null = null
  let bytes = 0
  let largest = 0
  for (let page = 1; ; page++) {
    // Another one as large as the largest so far would push out the first.
    if (bytes + largest > room) return { kind: 'bound' }
    let fetched: FetchedPage
    try {
      fetched = await parts.fetchPage(page, total)
    } catch (error) {
      return signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', error }
    }
    total = fetched.totalPages
    const size = await parts.whenKept(page, fetched.isCopy)
    if (size === null) return { kind: 'not-kept' }
    bytes += size
    largest = Math.max(largest, size)
    report({ saved: page, total })
    if (!fetched.hasNext) return { kind: 'complete' }
    if (signal.aborted) return { kind: 'cancelled' }
  }
}
