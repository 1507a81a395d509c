import { withTimeout } from '../../../../contract/lib/with-timeout.ts'
import type { SavedEntry } from '../../../../contract/worker/saved.ts'
import { onWorkerEvent, requestFromWorker } from '../../../pwa/worker-channel.ts'

/** Time in ms to write the largest page on a slow device. */
const TIMEOUT_MS = 15_000

/**
 * Resolves when the worker has saved the answer to this request, which happens after the page has received it.
 * @param since milliseconds since 1970; older copies do not count
 * @returns null if it could not be saved
 */
export function whenSaved(
  request: string,
  since: number,
  timeoutMs = TIMEOUT_MS,
): Promise<SavedEntry | null> {
  let stop: () => void = () => undefined
  const saved = new Promise<SavedEntry | null>((resolve) => {
    const look = async () => {
      const state = await requestFromWorker('saved', {})
      const entry = state?.entries.find((one) => one.request === request && one.savedAt >= since)
      if (entry) resolve(entry)
    }
    stop = onWorkerEvent(({ type }) => {
      if (type === 'saved-changed') void look()
      if (type === 'store-problem') resolve(null)
    })
    void look()
  })
  return withTimeout(timeoutMs, () => saved)
    .catch(() => null)
    .finally(stop)
}
