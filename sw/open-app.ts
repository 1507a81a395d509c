import type { WorkerEvent } from '../contract/worker/messages.ts'

/**
 * Opens a path of the app: focuses the last used window, which then navigates without reloading, or opens a window if
 * there is none.
 */
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
