import type { QueuedAction } from './queued-changes.ts'
import type { SavedState, StoreProblem } from './saved.ts'

/** What a page asks of the worker; the answer comes through the port that is sent along. */
export interface WorkerRequests {
  /** The session that was accepted: what is kept belongs to this user, and only these tokens reach it. */
  owner: { request: { username: string; token: string }; reply: null }
  /** Nothing of the former user remains, the push subscription and shown notifications included. */
  forget: { request: object; reply: null }
  saved: { request: object; reply: SavedState }
  remove: { request: { requests: readonly string[] }; reply: null }
  pin: { request: { requests: readonly string[]; pinned: boolean }; reply: null }
  /** The page goes away before it has sent these. */
  'send-for-page': { request: { token: string; actions: readonly QueuedAction[] }; reply: null }
  /** The network is back: send what waits. */
  'send-queued': { request: object; reply: null }
}

export type WorkerRequestName = keyof WorkerRequests

export type WorkerRequest = {
  [Name in WorkerRequestName]: { type: Name } & WorkerRequests[Name]['request']
}[WorkerRequestName]

/** As workbox-window sends it when the person agrees to a new version. */
export const SKIP_WAITING = 'SKIP_WAITING'

/** What the worker tells all open pages. */
export type WorkerEvent =
  /** The network's answer came after a saved copy was given: the copy is as fresh as can be now. */
  | { type: 'answer-arrived'; request: string }
  /** A saved copy was given, and then the server answered something else than what was asked for. */
  | { type: 'answer-failed'; request: string }
  | { type: 'saved-changed' }
  | { type: 'store-problem'; problem: StoreProblem }
  /** Something happened to the notifications that the page does not know of. */
  | { type: 'notifications-changed' }
  /** A push message came and is on screen. */
  | { type: 'push-shown'; test: string | null }
  /** A tap on a notification leads to this path of the app. */
  | { type: 'go'; path: string }
