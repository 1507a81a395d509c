import { keepAnswer, questionKey } from '../../data/saved-answer.ts'
import { storeProblem } from '../../pwa/store-problem.ts'
import { whenKept } from '../../pwa/when-kept.ts'
import { askWorker } from '../../pwa/worker-channel.ts'

/**
 * Saves a page on the device that was prefetched during the session check. The worker stores answers only for a session
 * that it knows; it learns of a
 * forgotten one after the check, and then the page is requested again.
 * @param since time before the request, milliseconds since 1970
 */
export async function keepFirstPage(path: string, since: number, signal: AbortSignal): Promise<void> {
  const request = questionKey('GET', path)
  if (await whenKept(request, since)) return
  // A repeated request would not fit either.
  if (storeProblem.get() !== null) return
  const state = await askWorker('saved', {})
  if (state?.problem !== null || signal.aborted) return
  await keepAnswer(request, signal)
}
