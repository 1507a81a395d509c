import { type Connection, isMetered } from '../contract/connection.ts'
import type { WorkerEvent } from '../contract/worker/messages.ts'
import type { DisplayedNotification } from './displayed-notification.ts'
import { openApp } from './open-app.ts'
import { addToken, changePinned, currentOwner, forgetOwner, setOwner } from './owner.ts'
import { nextAction, queueActions, queuedActions, SYNC_TAG, unqueueAction } from './queue.ts'
import { listSaved, pinSaved, readSaved, removeOlderHalf, removeSaved, save } from './store.ts'

/** Background Sync API, which some browsers and TypeScript's library do not have. */
interface SyncManager {
  register(tag: string): Promise<void>
}

interface Badged {
  setAppBadge?(count: number): Promise<void>
  clearAppBadge?(): Promise<void>
}

interface Connected {
  connection?: Connection
}

/** Dependencies of the event handlers; tests replace the network, the clock and the pages. */
export type WorkerDeps = ReturnType<typeof browserDeps>

/** The event's waitUntil: extends the worker's lifetime until the work is done. */
export type WaitUntil = (work: Promise<unknown>) => void

/** Returns the real dependencies: IndexedDB, the network, the clock and the open pages. */
export function browserDeps(worker: ServiceWorkerGlobalScope) {
  return {
    origin: worker.location.origin,
    /** storage on the device: every method may reject, and no failure may break a page */
    store: {
      read: readSaved,
      save,
      list: listSaved,
      remove: removeSaved,
      removeOlderHalf,
      pin: pinSaved,
      owner: currentOwner,
      setOwner,
      addToken,
      forget: forgetOwner,
      changePinned,
      queue: queueActions,
      queued: queuedActions,
      nextQueued: nextAction,
      unqueue: unqueueAction,
    },
    fetch: (request: Request): Promise<Response> => fetch(request),
    now: () => Date.now(),
    /** whether large downloads would cost the user money or time */
    isMetered: () => isMetered((worker.navigator as WorkerNavigator & Connected).connection),
    wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
    /** takes control of the pages that no worker controls */
    claim: () => worker.clients.claim(),
    /** sends an event to all open pages */
    async tell(event: WorkerEvent) {
      for (const client of await worker.clients.matchAll({ includeUncontrolled: true }))
        client.postMessage(event)
    },
    /** requests a wake-up of the worker when the network is back; does nothing if unsupported */
    async askForSync() {
      const { sync } = worker.registration as ServiceWorkerRegistration & { sync?: SyncManager }
      await sync?.register(SYNC_TAG).catch(() => undefined)
    },
    /** runs one callback at a time per name, even across restarts of the worker */
    alone: <T>(name: string, work: () => Promise<T>) =>
      worker.navigator.locks.request(name, work) as Promise<T>,
    show: (title: string, options: DisplayedNotification): Promise<void> =>
      worker.registration.showNotification(title, options),
    /** sets the app's badge to the number of unread notifications; does nothing if unsupported */
    async setBadge(count: number) {
      await (worker.navigator as WorkerNavigator & Badged).setAppBadge?.(count)
    },
    /** opens a path of the app, in an open window if there is one */
    open: (path: string) => openApp(worker, path),
    subscribe: (applicationServerKey: ArrayBuffer) =>
      worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }),
    /** unsubscribes from push and closes displayed notifications */
    async endPush() {
      const { registration } = worker
      for (const notification of await registration.getNotifications()) notification.close()
      await (worker.navigator as WorkerNavigator & Badged).clearAppBadge?.()
      const subscription = await registration.pushManager?.getSubscription()
      await subscription?.unsubscribe()
    },
    log(message: string) {
      // biome-ignore lint/suspicious/noConsole: this is the worker's log
      console.warn(`worker: ${message}`)
    },
  }
}
