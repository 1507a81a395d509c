import { createListeners } from '../listeners.ts'
import { iosBrowser, isStandalone } from './platform.ts'
import { askForPromise, isPromised } from './storage-promise.ts'

/** Chromium's own event, not in TypeScript's library. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<unknown>
}

/** How this browser installs the app: by asking the person, or by steps that they have to take themselves. */
export type InstallWay = 'prompt' | 'steps'

let offered: BeforeInstallPromptEvent | undefined
let installed = false
const listeners = createListeners()

/** From then on the browser's offer is kept until the person wants it. It comes early, before anything shows it. */
export function watchInstallation(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Otherwise some browsers ask by themselves.
    event.preventDefault()
    offered = event as BeforeInstallPromptEvent
    listeners.tell()
  })
  window.addEventListener('appinstalled', () => {
    offered = undefined
    installed = true
    listeners.tell()
    // An installed app is one to rely on: what it keeps should stay.
    void askForPromise()
  })
  // Safari never tells that it has been installed: there, each start of the installed app asks until it is promised.
  if (isStandalone()) void isPromised().then((promised) => promised === false && askForPromise())
}

/** Null where the app is installed already, or cannot be; for useSyncExternalStore. */
export function installWay(): InstallWay | null {
  if (installed || isStandalone()) return null
  if (offered) return 'prompt'
  return iosBrowser() ? 'steps' : null
}

export const onInstallWay = listeners.add

/** Shows the browser's own question; it can be shown once. */
export async function install(): Promise<void> {
  const event = offered
  offered = undefined
  listeners.tell()
  await event?.prompt()
}
