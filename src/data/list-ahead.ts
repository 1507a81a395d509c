import type { ReadPage } from './page-chunks.ts'
import type { Origin } from './saved-answer.ts'
import { storedUsername } from './stored-session.ts'

type ListAnswer = ReadPage & Origin

/** What came of asking ahead. */
export interface AheadAnswer {
  page: ListAnswer
  /** called once when the page is shown */
  onShown?(): void
}

/** A page of a list that was asked for before anything shows it. At most one is held. */
interface Ahead {
  /** of its list call, with the query */
  path: string
  username: string
  /** undefined if nothing came of it, so that the page is asked for as usual */
  answer: Promise<AheadAnswer | undefined>
  /** once it is there */
  arrived?: AheadAnswer & { at: number }
  controller: AbortController
}

/** As long as a page of a list counts as current; long enough to page back and forth without new requests. */
export const PAGE_FRESH_MS = 5 * 60_000

let held: Ahead | undefined

/**
 * Asks for a page ahead, in place of the one held before; never for the same one twice.
 * @param ask rejects with what the page that shows it is to tell
 */
export function askAhead(path: string, ask: (signal: AbortSignal) => Promise<AheadAnswer | undefined>): void {
  if (heldFor(path)) return
  dropAhead()
  const controller = new AbortController()
  const answer = ask(controller.signal)
  const ahead: Ahead = { path, username: storedUsername(), answer, controller }
  held = ahead
  // Whoever takes it handles its failure; perhaps nobody does.
  answer.then(
    (given) => {
      if (given) ahead.arrived = { ...given, at: Date.now() }
    },
    () => undefined,
  )
}

/** Never another user's. */
const heldFor = (path: string): Ahead | undefined =>
  held?.path === path && held.username === storedUsername() ? held : undefined

/** The page asked for ahead, if it is there, and since when (milliseconds since 1970). */
export const aheadNow = (path: string) => heldFor(path)?.arrived

/**
 * The page asked for ahead, which the caller shows.
 * @param signal of the caller, which ends the call under way
 * @returns undefined if there is none, or it came too long ago
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

/** Another page is on screen: what was asked for ahead is shown, if it is that one, or no longer wanted. */
export function settleAhead(path: string): void {
  const arrived = aheadNow(path)
  if (arrived) {
    held = undefined
    arrived.onShown?.()
  } else if (held?.path !== path) dropAhead()
}

/** Forgets the page asked for ahead, and ends its call. @param path only if it is this one @returns whether it was held */
export function dropAhead(path = held?.path): boolean {
  if (!held || held.path !== path) return false
  held.controller.abort()
  held = undefined
  return true
}
