import { SKIP_WAITING } from '../../contract/worker/messages.ts'
import { createStore } from '../lib/store.ts'
import { hasWorker, requestFromWorker } from './worker-channel.ts'

/** Worker's script. In development, Vite serves it as a module, if `npm run dev` enables the worker. */
const WORKER = import.meta.env.PROD
  ? ({ url: '/sw.js', type: 'classic' } as const)
  : ({ url: '/dev-sw.js?dev-sw', type: 'module' } as const)
const isWanted = import.meta.env.PROD || import.meta.env.VITE_DEV_WORKER === '1'
const HOUR_MS = 60 * 60 * 1000
/** Time in ms after which a new version has normally taken control and is otherwise asked again. */
const ASK_AGAIN_MS = 3_000

/** Applies a new version, with the user's consent: all tabs then reload (reloadOnTakeover). null without one. */
export const pendingUpdate = createStore<(() => void) | null>(null)

/** Registers the worker once the page has loaded its own resources. Without a worker, the app only works online. */
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
  // The user has consented in another tab.
  serviceWorker.addEventListener('controllerchange', () => pendingUpdate.set(null))
  // No controller: the page was loading while the worker took control of others, or was reloaded bypassing it.
  await serviceWorker.ready
  if (!serviceWorker.controller) void requestFromWorker('claim', {})
  const look = () => void registration.update().catch(() => undefined)
  setInterval(look, HOUR_MS)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look()
  })
}

/**
 * Repeats the request that the new worker takes control. Chromium ends the old worker first, but a request sent to the
 * old worker at that moment restarts it. It may then run for minutes while tabs send requests.
 */
function askUntilTaken(registration: ServiceWorkerRegistration): void {
  const { waiting } = registration
  if (!waiting) return
  waiting.postMessage({ type: SKIP_WAITING })
  setTimeout(() => {
    if (registration.waiting === waiting) askUntilTaken(registration)
  }, ASK_AGAIN_MS)
}

/** Offers each version that is installed, including one after a version that failed to install. */
function offerUpdates(registration: ServiceWorkerRegistration): void {
  // Waits until no requests are running, because a request would restart the old worker.
  const takeOver = () => void whenQuiet().then(() => askUntilTaken(registration))
  const offer = () => {
    // The first worker has no predecessor and needs no consent.
    if (registration.waiting && registration.active) pendingUpdate.set(takeOver)
  }
  offer()
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', offer),
  )
}

const QUIET_MS = 1_000
const LATEST_MS = 10_000

/** Resolves once this page has received no response for a second, but after ten seconds at the latest. */
function whenQuiet(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      observer.disconnect()
      clearTimeout(quiet)
      clearTimeout(latest)
      resolve()
    }
    const observer = new PerformanceObserver(() => {
      clearTimeout(quiet)
      quiet = setTimeout(end, QUIET_MS)
    })
    let quiet = setTimeout(end, QUIET_MS)
    const latest = setTimeout(end, LATEST_MS)
    observer.observe({ type: 'resource' })
  })
}
