import { isGatewayStatus } from '../../contract/gateway.ts'
import { accessTokenOf } from '../../contract/legacy/access-token.ts'
import { untilAborted } from '../../contract/lib/with-timeout.ts'
import { PATHS } from '../../contract/paths.ts'
import { isLoggedOut, storedToken, storedUsername, storeToken } from './stored-session.ts'

/**
 * Sends a request with a relative path, the bearer token and cookies; the app's other modules do not call fetch. A 401
 * triggers one refresh, shared by all concurrent requests, and one retry (specification 1.8). There is no retry if
 * another user has signed in in another tab since.
 */
export async function send(path: string, init: RequestInit = {}): Promise<Response> {
  const sent = storedToken()
  const username = storedUsername()
  const response = await sendOnce(path, init, sent)
  if (response.status !== 401 || sent === null) return response
  // A concurrent request may have stored a new token since this one was sent.
  const fresh = storedToken() !== sent || (await refresh(init.signal ?? undefined)).kind === 'accepted'
  if (!fresh || storedUsername() !== username) return response
  discard(response)
  return sendOnce(path, init, storedToken())
}

/** Reads an unused body, because Chromium treats the request as unfinished until then. */
export function discard(response: Response): void {
  response.arrayBuffer().catch(() => undefined)
}

/** Sends a request once, without a refresh after a 401. Used by the session check, which refreshes the token itself. */
export function sendOnce(path: string, init: RequestInit, token: string | null): Promise<Response> {
  const headers = new Headers(init.headers)
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  return fetch(path, { ...init, headers, credentials: 'include' })
}

export function jsonBody(value: unknown, headers?: Record<string, string>): RequestInit {
  return { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) }
}

/** Result of a request about the session; `status` is null if no request was sent. */
export type CallOutcome =
  | { kind: 'accepted' }
  | { kind: 'refused'; status: number | null }
  /** the server did not answer; `status` is that of the gateway that answered instead, or null */
  | { kind: 'unreachable'; status: number | null }

/** Returns what a failed response means for the session. */
export function refusalOf({ status }: Response): CallOutcome {
  return { kind: isGatewayStatus(status) ? 'unreachable' : 'refused', status }
}

let refreshing: Promise<CallOutcome> | undefined

/** Refreshes the token, also for callers whose `signal` has ended the wait. @returns 'accepted' if it was stored */
export function refresh(signal?: AbortSignal): Promise<CallOutcome> {
  refreshing ??= requestToken().finally(() => {
    refreshing = undefined
  })
  return signal ? untilAborted(signal, refreshing) : refreshing
}

async function requestToken(): Promise<CallOutcome> {
  if (isLoggedOut()) return { kind: 'refused', status: null }
  try {
    const response = await fetch(PATHS.refresh, { method: 'POST', credentials: 'include' })
    if (!response.ok) {
      discard(response)
      return refusalOf(response)
    }
    const token = await readAccessToken(response)
    // If the user has signed out during the request, the new token is not stored.
    if (token === null || isLoggedOut()) return refusalOf(response)
    storeToken(token)
    return { kind: 'accepted' }
  } catch {
    return { kind: 'unreachable', status: null }
  }
}

/** Returns the access token in a response; null if the response has none, for example because it is an HTML page */
export async function readAccessToken(response: Response): Promise<string | null> {
  return accessTokenOf(await response.json().catch(() => null))
}
