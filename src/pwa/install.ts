import { createStore, type ReadableStore } from '../lib/store.ts'
import { iosBrowser, isStandalone } from './platform.ts'

/** Event that only Chromium dispatches and TypeScript's library does not declare. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<unknown>
}

/** How the app can be installed in this browser: by a prompt, or by steps that the user must follow. */
type InstallWay = 'prompt' | 'steps'

let offered: BeforeInstallPromptEvent | undefined
let installed = false
const way = createStore<InstallWay | null>(null)

/** null if the app is installed already or cannot be installed */
export const installWay: ReadableStore<InstallWay | null> = way

function currentWay(): InstallWay | null {
  if (installed || isStandalone()) return null
  if (offered) return 'prompt'
  return iosBrowser() ? 'steps' : null
}

/** Stores the browser's install prompt for later use. Called early, because the event may precede the first render. */
export function watchInstallation(): void {
  way.set(currentWay())
  window.addEventListener('beforeinstallprompt', (event) => {
    // Prevents the prompt that some browsers show by themselves.
    event.preventDefault()
    offered = event as BeforeInstallPromptEvent
    way.set(currentWay())
  })
  window.addEventListener('appinstalled', () => {
    offered = undefined
    installed = true
    way.set(currentWay())
    // Requests persistent storage, because users of an installed app rely on its data.
    void requestPersistence()
  })
  // Safari reports no installation: the installed app requests persistence at each start until it is granted.
  if (isStandalone()) void isPromised().then((promised) => promised === false && requestPersistence())
}

/** Shows the browser's install prompt, which can be shown only once. */
export async function install(): Promise<void> {
  const event = offered
  offered = undefined
  way.set(currentWay())
  await event?.prompt()
}

/** Calls a method for persistent storage. @returns null if the browser does not support persistence */
async function persistence(method: 'persisted' | 'persist'): Promise<boolean | null> {
  try {
    return (await navigator.storage?.[method]?.()) ?? null
  } catch {
    return null
  }
}

/** Returns whether storage is persistent: whether the browser promises not to evict the app's data. */
export const isPromised = (): Promise<boolean | null> => persistence('persisted')

/** Requests persistent storage. Some browsers decide by themselves, others ask the user. */
export const requestPersistence = (): Promise<boolean | null> => persistence('persist')
