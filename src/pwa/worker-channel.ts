import { withTimeout } from '../../contract/lib/with-timeout.ts'
import type { WorkerEvent, WorkerRequestName, WorkerRequests } from '../../contract/worker/messages.ts'
import { listen } from '../lib/listen.ts'

/** Maximum time in ms to wait for a reply; includes the time in which the browser finds and starts the worker. */
const REPLY_TIMEOUT_MS = 3_000

/** Returns whether the browser supports service workers here. Some private windows and URLs without HTTPS have none. */
export const hasWorker = (): boolean => 'serviceWorker' in navigator

/** Sends a request to the worker, even if it does not control this page; undefined without a reply in time. */
export async function requestFromWorker<Name extends WorkerRequestName>(
  type: Name,
  request: WorkerRequests[Name]['request'],
  timeoutMs = REPLY_TIMEOUT_MS,
): Promise<WorkerRequests[Name]['reply'] | undefined> {
  const { port1, port2 } = new MessageChannel()
  const reply = new Promise<WorkerRequests[Name]['reply'] | undefined>((resolve) => {
    port1.onmessage = ({ data }) => resolve((data as { reply?: WorkerRequests[Name]['reply'] }).reply)
  })
  const ask = async () => {
    const worker = await activeWorker()
    worker?.postMessage({ type, ...request }, [port2])
    return worker ? reply : undefined
  }
  return withTimeout(timeoutMs, ask)
    .catch(() => undefined)
    .finally(() => port1.close())
}

/** Sends a message to the worker while the page closes; false if no worker controls the page. */
export function notifyWorker<Name extends WorkerRequestName>(
  type: Name,
  request: WorkerRequests[Name]['request'],
): boolean {
  const worker = hasWorker() ? navigator.serviceWorker.controller : null
  worker?.postMessage({ type, ...request })
  return worker !== null
}

async function activeWorker(): Promise<ServiceWorker | null> {
  if (!hasWorker()) return null
  const { controller } = navigator.serviceWorker
  if (controller) return controller
  // Browsers may answer late, or never while they are busy with the registrations of another page.
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined)
  return registration?.active ?? null
}

/** Calls the listener on the worker's events. @returns a function that removes the listener */
export function onWorkerEvent(callback: (event: WorkerEvent) => void): () => void {
  if (!hasWorker()) return () => undefined
  const listener = ({ data }: MessageEvent) => {
    if (typeof (data as WorkerEvent | null)?.type === 'string') callback(data as WorkerEvent)
  }
  return listen(navigator.serviceWorker, 'message', listener)
}

/** Calls the callback when a worker takes control of this page. @returns a function that stops listening */
export const onWorkerTakeover = (taken: () => void): (() => void) =>
  listen(hasWorker() ? navigator.serviceWorker : null, 'controllerchange', taken)
