import { isGatewayStatus } from '../../contract/gateway.ts'
import { accessTokenOf } from '../../contract/legacy/access-token.ts'
import { untilAborted } from '../../contract/lib/with-timeout.ts'
import { PATHS } from '../../contract/paths.ts'
import { isLoggedOut, storedToken, storedUsername, storeToken } from './stored-session.ts'

/**
 * The app's only fetch: relative paths, bearer token, cookies. A 401 triggers one refresh, shared by all waiting
 * calls, and one retry (specification 1.8), but never as a different user who signed in in another tab.
 */
export async function send(path: string, init: RequestInit = {}): Promise<Response> {
  const sent = storedToken()
  const username = storedUsername()
  const response = await sendOnce(path, init, sent)
  if (response.status !== 401 || sent === null) return response
  // Another call may have stored a new token meanwhile.
  const fresh = storedToken() !== sent || (await refresh(init.signal ?? undefined)).kind === 'accepted'
  if (!fresh || storedUsername() !== username) return response
  discard(response)
  return sendOnce(path, init, storedToken())
}

/** Reads an answer of which only the status counts to its end: until then Chromium treats its call as unfinished. */
export function discard(response: Response): void {
  response.arrayBuffer().catch(() => undefined)
}

/** Makes a single attempt without a refresh, for the session check, which has its own steps. */
export function sendOnce(path: string, init: RequestInit, token: string | null): Promise<Response> {
  const headers = new Headers(init.headers)
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  return fetch(path, { ...init, headers, credentials: 'include' })
}

export function jsonBody(value: unknown, headers?: Record<string, string>): RequestInit {
  return { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) }
}

/** Server's answer about a session; `status` is null if no call was made. */
export type CallOutcome =
  | { kind: 'accepted' }
  | { kind: 'refused'; status: number | null }
  /** the server did not answer; `status` is that of a gateway which answered instead, or null */
  | { kind: 'unreachable'; status: number | null }

/** Returns the meaning of a failed response for the session. */
export function refusalOf({ status }: Response): CallOutcome {
  return { kind: isGatewayStatus(status) ? 'unreachable' : 'refused', status }
}

let refreshing: Promise<CallOutcome> | undefined

/**
 * Refreshes the access token.
 * @param signal stops only this caller's wait; the shared refresh continues for the others
 * @returns 'accepted' when a new token was stored
 */
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
    // A logout in the meantime takes precedence.
    if (token === null || isLoggedOut()) return refusalOf(response)
    storeToken(token)
    return { kind: 'accepted' }
  } catch {
    return { kind: 'unreachable', status: null }
  }
}

/**
 * Reads the access token.
 * @returns null if the answer has no token, such as an HTML page
 */
export async function readAccessToken(response: Response): Promise<string | null> {
  return accessTokenOf(await response.json().catch(() => null))
}
