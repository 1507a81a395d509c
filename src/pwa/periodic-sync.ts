import { log } from '../data/log.ts'
import { hasWorker } from './worker-channel.ts'

/** API that only Chromium has and TypeScript's library does not declare. */
interface PeriodicSync {
  register(tag: string, options: { minInterval: number }): Promise<void>
  unregister(tag: string): Promise<void>
}

/** Minimum interval in ms; Chrome wakes the worker at most twice a day, by how often the app is used. */
const MIN_INTERVAL_MS = 6 * 60 * 60 * 1000

/** Requests or cancels periodic wake-ups of the worker; only for installed apps in Chromium. */
export async function requestPeriodicSync(tag: string, wanted: boolean): Promise<void> {
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
