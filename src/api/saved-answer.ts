import { requestKey } from '../../contract/worker/request-key.ts'
import { OFFLINE_MISS_HEADER, SAVED_AT_HEADER } from '../../contract/worker/saved.ts'
import { send } from './client.ts'
import { OfflineMissError } from './errors.ts'

/** Keys of questions to which the worker has got a fresher answer than the one that it gave. */
const arrived = new Set<string>()

/** The next time this is asked for, the worker's copy is the answer, and it is as fresh as one from the network. */
export function markArrived(request: string): void {
  arrived.add(request)
}

/** Names a question as the worker does. */
export function questionKey(method: string, path: string): string {
  const { pathname, searchParams } = new URL(path, window.location.origin)
  return requestKey(method, pathname, searchParams)
}

export interface SavedAnswer {
  response: Response
  /** ISO instant; null when the answer came from the network just now */
  savedAt: string | null
}

/**
 * A call that the worker reads through.
 * @throws OfflineMissError where there is neither network nor a saved copy, or what fetch throws
 */
export async function sendThrough(path: string, init: RequestInit = {}): Promise<SavedAnswer> {
  if (arrived.delete(questionKey(init.method ?? 'GET', path))) {
    const response = await send(path, { ...init, cache: 'only-if-cached', mode: 'same-origin' })
    if (response.ok) return { response, savedAt: null }
  }
  const response = await send(path, init)
  if (response.headers.has(OFFLINE_MISS_HEADER)) throw new OfflineMissError()
  return { response, savedAt: response.headers.get(SAVED_AT_HEADER) }
}
