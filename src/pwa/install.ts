import { createStore, type ReadableStore } from '../lib/store.ts'
import { iosBrowser, isStandalone } from './platform.ts'
import { isPromised, requestPersistence } from './storage-promise.ts'

/** Chromium's own event, which TypeScript's library does not declare. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<unknown>
}

/** Way to install the app in this browser: a prompt, or steps for the user to follow. */
export type InstallWay = 'prompt' | 'steps'

let offered: BeforeInstallPromptEvent | undefined
let installed = false
const way = createStore<InstallWay | null>(null)

/** Null if the app is already installed or cannot be. */
export const installWay: ReadableStore<InstallWay | null> = way

function currentWay(): InstallWay | null {
  if (installed || isStandalone()) return null
  if (offered) return 'prompt'
  return iosBrowser() ? 'steps' : null
}

/** Stores the browser's install prompt for later. It fires early, before any component is mounted. */
export function watchInstallation(): void {
  way.set(currentWay())
  window.addEventListener('beforeinstallprompt', (event) => {
    // Otherwise some browsers show their own prompt.
    event.preventDefault()
    offered = event as BeforeInstallPromptEvent
    way.set(currentWay())
  })
  window.addEventListener('appinstalled', () => {
    offered = undefined
    installed = true
    way.set(currentWay())
    // Users of an installed app rely on it, so its data should persist.
    void requestPersistence()
  })
  // Safari does not report an installation, so each start of the installed app asks until persistence is granted.
  if (isStandalone()) void isPromised().then((promised) => promised === false && requestPersistence())
}

/** Shows the browser's prompt, which works only once. */
export async function install(): Promise<void> {
  const event = offered
  offered = undefined
  way.set(currentWay())
  await event?.prompt()
}
