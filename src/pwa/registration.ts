import { SKIP_WAITING } from '../../contract/worker/messages.ts'
import { createStore } from '../lib/store.ts'
import { whenQuiet } from './when-quiet.ts'
import { hasWorker, requestFromWorker } from './worker-channel.ts'

/** In development, Vite serves the worker as a module if `npm run dev` enables it. */
const WORKER = import.meta.env.PROD
  ? ({ url: '/sw.js', type: 'classic' } as const)
  : ({ url: '/dev-sw.js?dev-sw', type: 'module' } as const)
const isWanted = import.meta.env.PROD || import.meta.env.VITE_DEV_WORKER === '1'
const HOUR_MS = 60 * 60 * 1000
/** Time in ms after which a new version has normally taken control. */
const ASK_AGAIN_MS = 3_000

/**
 * Applies a new version that awaits the user's consent: it takes over all tabs, each of which then reloads (reloadOnTakeover).
 * Null without one.
 */
export const pendingUpdate = createStore<(() => void) | null>(null)

/** Registers the worker after the page has loaded its own resources. Without a worker the app needs a network. */
export async function registerWorker(): Promise<void> {
  if (!hasWorker() || !isWanted) return
  const { serviceWorker } = navigator
  let registration: ServiceWorkerRegistration
  try {
    registration = await serviceWorker.register(WORKER.url, { type: WORKER.type })
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: there is no other way to report it
    console.warn(`no worker: ${error}`)
    return
  }
  offerUpdates(registration)
  // The user agreed in another tab.
  serviceWorker.addEventListener('controllerchange', () => pendingUpdate.set(null))
  // A page that was loading while the worker took control of the others, or that was reloaded past it, has no
  // controller.
  await serviceWorker.ready
  if (!serviceWorker.controller) void requestFromWorker('claim', {})
  const look = () => void registration.update().catch(() => undefined)
  setInterval(look, HOUR_MS)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look()
  })
}

/**
 * Repeats the request to take over. Chromium first ends the old worker; a request that reaches it just then restarts
 * it, and it can live on for minutes while tabs keep sending requests.
 */
function askUntilTaken(registration: ServiceWorkerRegistration): void {
  const { waiting } = registration
  if (!waiting) return
  waiting.postMessage({ type: SKIP_WAITING })
  setTimeout(() => {
    if (registration.waiting === waiting) askUntilTaken(registration)
  }, ASK_AGAIN_MS)
}

/** Offers each newly installed version, also after one that failed to install. */
function offerUpdates(registration: ServiceWorkerRegistration): void {
  // Waits for a quiet network, so that no request restarts the old worker.
  const takeOver = () => void whenQuiet().then(() => askUntilTaken(registration))
  const offer = () => {
    // The very first worker does not wait for consent.
    if (registration.waiting && registration.active) pendingUpdate.set(takeOver)
  }
  offer()
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', offer),
  )
}
