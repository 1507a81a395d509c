import { isGatewayStatus } from '../../contract/gateway.ts'
import { PATHS } from '../../contract/paths.ts'
import { accessTokenOf } from '../../contract/read/access-token.ts'
import { isLoggedOut, storedToken, storedUsername, storeToken } from './stored-session.ts'

/**
 * The app's only fetch: relative paths, bearer token, cookies. A 401 first tries one refresh, shared by all calls then
 * waiting, and repeats the call once (specification 1.8), though never in the name of whom another tab has signed in.
 */
export async function send(path: string, init: RequestInit = {}): Promise<Response> {
  const sent = storedToken()
  const username = storedUsername()
  const response = await sendOnce(path, init, sent)
  if (response.status !== 401 || sent === null) return response
  // Another call may have brought a new token meanwhile.
  const fresh = storedToken() !== sent || (await refresh(init.signal ?? undefined)).kind === 'accepted'
  return fresh && storedUsername() === username ? sendOnce(path, init, storedToken()) : response
}

/** One try, without any refresh: the session check has steps of its own. */
export function sendOnce(path: string, init: RequestInit, token: string | null): Promise<Response> {
  const headers = new Headers(init.headers)
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  return fetch(path, { ...init, headers, credentials: 'include' })
}

export function jsonBody(value: unknown): RequestInit {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
}

/** What the server says to a session; `status` is null where it was not asked. */
export type Outcome =
  | { kind: 'accepted' }
  | { kind: 'refused'; status: number | null }
  /** no answer of the server's; `status` is that of a gateway which answered in its place, null where none did */
  | { kind: 'unreachable'; status: number | null }

/** What an answer that is not ok says of the session. */
export function refusalOf({ status }: Response): Outcome {
  return { kind: isGatewayStatus(status) ? 'unreachable' : 'refused', status }
}

let refreshing: Promise<Outcome> | undefined

/** @returns 'accepted' when a new token was stored */
export function refresh(signal?: AbortSignal): Promise<Outcome> {
  refreshing ??= requestToken().finally(() => {
    refreshing = undefined
  })
  return signal ? Promise.race([refreshing, aborted(signal)]) : refreshing
}

/** The shared refresh goes on for the others when one of those who wait gives up. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

async function requestToken(): Promise<Outcome> {
  if (isLoggedOut()) return { kind: 'refused', status: null }
  try {
    const response = await fetch(PATHS.refresh, { method: 'POST', credentials: 'include' })
    if (!response.ok) return refusalOf(response)
    const token = await readAccessToken(response)
    // Whoever logged out meanwhile stays out.
    if (token === null || isLoggedOut()) return refusalOf(response)
    storeToken(token)
    return { kind: 'accepted' }
  } catch {
    return { kind: 'unreachable', status: null }
  }
}

/** @returns null where the answer holds no token, be it HTML */
export async function readAccessToken(response: Response): Promise<string | null> {
  return accessTokenOf(await response.json().catch(() => null))
}
