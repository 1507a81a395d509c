import { PATHS } from '../contract/paths.ts'
import { accessTokenOf } from '../contract/read/access-token.ts'
import type { WorkerDeps } from './deps.ts'

/** A network that has said nothing by then is none. */
const ANSWER_TIMEOUT_MS = 10_000

/**
 * A call of the worker's own in the owner's name, with the app closed too: an expired token is renewed by the cookie.
 * @param path with its query
 * @returns undefined where nobody is signed in
 * @throws where there is no answer in time
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
 * As postAsOwner, in the name of whose token this is: never repeated in another's, who may sign in meanwhile.
 * @throws where there is no answer in time
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

/** @throws where there is no answer in time */
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

/** With the app closed nobody else renews the token. */
async function refreshed(deps: WorkerDeps, former: string): Promise<string | undefined> {
  const response = await post(deps, PATHS.refresh, {}, null)
  if (!response.ok) return undefined
  const token = accessTokenOf(await response.json().catch(() => null))
  return token !== null && (await deps.store.addToken(former, token)) ? token : undefined
}

/** @throws where there is no answer in time */
export async function fetchInTime(deps: WorkerDeps, request: Request): Promise<Response> {
  const first = await Promise.race([deps.fetch(request), deps.wait(ANSWER_TIMEOUT_MS)])
  if (!first) throw new TypeError('no answer in time')
  return first
}
