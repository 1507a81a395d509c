import { createListeners } from '../lib/listeners.ts'
import { iosBrowser, isStandalone } from './platform.ts'
import { askForPromise, isPromised } from './storage-promise.ts'

/** Chromium's own event, missing from TypeScript's library. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<unknown>
}

/** How the app is installed in this browser: by a prompt, or by steps for the user to follow. */
export type InstallWay = 'prompt' | 'steps'

let offered: BeforeInstallPromptEvent | undefined
let installed = false
const listeners = createListeners()

/** Keeps the browser's install prompt for later. It fires early, before any component is mounted. */
export function watchInstallation(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Otherwise some browsers show their own prompt.
    event.preventDefault()
    offered = event as BeforeInstallPromptEvent
    listeners.tell()
  })
  window.addEventListener('appinstalled', () => {
    offered = undefined
    installed = true
    listeners.tell()
    // Users of an installed app rely on it, so its data should persist.
    void askForPromise()
  })
  // Safari does not report an installation, so each start of the installed app asks until persistence is granted.
  if (isStandalone()) void isPromised().then((promised) => promised === false && askForPromise())
}

/** Null if the app is already installed or cannot be; for useSyncExternalStore. */
export function installWay(): InstallWay | null {
  if (installed || isStandalone()) return null
  if (offered) return 'prompt'
  return iosBrowser() ? 'steps' : null
}

export const onInstallWay = listeners.add

/** Shows the browser's prompt, which works only once. */
export async function install(): Promise<void> {
  const event = offered
  offered = undefined
  listeners.tell()
  await event?.prompt()
}
