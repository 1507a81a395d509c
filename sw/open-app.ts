import type { WorkerEvent } from '../contract/worker/messages.ts'

/**
 * Brings the app to a path: the window that was used last comes to the front and goes there by itself, so that nothing is
 * loaded anew; without one a window is opened.
 */
export async function openApp(worker: ServiceWorkerGlobalScope, path: string): Promise<void> {
  // Nothing but our own pages, whatever a message said.
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
