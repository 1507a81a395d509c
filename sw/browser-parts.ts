import type { WorkerEvent } from '../contract/worker/messages.ts'
import { SYNC_TAG } from './outbox.ts'
import { addToken, currentOwner, forgetOwner, setOwner } from './owner.ts'
import type { Parts } from './parts.ts'
import { queueAction, queuedActions, unqueueAction } from './queue.ts'
import { listSaved, pinSaved, readSaved, removeOlderHalf, removeSaved, save } from './store.ts'

/** Not in every browser, therefore not in TypeScript's library. */
interface SyncManager {
  register(tag: string): Promise<void>
}

/** The real parts: IndexedDB, the network, the clock and the open pages. */
export function browserParts(worker: ServiceWorkerGlobalScope): Parts {
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
      queue: queueAction,
      queued: queuedActions,
      unqueue: unqueueAction,
    },
    fetch: (request) => fetch(request),
    now: () => Date.now(),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    async tell(event: WorkerEvent) {
      for (const client of await worker.clients.matchAll({ includeUncontrolled: true }))
        client.postMessage(event)
    },
    async askForSync() {
      const { sync } = worker.registration as ServiceWorkerRegistration & { sync?: SyncManager }
      await sync?.register(SYNC_TAG).catch(() => undefined)
    },
    alone: (name, work) => worker.navigator.locks.request(name, work) as ReturnType<typeof work>,
    log(message) {
      // biome-ignore lint/suspicious/noConsole: this is the worker's log
      console.warn(`worker: ${message}`)
    },
  }
}
