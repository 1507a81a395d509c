import type { WorkerEvent } from '../contract/worker/messages.ts'

/** Opens a path of the app in the last used window, without reloading it, or in a new window. */
export async function openApp(worker: ServiceWorkerGlobalScope, path: string): Promise<void> {
  // Only pages of this origin are opened, whatever the message contains.
  const address = new URL(path, worker.location.origin)
  if (address.origin !== worker.location.origin) return
  const [last] = await worker.clients.matchAll({ type: 'window' })
  if (!last) {
    await worker.clients.openWindow(address)
    return
  }
  const focused = await last.focus().catch(() => last)
  focused.postMessage({ type: 'go', path: address.pathname + address.search } satisfies WorkerEvent)
}
