import type { WorkerEvent } from '../contract/worker/messages.ts'
import type { PinnedView } from '../contract/worker/pinned-view.ts'
import type { QueuedAction } from '../contract/worker/queued-changes.ts'
import type { SavedEntry } from '../contract/worker/saved.ts'
import type { Owner } from './database.ts'
import type { DisplayedNotification } from './displayed-notification.ts'
import type { NextAction } from './queue.ts'
import type { Answer, Saved } from './store.ts'

/** Storage on the device, as used by the event handlers. Every method may reject, and no failure may break a page. */
interface Store {
  read(token: string | null, request: string, now: number): Promise<Saved | undefined>
  save(answer: Answer, now: number): Promise<boolean>
  list(): Promise<SavedEntry[]>
  remove(requests: readonly string[]): Promise<void>
  removeOlderHalf(): Promise<void>
  pin(requests: readonly string[], pinned: boolean, mark?: 'kept' | undefined): Promise<void>
  owner(): Promise<Owner | undefined>
  /** @returns the previous user */
  setOwner(username: string, token: string): Promise<string | undefined>
  /** @returns false if the owner has changed, in which case nothing was added */
  addToken(former: string, token: string): Promise<boolean>
  forget(): Promise<void>
  /** @returns keys of the result sets that are no longer pinned for any view */
  changePinned(change: (views: readonly PinnedView[]) => PinnedView[]): Promise<string[]>
  queue(token: string | null, ...actions: readonly QueuedAction[]): Promise<boolean>
  queued(): Promise<{ key: number; action: QueuedAction }[]>
  /** the next action to send, with its owner's newest token */
  nextQueued(): Promise<NextAction | undefined>
  unqueue(key: number): Promise<void>
}

/** Dependencies of the event handlers; tests pass their own. */
export interface WorkerDeps {
  /** origin of the app */
  origin: string
  store: Store
  fetch(request: Request): Promise<Response>
  now(): number
  /** whether large downloads would cost the user money or time */
  isMetered(): boolean
  wait(ms: number): Promise<void>
  /** takes control of the pages that no worker controls */
  claim(): Promise<void>
  /** sends an event to all open pages */
  tell(event: WorkerEvent): Promise<void>
  /** requests a wake-up of the worker when the network is back; does nothing if unsupported */
  askForSync(): Promise<void>
  /** runs one callback at a time per name, even across restarts of the worker */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>
  /** shows a notification */
  show(title: string, options: DisplayedNotification): Promise<void>
  /** sets the app's badge to the number of unread notifications; does nothing if unsupported */
  setBadge(count: number): Promise<void>
  /** opens this path of the app, in an open window if there is one */
  open(path: string): Promise<void>
  subscribe(applicationServerKey: ArrayBuffer): Promise<PushSubscription>
  /** unsubscribes from push and closes displayed notifications */
  endPush(): Promise<void>
  log(message: string): void
}

/** The event's waitUntil: extends the worker's lifetime until the work is done. */
export type WaitUntil = (work: Promise<unknown>) => void
