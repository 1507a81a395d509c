import { OFFLINE_MISS_HEADER } from '../../contract/worker/saved.ts'
import { sendOnce } from './client.ts'
import { httpErrorOf, OfflineMissError } from './errors.ts'

/**
 * The saved answer to a list call, and nothing else: the network is not asked. Works in a web worker too.
 * @param token the owner's: the store answers nobody else
 * @throws OfflineMissError where it is not saved any more
 */
export async function fetchSaved(path: string, token: string): Promise<string> {
  const response = await sendOnce(path, { cache: 'only-if-cached', mode: 'same-origin' }, token)
  if (response.headers.has(OFFLINE_MISS_HEADER)) throw new OfflineMissError()
  if (!response.ok) throw await httpErrorOf(response)
  return response.text()
}
