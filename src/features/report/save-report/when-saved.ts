import { withTimeout } from '../../../../contract/lib/with-timeout.ts'
import type { SavedEntry } from '../../../../contract/worker/saved.ts'
import { onWorkerEvent, requestFromWorker } from '../../../pwa/worker-channel.ts'

/** Maximum time in ms to wait; enough to write the largest page on a slow device. */
const TIMEOUT_MS = 15_000

/**
 * Resolves when the worker has saved the response to a request. The worker saves it after the page has received it.
 * @param request key of the saved response
 * @param since ms since 1970; copies saved earlier are ignored
 * @returns null if the response could not be saved in time
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
