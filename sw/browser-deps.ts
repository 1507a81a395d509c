import { type Connection, isMetered } from '../contract/connection.ts'
import type { WorkerEvent } from '../contract/worker/messages.ts'
import type { WorkerDeps } from './deps.ts'
import { openApp } from './open-app.ts'
import { SYNC_TAG } from './outbox.ts'
import { addToken, changePinned, currentOwner, forgetOwner, setOwner } from './owner.ts'
import { nextAction, queueActions, queuedActions, unqueueAction } from './queue.ts'
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

/** Returns the real dependencies: IndexedDB, the network, the clock and the open pages. */
export function browserDeps(worker: ServiceWorkerGlobalScope): WorkerDeps {
  return {
    origin: worker.location.origin,
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
    fetch: (request) => fetch(request),
    now: () => Date.now(),
    isMetered: () => isMetered((worker.navigator as WorkerNavigator & Connected).connection),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    claim: () => worker.clients.claim(),
    async tell(event: WorkerEvent) {
      for (const client of await worker.clients.matchAll({ includeUncontrolled: true }))
        client.postMessage(event)
    },
    async askForSync() {
      const { sync } = worker.registration as ServiceWorkerRegistration & { sync?: SyncManager }
      await sync?.register(SYNC_TAG).catch(() => undefined)
    },
    alone: (name, work) => worker.navigator.locks.request(name, work) as ReturnType<typeof work>,
    show: (title, options) => worker.registration.showNotification(title, options),
    async setBadge(count) {
      await (worker.navigator as WorkerNavigator & Badged).setAppBadge?.(count)
    },
    open: (path) => openApp(worker, path),
    subscribe: (applicationServerKey) =>
      worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }),
    async endPush() {
      const { registration } = worker
      for (const notification of await registration.getNotifications()) notification.close()
      await (worker.navigator as WorkerNavigator & Badged).clearAppBadge?.()
      const subscription = await registration.pushManager?.getSubscription()
      await subscription?.unsubscribe()
    },
    log(message) {
      // biome-ignore lint/suspicious/noConsole: this is the worker's log
      console.warn(`worker: ${message}`)
    },
  }
}
