import type { WorkerEvent } from '../contract/worker/messages.ts'
import type { QueuedAction } from '../contract/worker/queued-changes.ts'
import type { SavedEntry } from '../contract/worker/saved.ts'
import type { Owner } from './database.ts'
import type { NextAction } from './queue.ts'
import type { ShownNotification } from './shown-notification.ts'
import type { Answer, Saved } from './store.ts'

/** What is kept on the device, as the handlers use it. Every method may fail: none of them may break a page. */
interface Store {
  read(token: string | null, request: string, now: number): Promise<Saved | undefined>
  save(answer: Answer, now: number): Promise<boolean>
  list(): Promise<SavedEntry[]>
  remove(requests: readonly string[]): Promise<void>
  removeOlderHalf(): Promise<void>
  pin(requests: readonly string[], pinned: boolean): Promise<void>
  owner(): Promise<Owner | undefined>
  /** @returns whether what was kept belonged to somebody else */
  setOwner(username: string, token: string): Promise<boolean>
  /** @returns false when the owner is another one by now, and nothing was added */
  addToken(former: string, token: string): Promise<boolean>
  forget(): Promise<void>
  queue(token: string | null, ...actions: readonly QueuedAction[]): Promise<boolean>
  queued(): Promise<{ key: number; action: QueuedAction }[]>
  /** what is to be sent next, with the newest token of whose action it is */
  nextQueued(): Promise<NextAction | undefined>
  unqueue(key: number): Promise<void>
}

/** What a handler of an event works with: tests give their own. */
export interface WorkerDeps {
  /** of the app */
  origin: string
  store: Store
  fetch(request: Request): Promise<Response>
  now(): number
  /** resolves after so many milliseconds */
  wait(ms: number): Promise<void>
  /** tells all open pages */
  tell(event: WorkerEvent): Promise<void>
  /** asks the browser to wake the worker when there is a network again; nothing where it cannot */
  askForSync(): Promise<void>
  /** lets one at a time do this, in whichever start of the worker */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>
  /** shows a notification */
  show(title: string, options: ShownNotification): Promise<void>
  /** the app's badge: unread notifications; nothing where there are no badges */
  setBadge(count: number): Promise<void>
  /** brings the app to this path, in an open window if there is one */
  open(path: string): Promise<void>
  subscribe(applicationServerKey: ArrayBuffer): Promise<PushSubscription>
  /** no further push, and no notification on screen */
  endPush(): Promise<void>
  log(message: string): void
}

/** The event's own way to be kept alive until something is done. */
export type WaitUntil = (work: Promise<unknown>) => void
