import { SKIP_WAITING } from '../contract/worker/messages.ts'
import { browserParts } from './browser-parts.ts'
import { handleMessage } from './messages.ts'
import { actionOf, SYNC_TAG, sendOrQueue, sendQueued } from './outbox.ts'
import { questionOf, readThrough } from './read-through.ts'
import { answerFromShell, dropOldShells, installShell, type Shell, type ShellFile } from './shell.ts'

/** Wiring only: each event goes to the file that knows what to do. */

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: readonly ShellFile[] }

interface SyncEvent extends ExtendableEvent {
  tag: string
}

const parts = browserParts(self)
const shell: Shell = {
  origin: self.location.origin,
  files: self.__WB_MANIFEST,
  caches,
  fetch: (request) => fetch(request),
  now: () => Date.now(),
}

self.addEventListener('install', (event) => event.waitUntil(installShell(shell)))

self.addEventListener('activate', (event) => {
  // The first visit: what is on screen already goes through the worker from here on.
  event.waitUntil(dropOldShells(shell).then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const waitUntil = (work: Promise<unknown>) => event.waitUntil(work)
  const question = questionOf(request)
  if (question) return event.respondWith(readThrough(parts, question, waitUntil))
  const action = actionOf(request)
  if (action) return event.respondWith(sendOrQueue(parts, request, action, waitUntil))
  const answer = answerFromShell(shell, request)
  if (answer) event.respondWith(answer)
})

self.addEventListener('message', (event) => {
  if ((event.data as { type?: unknown } | null)?.type === SKIP_WAITING) {
    event.waitUntil(self.skipWaiting())
    return
  }
  const handled = handleMessage(parts, event.data)
  const [port] = event.ports
  if (!handled) return
  event.waitUntil(
    handled.then(
      (reply) => port?.postMessage({ reply }),
      (error: unknown) => port?.postMessage({ error: String(error) }),
    ),
  )
})

self.addEventListener('sync', (event) => {
  const sync = event as SyncEvent
  if (sync.tag === SYNC_TAG) sync.waitUntil(sendQueued(parts))
})
