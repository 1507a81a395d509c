import { keyAddress, keyMethod, requestKey } from '../../contract/worker/request-key.ts'
import { GATEWAY_HEADER, OFFLINE_MISS_HEADER, SAVED_AT_HEADER } from '../../contract/worker/saved.ts'
import { send } from './client.ts'
import { OfflineMissError } from './errors.ts'
import { noteServerTime } from './server-clock.ts'

/** Source from which the next response to a request must come, instead of the source that the worker would choose. */
export type ResponseSource =
  /** the saved copy, which the worker has just updated from the network */
  | 'arrived'
  /** the saved copy, regardless of its age */
  | 'saved'
  /** the server: the worker answered with the copy, and the server's later response was of another kind */
  | 'network'

const wishes = new Map<string, ResponseSource>()
/** Keys of the requests whose last response was fetched from the server as wished. */
const asked = new Set<string>()

/** Sets the source of the next response to a request. @param request as returned by questionKey */
export function setResponseSource(request: string, wish: ResponseSource): void {
  // A response that the worker announces now may belong to an earlier request, sent before the user's last changes.
  const isOlder = wish === 'arrived' && (wishes.get(request) === 'network' || asked.has(request))
  wishes.set(request, isOlder ? 'network' : wish)
}

/** Returns the key under which the worker saves the response to a request. */
export function questionKey(method: string, path: string): string {
  const { pathname, searchParams } = new URL(path, window.location.origin)
  return requestKey(method, pathname, searchParams)
}

export interface Origin {
  /** time when the copy was saved, ISO 8601; null for a response from the network */
  savedAt: string | null
  /** status of a gateway that answered instead of the server, which is why the copy was used; null otherwise */
  gateway: number | null
}

export interface SavedAnswer extends Origin {
  response: Response
}

const FROM_NETWORK: Origin = { savedAt: null, gateway: null }
const ONLY_SAVED = { cache: 'only-if-cached', mode: 'same-origin' } as const

/** Sends a request that saved copies may answer. @throws OfflineMissError without any, or an error of fetch */
export async function sendThrough(path: string, init: RequestInit = {}): Promise<SavedAnswer> {
  const request = questionKey(init.method ?? 'GET', path)
  const wish = wishes.get(request)
  wishes.delete(request)
  if (wish === 'network') asked.add(request)
  else asked.delete(request)
  if (wish === 'saved') return received(await send(path, { ...init, ...ONLY_SAVED }))
  if (wish === 'arrived') {
    const response = await send(path, { ...init, ...ONLY_SAVED })
    if (response.ok) return { response, ...FROM_NETWORK }
  }
  return received(await send(path, wish === 'network' ? { ...init, cache: 'reload' } : init))
}

/** Repeats a request (questionKey) from before the service worker controlled the page, so that it is saved. */
export async function storeAnswer(request: string): Promise<void> {
  const { response } = await sendThrough(keyAddress(request), { method: keyMethod(request) })
  // The body is read to the end; the worker would otherwise save it incompletely.
  await response.arrayBuffer()
}

/** Reads the origin from the worker's headers. @throws OfflineMissError if the worker has no copy */
function received(response: Response): SavedAnswer {
  const { headers } = response
  noteServerTime(response)
  if (headers.has(OFFLINE_MISS_HEADER)) throw new OfflineMissError()
  const gateway = headers.get(GATEWAY_HEADER)
  return {
    response,
    savedAt: headers.get(SAVED_AT_HEADER),
    gateway: gateway === null ? null : Number(gateway),
  }
}
