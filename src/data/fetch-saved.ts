import { ReadError } from '../../contract/legacy/lenient-json.ts'
import { OFFLINE_MISS_HEADER } from '../../contract/worker/saved.ts'
import { sendOnce } from './client.ts'
import { httpErrorOf, OfflineMissError } from './errors.ts'

export const SAVED_UNREAD = 'Сохранённое на устройстве не прочитано.'

/**
 * Reads the saved response of a list request without using the network. Also works in a web worker. The browser may end
 * the service worker in the middle of a response; a second request starts it again.
 * @param token of the user who saved the response; the service worker requires it
 * @throws OfflineMissError if the response is no longer saved, HttpError, or ReadError if both requests were cut off
 */
export async function fetchSaved(path: string, token: string): Promise<string> {
  try {
    return await readOnce(path, token).catch((error) => {
      if (!(error instanceof TypeError)) throw error
      return readOnce(path, token)
    })
  } catch (error) {
    throw error instanceof TypeError ? new ReadError(SAVED_UNREAD) : error
  }
}

async function readOnce(path: string, token: string): Promise<string> {
  const response = await sendOnce(path, { cache: 'only-if-cached', mode: 'same-origin' }, token)
  if (response.headers.has(OFFLINE_MISS_HEADER)) throw new OfflineMissError()
  if (!response.ok) throw await httpErrorOf(response)
  return response.text()
}
