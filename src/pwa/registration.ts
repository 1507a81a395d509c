import { createListeners } from '../listeners.ts'
import { loadInBackground } from './reload-once.ts'
import { whenQuiet } from './when-quiet.ts'
import { askWorker, hasWorker } from './worker-channel.ts'

/** In development Vite serves the worker as a module, if npm run dev was told to. */
const WORKER = import.meta.env.PROD
  ? ({ url: '/sw.js', type: 'classic' } as const)
  : ({ url: '/dev-sw.js?dev-sw', type: 'module' } as const)
const isWanted = import.meta.env.PROD || import.meta.env.VITE_DEV_WORKER === '1'
const HOUR_MS = 60 * 60 * 1000

let apply: (() => void) | undefined
const listeners = createListeners()

/** Whether a new version awaits the user's consent; for useSyncExternalStore. */
export const updateWaits = (): boolean => apply !== undefined

export const onUpdate = listeners.add

/** The user agrees: the new version takes over all tabs, each of which then reloads (reloadOnTakeover). */
export function applyUpdate(): void {
  apply?.()
}

function setApply(value: (() => void) | undefined): void {
  apply = value
  listeners.tell()
}

/** Registers the worker after the page has loaded its own resources. Without a worker the app needs a network. */
export async function registerWorker(): Promise<void> {
  if (!hasWorker() || !isWanted) return
  const code = await loadInBackground(() => import('workbox-window'))
  if (!code) return
  const workbox = new code.Workbox(WORKER.url, { type: WORKER.type })
  // Chromium first ends the old worker. If a request reaches it just then, it is started again and given 30 s to be idle.
  const takeOver = () => void whenQuiet().then(() => workbox.messageSkipWaiting())
  workbox.addEventListener('waiting', () => setApply(takeOver))
  // The user agreed in another tab.
  workbox.addEventListener('controlling', () => setApply(undefined))
  try {
    await workbox.register()
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: there is no other way to report it
    console.warn(`no worker: ${error}`)
    return
  }
  // A page that was loading while the worker took control of the others, or that was reloaded past it, has none.
  await navigator.serviceWorker.ready
  if (!navigator.serviceWorker.controller) void askWorker('claim', {})
  const look = () => void workbox.update().catch(() => undefined)
  setInterval(look, HOUR_MS)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look()
  })
}
