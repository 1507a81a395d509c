import { PATHS } from '../contract/paths.ts'
import { accessTokenOf } from '../contract/read/access-token.ts'
import type { WorkerDeps } from './deps.ts'
import { withTimeout } from './with-timeout.ts'

/** A network that has not answered by then counts as down. */
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
  const token = (await deps.store.owner())?.tokens.at(-1)
  return token === undefined ? undefined : postRenewing(deps, path, init, token)
}

/**
 * Like postAsOwner, for the owner of this token; never repeats the call for another user who signs in meanwhile.
 * @throws if there is no answer in time
 */
export async function postRenewing(
  deps: WorkerDeps,
  path: string,
  init: RequestInit,
  token: string,
): Promise<Response> {
  const response = await post(deps, path, init, token)
  if (response.status !== 401) return response
  const fresh = await refreshed(deps, token)
  return fresh === undefined ? response : post(deps, path, init, fresh)
}

/** @throws if there is no answer in time */
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

/** @throws if there is no answer in time */
export function fetchInTime(deps: WorkerDeps, request: Request): Promise<Response> {
  return withTimeout(deps.wait, ANSWER_TIMEOUT_MS, (signal) => deps.fetch(new Request(request, { signal })))
}
