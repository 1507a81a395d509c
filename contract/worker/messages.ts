import type { ScreenPicture } from './last-screen.ts'
import type { PinnedView } from './pinned-view.ts'
import type { QueuedAction } from './queued-changes.ts'
import type { SavedState, StoreProblem } from './saved.ts'

/** Requests of a page to the worker; the reply arrives on the port sent along. */
export interface WorkerRequests {
  /** Makes the worker control open pages that have no worker. */
  claim: { request: object; reply: null }
  /** Sets the session, to which saved data belongs; `isNew` if the worker did not know the user and saved nothing. */
  owner: { request: { username: string; token: string }; reply: { isNew: boolean } }
  /** Removes all data of the former user, including the push subscription and displayed notifications. */
  forget: { request: object; reply: null }
  saved: { request: object; reply: SavedState }
  remove: { request: { requests: readonly string[] }; reply: null }
  /** @param mark 'kept' for pages that a person saved, which may still be evicted */
  pin: { request: { requests: readonly string[]; pinned: boolean; mark?: 'kept' }; reply: null }
  /** Replaces the pinned views. Views that were pinned before still have their pinned result set. */
  'pinned-views': { request: { views: readonly Omit<PinnedView, 'run'>[] }; reply: null }
  /** Pins a result set's pages for a view instead of its previous one; null unpins the view and its pages. */
  hold: { request: { id: string; run: string | null }; reply: null }
  /** Keeps the picture of a screen, for the next start at its address. */
  'keep-screen': { request: ScreenPicture & { token: string }; reply: null }
  'send-for-page': { request: { token: string; actions: readonly QueuedAction[] }; reply: null }
  /** Sends the queued actions, because the network is available again. */
  'send-queued': { request: object; reply: null }
}

export type WorkerRequestName = keyof WorkerRequests

export type WorkerRequest = {
  [Name in WorkerRequestName]: { type: Name } & WorkerRequests[Name]['request']
}[WorkerRequestName]

/** Sent by workbox-window when the user accepts a new version. */
export const SKIP_WAITING = 'SKIP_WAITING'

/** Events that the worker sends to all open pages. */
export type WorkerEvent =
  /** The server's answer arrived after a saved copy was used; the copy is now up to date. */
  | { type: 'answer-arrived'; request: string }
  /** A saved copy was used, and then the server answered with an unexpected status. */
  | { type: 'answer-failed'; request: string }
  | { type: 'saved-changed' }
  | { type: 'store-problem'; problem: StoreProblem }
  /** The notifications changed outside this page. */
  | { type: 'notifications-changed' }
  /** A push message arrived and is displayed. @param at time in milliseconds since 1970 */
  | { type: 'push-shown'; test: string | null; at: number }
  /** A tap on a notification opens this path of the app. */
  | { type: 'go'; path: string }
