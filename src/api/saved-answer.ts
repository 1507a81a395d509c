import { requestKey } from '../../contract/worker/request-key.ts'
import { GATEWAY_HEADER, OFFLINE_MISS_HEADER, SAVED_AT_HEADER } from '../../contract/worker/saved.ts'
import { send } from './client.ts'
import { OfflineMissError } from './errors.ts'

/** What the next answer to a question shall be, in place of whatever the worker would choose. */
export type Wish =
  /** the copy: the worker has just got it from the network */
  | 'arrived'
  /** the copy, as old as it is */
  | 'saved'
  /** what the server says: the worker gave the copy, and the server then answered something else */
  | 'network'

const wishes = new Map<string, Wish>()

/** @param request names the question as questionKey does */
export function wishFor(request: string, wish: Wish): void {
  wishes.set(request, wish)
}

/** Names a question as the worker does. */
export function questionKey(method: string, path: string): string {
  const { pathname, searchParams } = new URL(path, window.location.origin)
  return requestKey(method, pathname, searchParams)
}

/** Where an answer came from. */
export interface Origin {
  /** ISO instant of a saved copy; null when the answer came from the network just now */
  savedAt: string | null
  /** status of the gateway that answered in place of the server, which the saved copy makes up for */
  gateway: number | null
}

export interface SavedAnswer extends Origin {
  response: Response
}

const FROM_NETWORK: Origin = { savedAt: null, gateway: null }
const ONLY_SAVED = { cache: 'only-if-cached', mode: 'same-origin' } as const

/**
 * A call that the worker reads through.
 * @throws OfflineMissError where there is neither network nor a saved copy, or what fetch throws
 */
export async function sendThrough(path: string, init: RequestInit = {}): Promise<SavedAnswer> {
  const request = questionKey(init.method ?? 'GET', path)
  const wish = wishes.get(request)
  wishes.delete(request)
  if (wish === 'saved') return received(await send(path, { ...init, ...ONLY_SAVED }))
  if (wish === 'arrived') {
    const response = await send(path, { ...init, ...ONLY_SAVED })
    if (response.ok) return { response, ...FROM_NETWORK }
  }
  return received(await send(path, wish === 'network' ? { ...init, cache: 'reload' } : init))
}

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
