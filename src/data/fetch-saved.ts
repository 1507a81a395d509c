import { OFFLINE_MISS_HEADER } from '../../contract/worker/saved.ts'
import { sendOnce } from './client.ts'
import { httpErrorOf, OfflineMissError } from './errors.ts'

/**
 * Reads the saved response of a list request without using the network. Also works in a web worker.
 * @param token of the user who saved the response; the service worker requires it
 * @throws OfflineMissError if the response is no longer saved, or HttpError
 */
export async function fetchSaved(path: string, token: string): Promise<string> {
  const response = await sendOnce(path, { cache: 'only-if-cached', mode: 'same-origin' }, token)
  if (response.headers.has(OFFLINE_MISS_HEADER)) throw new OfflineMissError()
  if (!response.ok) throw await httpErrorOf(response)
  return response.text()
}
