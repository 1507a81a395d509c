import { keyAddress, keyMethod, requestKey } from '../../contract/worker/request-key.ts'
import { GATEWAY_HEADER, OFFLINE_MISS_HEADER, SAVED_AT_HEADER } from '../../contract/worker/saved.ts'
import { send } from './client.ts'
import { OfflineMissError } from './errors.ts'

/** Preferred source of the next answer to a request, instead of the worker's choice. */
export type Wish =
  /** the copy, which the worker has just updated from the network */
  | 'arrived'
  /** the copy, however old */
  | 'saved'
  /** the server: the worker used the copy, and then the server's answer differed in kind */
  | 'network'

const wishes = new Map<string, Wish>()
/** Requests that last went to the server itself. */
const asked = new Set<string>()

/**
 * Sets the preferred source.
 * @param request as returned by questionKey
 */
export function wishFor(request: string, wish: Wish): void {
  // An answer that the worker received late belongs to an earlier request, from before later changes of the page.
  const isOlder = wish === 'arrived' && (wishes.get(request) === 'network' || asked.has(request))
  wishes.set(request, isOlder ? 'network' : wish)
}

/** Returns the worker's key for a request. */
export function questionKey(method: string, path: string): string {
  const { pathname, searchParams } = new URL(path, window.location.origin)
  return requestKey(method, pathname, searchParams)
}

/** Origin of an answer. */
export interface Origin {
  /** ISO instant of a saved copy; null for an answer from the network */
  savedAt: string | null
  /** status of a gateway that answered instead of the server, which is why the copy was used */
  gateway: number | null
}

export interface SavedAnswer extends Origin {
  response: Response
}

const FROM_NETWORK: Origin = { savedAt: null, gateway: null }
const ONLY_SAVED = { cache: 'only-if-cached', mode: 'same-origin' } as const

/**
 * Makes a call that goes through the worker.
 * @throws OfflineMissError if there is neither a network nor a saved copy, or what fetch throws
 */
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

/**
 * Makes the worker save the answer to a request that was made before there was a worker.
 * @param request as returned by questionKey
 */
export async function storeAnswer(request: string): Promise<void> {
  const { response } = await sendThrough(keyAddress(request), { method: keyMethod(request) })
  // Read to the end; otherwise it would not be saved completely.
  await response.arrayBuffer()
}

/**
 * Checks an answer of the worker.
 * @throws OfflineMissError if the worker reports that there is no copy
 */
function received(response: Response): SavedAnswer {
  const { headers } = response
  if (headers.has(OFFLINE_MISS_HEADER)) throw new OfflineMissError()
  const gateway = headers.get(GATEWAY_HEADER)
  return {
    response,
    savedAt: headers.get(SAVED_AT_HEADER),
    gateway: gateway === null ? null : Number(gateway),
  }
}
