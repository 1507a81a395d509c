import { log } from '../data/log.ts'
import { hasWorker } from './worker-channel.ts'

/** Missing from Firefox and Safari, and therefore from TypeScript's library. */
interface PeriodicSync {
  register(tag: string, options: { minInterval: number }): Promise<void>
  unregister(tag: string): Promise<void>
}

/** The browser itself decides how often, by how often the app is used; Chrome at most twice a day. */
const MIN_INTERVAL_MS = 6 * 60 * 60 * 1000

/**
 * Asks the browser to wake the worker now and then while the app is closed, or no longer to. Chromium allows it to an installed app;
 * elsewhere nothing happens.
 */
export async function askForPeriodicSync(tag: string, wanted: boolean): Promise<void> {
  if (!hasWorker()) return
  const registration = await navigator.serviceWorker.ready
  const { periodicSync } = registration as ServiceWorkerRegistration & { periodicSync?: PeriodicSync }
  try {
    await (wanted
      ? periodicSync?.register(tag, { minInterval: MIN_INTERVAL_MS })
      : periodicSync?.unregister(tag))
  } catch (error) {
    const refused = error instanceof DOMException && error.name === 'NotAllowedError'
    if (!refused) log(`periodic sync: ${error}`)
  }
}
