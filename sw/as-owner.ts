import { accessTokenOf } from '../contract/legacy/access-token.ts'
import { withTimeout } from '../contract/lib/with-timeout.ts'
import { PATHS } from '../contract/paths.ts'
import type { WorkerDeps } from './deps.ts'
import { newestToken } from './owner.ts'

/** Time in ms after which a network without an answer counts as down. */
const ANSWER_TIMEOUT_MS = 10_000

/**
 * Makes a call of the worker in the owner's name, even with the app closed; renews an expired token by the cookie.
 * @param path including its query
 * @returns undefined if nobody is signed in
 * @throws if there is no answer in time
 */
export async function postAsOwner(
  deps: WorkerDeps,
  path: string,
  init: RequestInit = {},
): Promise<Response | undefined> {
  const token = newestToken(await deps.store.owner())
  return token === undefined ? undefined : postRenewing(deps, path, init, token)
}

/**
 * Makes a call in the name of this token's owner, like postAsOwner.
 * @throws if there is no answer in time
 */
export function postRenewing(
  deps: WorkerDeps,
  path: string,
  init: RequestInit,
  token: string,
): Promise<Response> {
  return renewing(deps, token, (current) => post(deps, path, init, current))
}

/** Repeats a call with a new token if its token has expired; never for another user who signs in meanwhile. */
export async function renewing(
  deps: WorkerDeps,
  token: string,
  call: (token: string) => Promise<Response>,
): Promise<Response> {
  const response = await call(token)
  if (response.status !== 401) return response
  const fresh = await refreshed(deps, token)
  return fresh === undefined ? response : call(fresh)
}

/**
 * Sends a POST request.
 * @throws if there is no answer in time
 */
export function post(
  deps: WorkerDeps,
  path: string,
  init: RequestInit,
  token: string | null,
): Promise<Response> {
  const headers = new Headers(init.headers)
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  const request = new Request(new URL(path, deps.origin), {
    ...init,
    method: 'POST',
    headers,
    credentials: 'include',
  })
  return fetchInTime(deps, request)
}

/** With the app closed, only the worker can renew the token. */
async function refreshed(deps: WorkerDeps, former: string): Promise<string | undefined> {
  const response = await post(deps, PATHS.refresh, {}, null)
  if (!response.ok) return undefined
  const token = accessTokenOf(await response.json().catch(() => null))
  return token !== null && (await deps.store.addToken(former, token)) ? token : undefined
}

/**
 * Fetches with a time limit.
 * @throws if there is no answer in time
 */
export function fetchInTime(deps: WorkerDeps, request: Request): Promise<Response> {
  return withTimeout(ANSWER_TIMEOUT_MS, (signal) => deps.fetch(new Request(request, { signal })))
}
