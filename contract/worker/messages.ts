import type { PinnedView } from './pinned-view.ts'
import type { QueuedAction } from './queued-changes.ts'
import type { SavedState, StoreProblem } from './saved.ts'

/** A page's requests to the worker; the reply arrives on the port sent along. */
export interface WorkerRequests {
  /** Takes control of the pages that no worker controls. */
  claim: { request: object; reply: null }
  /** The accepted session: saved data belongs to this user and is accessible only with these tokens. */
  owner: { request: { username: string; token: string }; reply: null }
  /** Removes all data of the former user, including the push subscription and shown notifications. */
  forget: { request: object; reply: null }
  saved: { request: object; reply: SavedState }
  /** A page of a list that was fetched ahead, past the worker, is now on screen and is to be saved. */
  shown: { request: ShownAhead; reply: null }
  remove: { request: { requests: readonly string[] }; reply: null }
  /** @param mark 'kept' for pages that a person saved, which may still be evicted */
  pin: { request: { requests: readonly string[]; pinned: boolean; mark?: 'kept' }; reply: null }
  /** All pinned views. The worker goes on knowing which pages it holds for those that it had before. */
  'pinned-views': { request: { views: readonly Omit<PinnedView, 'run'>[] }; reply: null }
  /** The pages of this run are held for a pinned view, and no longer those before; null ends it. */
  hold: { request: { id: string; run: string | null }; reply: null }
  /** The page is closing before it could send these. */
  'send-for-page': { request: { token: string; actions: readonly QueuedAction[] }; reply: null }
  /** The network is back: send the queued actions. */
  'send-queued': { request: object; reply: null }
}

interface ShownAhead {
  /** of its call, with the query */
  path: string
  /** what the call would have had through the worker: the token, and the address of the app's page */
  init: { headers: Record<string, string>; referrer: string }
  body: ArrayBuffer
  /** when it was answered; milliseconds since 1970 */
  at: number
}

export type WorkerRequestName = keyof WorkerRequests

export type WorkerRequest = {
  [Name in WorkerRequestName]: { type: Name } & WorkerRequests[Name]['request']
}[WorkerRequestName]

/** Sent by workbox-window when the user accepts a new version. */
export const SKIP_WAITING = 'SKIP_WAITING'

/** Events that the worker sends to all open pages. */
export type WorkerEvent =
  /** The network's answer arrived after a saved copy was used: the copy is now up to date. */
  | { type: 'answer-arrived'; request: string }
  /** A saved copy was used, and then the server gave an answer other than the expected one. */
  | { type: 'answer-failed'; request: string }
  | { type: 'saved-changed' }
  | { type: 'store-problem'; problem: StoreProblem }
  /** The notifications changed in a way that the page does not know of. */
  | { type: 'notifications-changed' }
  /** A push message has arrived and is shown. @param at when, in milliseconds since 1970 */
  | { type: 'push-shown'; test: string | null; at: number }
  /** A tap on a notification opens this path of the app. */
  | { type: 'go'; path: string }
