import { keepAnswer, questionKey } from '../../data/saved-answer.ts'
import { storeProblem } from '../../pwa/store-problem.ts'
import { whenKept } from '../../pwa/when-kept.ts'
import { askWorker } from '../../pwa/worker-channel.ts'

/**
 * Has a page that was asked for beside the session check saved on the device. The worker keeps answers only for a session that it knows, and of one
 * that it has forgotten it hears after the check: then the page is asked for again.
 * @param since milliseconds since 1970, before it was asked for
 */
export async function keepFirstPage(path: string, since: number, signal: AbortSignal): Promise<void> {
  const request = questionKey('GET', path)
  if (await whenKept(request, since)) return
  // Once more would not fit either.
  if (storeProblem.get() !== null) return
  const state = await askWorker('saved', {})
  if (state?.problem !== null || signal.aborted) return
  await keepAnswer(request, signal)
}
