import type { ReadPage } from './page-chunks.ts'
import type { Origin } from './saved-answer.ts'
import { storedUsername } from './stored-session.ts'

type ListAnswer = ReadPage & Origin

/** Result of a prefetch. */
export interface AheadAnswer {
  page: ListAnswer
  /** called once when the page is displayed */
  onShown?(): void
}

/** A prefetched page of a list that is not displayed yet. At most one is held. */
interface Ahead {
  /** path of its list request, with the query */
  path: string
  username: string
  /** undefined if the prefetch failed, so that the page is requested as usual */
  answer: Promise<AheadAnswer | undefined>
  /** set once it has arrived */
  arrived?: AheadAnswer & { at: number }
  controller: AbortController
}

/** Time in ms for which a page of a list counts as current; long enough to page back and forth without new requests. */
export const PAGE_FRESH_MS = 5 * 60_000

let held: Ahead | undefined

/**
 * Prefetches a page and drops the one held before; never requests the same one twice.
 * @param ask rejects with the error that the report is to show
 */
export function askAhead(path: string, ask: (signal: AbortSignal) => Promise<AheadAnswer | undefined>): void {
  if (heldFor(path)) return
  dropAhead()
  const controller = new AbortController()
  const answer = ask(controller.signal)
  const ahead: Ahead = { path, username: storedUsername(), answer, controller }
  held = ahead
  // The caller of takeAhead handles a failure, if there is one.
  answer.then(
    (given) => {
      if (given) ahead.arrived = { ...given, at: Date.now() }
    },
    () => undefined,
  )
}

/** Returns the prefetch of this path; never another user's. */
const heldFor = (path: string): Ahead | undefined =>
  held?.path === path && held.username === storedUsername() ? held : undefined

/** The prefetched page if it has arrived, with the time of its arrival (milliseconds since 1970). */
export const aheadNow = (path: string) => heldFor(path)?.arrived

/**
 * Returns the prefetched page for display.
 * @param signal of the caller; aborts a request in flight
 * @returns undefined if there is none, or if it is too old
 */
export async function takeAhead(path: string, signal: AbortSignal): Promise<ListAnswer | undefined> {
  const ahead = heldFor(path)
  if (!ahead) return undefined
  held = undefined
  if (ahead.arrived && Date.now() - ahead.arrived.at >= PAGE_FRESH_MS) return undefined
  signal.addEventListener('abort', () => ahead.controller.abort(signal.reason), { once: true })
  const answer = await ahead.answer
  answer?.onShown?.()
  return answer?.page
}

/** Settles the prefetch when a page is displayed: it is used if it is that page, and dropped otherwise. */
export function settleAhead(path: string): void {
  const arrived = aheadNow(path)
  if (arrived) {
    held = undefined
    arrived.onShown?.()
  } else if (held?.path !== path) dropAhead()
}

/**
 * Drops the prefetched page and aborts its request.
 * @param path drops only this page
 * @returns whether it was held
 */
export function dropAhead(path = held?.path): boolean {
  if (!held || held.path !== path) return false
  held.controller.abort()
  held = undefined
  return true
}
