import { PATHS } from '../../contract/paths.ts'
import { isLoggedOut, storedToken, storeToken } from './stored-session.ts'

/**
 * The app's only fetch: relative paths, bearer token, cookies. A 401 first tries one refresh, shared by all calls then
 * waiting, and repeats the call once (decisions, 'Reading the documents').
 */
export async function send(path: string, init: RequestInit = {}): Promise<Response> {
  const sent = storedToken()
  const response = await sendOnce(path, init, sent)
  if (response.status !== 401 || sent === null) return response
  // Another call may have brought a new token meanwhile.
  const fresh = storedToken() !== sent || (await refresh(init.signal ?? undefined))
  return fresh ? sendOnce(path, init, storedToken()) : response
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

let refreshing: Promise<boolean> | undefined

/** @returns whether a new token was stored; false when the server refused or did not answer */
export function refresh(signal?: AbortSignal): Promise<boolean> {
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

async function requestToken(): Promise<boolean> {
  if (isLoggedOut()) return false
  try {
    const response = await fetch(PATHS.refresh, { method: 'POST', credentials: 'include' })
    if (!response.ok) return false
    const token = await readAccessToken(response)
    // Whoever logged out meanwhile stays out.
    if (token === null || isLoggedOut()) return false
    storeToken(token)
    return true
  } catch {
    return false
  }
}

/** @returns null where the answer holds no token, be it HTML */
export async function readAccessToken(response: Response): Promise<string | null> {
  const answer: unknown = await response.json().catch(() => null)
  const token = (answer as { access_token?: unknown } | null)?.access_token
  return typeof token === 'string' && token !== '' ? token : null
}
