import { OFFLINE_MISS_HEADER } from '../../contract/worker/saved.ts'
import { sendOnce } from './client.ts'
import { httpErrorOf, OfflineMissError } from './errors.ts'

/**
 * Reads the saved answer to a list call, without using the network. Works in a web worker too.
 * @param token the owner's, without which the store does not answer
 * @throws OfflineMissError if it is no longer saved
 */
export async function fetchSaved(path: string, token: string): Promise<string> {
  const response = await sendOnce(path, { cache: 'only-if-cached', mode: 'same-origin' }, token)
  if (response.headers.has(OFFLINE_MISS_HEADER)) throw new OfflineMissError()
  if (!response.ok) throw await httpErrorOf(response)
  return response.text()
}
