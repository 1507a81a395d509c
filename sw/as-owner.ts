import { accessTokenOf } from '../contract/legacy/access-token.ts'
import { withTimeout } from '../contract/lib/with-timeout.ts'
import { PATHS } from '../contract/paths.ts'
import type { WorkerDeps } from './deps.ts'
import { newestToken } from './owner.ts'

/** Time limit in ms for an answer; without one, the network counts as unavailable. */
const ANSWER_TIMEOUT_MS = 10_000

/**
 * Sends a POST request with the owner's token, also while the app is closed. Renews an expired token with the cookie.
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

/** Sends a POST request with this token, renewed if it has expired. @throws if there is no answer in time */
export function postRenewing(
  deps: WorkerDeps,
  path: string,
  init: RequestInit,
  token: string,
): Promise<Response> {
  return renewing(deps, token, (current) => post(deps, path, init, current))
}

/** Makes a call, and repeats it with a renewed token after 401 unless another user has signed in. */
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

/** Sends a POST request. @throws if there is no answer in time */
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

/** Renews the token while the app is closed; undefined if that fails, or `former` is not the owner's any more. */
async function refreshed(deps: WorkerDeps, former: string): Promise<string | undefined> {
  const response = await post(deps, PATHS.refresh, {}, null)
  if (!response.ok) return undefined
  const token = accessTokenOf(await response.json().catch(() => null))
  return token !== null && (await deps.store.addToken(former, token)) ? token : undefined
}

/** Fetches with a time limit. @throws if there is no answer in time */
export function fetchInTime(deps: WorkerDeps, request: Request): Promise<Response> {
  return withTimeout(ANSWER_TIMEOUT_MS, (signal) => deps.fetch(new Request(request, { signal })))
}
