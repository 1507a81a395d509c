import { SKIP_WAITING } from '../contract/worker/messages.ts'
import { PINNED_VIEWS_FRESH_MS, PINNED_VIEWS_TAG } from '../contract/worker/pinned-view.ts'
import { browserDeps } from './deps.ts'
import { handleMessage } from './messages.ts'
import { handleNotificationClick } from './notification-click.ts'
import { actionOf, sendOrQueue, sendQueued } from './outbox.ts'
import { fetchPinnedViews } from './pinned-views.ts'
import { handlePush } from './push.ts'
import { SYNC_TAG } from './queue.ts'
import { readThrough, requestOf } from './read-through.ts'
import { answerFromShell, dropOldShells, installShell, type Shell } from './shell.ts'
import { handleSubscriptionChange, type SubscriptionChange } from './subscription-change.ts'

/** Service worker: registers the event handlers. */

/** List injected by the build with the URL of the list of files (vite.config.ts); empty in `npm run dev`. */
declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: readonly { url: string }[] }

interface SyncEvent extends ExtendableEvent {
  tag: string
}

const deps = browserDeps(self)
const shell: Shell = { ...deps, list: self.__WB_MANIFEST[0]?.url ?? '', caches }

self.addEventListener('install', (event) => event.waitUntil(installShell(shell)))

self.addEventListener('activate', (event) => {
  // On the first visit, the worker takes control of the pages that are already open.
  event.waitUntil(dropOldShells(shell).then(deps.claim))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const waitUntil = (work: Promise<unknown>) => event.waitUntil(work)
  const question = requestOf(request)
  if (question) return event.respondWith(readThrough(deps, question, waitUntil))
  const action = actionOf(request)
  if (action) return event.respondWith(sendOrQueue(deps, request, action, waitUntil))
  const answer = answerFromShell(shell, request, waitUntil)
  if (answer) event.respondWith(answer)
})

self.addEventListener('message', (event) => {
  if ((event.data as { type?: unknown } | null)?.type === SKIP_WAITING) {
    event.waitUntil(self.skipWaiting())
    return
  }
  const handled = handleMessage(deps, event.data)
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
  if (sync.tag === SYNC_TAG) sync.waitUntil(sendQueued(deps))
})

self.addEventListener('periodicsync', (event) => {
  const sync = event as SyncEvent
  if (sync.tag === PINNED_VIEWS_TAG)
    sync.waitUntil(fetchPinnedViews(deps, deps.now() - PINNED_VIEWS_FRESH_MS))
})

self.addEventListener('push', (event) => event.waitUntil(handlePush(deps, event.data?.text() ?? '')))

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(handleNotificationClick(deps, event.action, event.notification.data))
})

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(handleSubscriptionChange(deps, event as SubscriptionChange))
})
