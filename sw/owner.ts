import type { PinnedView } from '../contract/worker/pinned-view.ts'
import { SHARED_FILES } from '../contract/worker/shell-files.ts'
import { type Owner, openSavedStore } from './database.ts'

const CURRENT = 'current'
const STORES = ['owner', 'entries', 'bodies', 'actions', 'screens'] as const

/** Number of stored tokens: after a refresh, calls with the previous token may still be in flight. */
const TOKENS_KEPT = 4

/** Records the accepted session, after deleting another user's data at once. @returns the previous user */
export async function setOwner(username: string, token: string): Promise<string | undefined> {
  const all = (await openSavedStore()).transaction(STORES, 'readwrite')
  const owners = all.objectStore('owner')
  const before = await owners.get(CURRENT)
  const same = before?.username === username
  if (!same) await Promise.all(STORES.map((name) => all.objectStore(name).clear()))
  await owners.put(same ? signedInAgain(before, token) : { username, tokens: [token] }, CURRENT)
  await all.done
  if (!same && before) await caches.delete(SHARED_FILES)
  return before?.username
}

/** Returns the owner with another token. The renewed one stays accepted: a call with it may be in flight. */
function signedInAgain({ renewed, ...owner }: Owner, token: string): Owner {
  const before = renewed === undefined ? owner.tokens : withToken(owner.tokens, renewed)
  return { ...owner, tokens: withToken(before, token) }
}

/** Stores the worker's renewed token beside the app's; false if `former` is no token of the current owner. */
export async function addToken(former: string, token: string): Promise<boolean> {
  const db = await openSavedStore()
  const writing = db.transaction('owner', 'readwrite')
  const owner = await writing.store.get(CURRENT)
  if (!owner || !isTokenOf(owner, former)) return false
  await writing.store.put({ ...owner, renewed: token }, CURRENT)
  await writing.done
  return true
}

const withToken = (tokens: readonly string[], token: string): string[] =>
  [...tokens.filter((kept) => kept !== token), token].slice(-TOKENS_KEPT)

/** Deletes all data of the owner. */
export async function forgetOwner(): Promise<void> {
  const all = (await openSavedStore()).transaction(STORES, 'readwrite')
  await Promise.all(STORES.map((name) => all.objectStore(name).clear()))
  await all.done
  await caches.delete(SHARED_FILES)
}

export async function currentOwner(): Promise<Owner | undefined> {
  return (await openSavedStore()).get('owner', CURRENT)
}

export function isTokenOf({ tokens, renewed }: Owner, token: string | null): boolean {
  return token !== null && [...tokens, renewed].includes(token)
}

/** Returns the token for the worker's own calls. */
export function newestToken(owner: Owner | undefined): string | undefined {
  return owner?.renewed ?? owner?.tokens.at(-1)
}

/** Changes the pinned views of the owner. @returns keys of the result sets that are no longer pinned for any view */
export async function changePinned(
  change: (views: readonly PinnedView[]) => PinnedView[],
): Promise<string[]> {
  const db = await openSavedStore()
  const writing = db.transaction('owner', 'readwrite')
  const owner = await writing.store.get(CURRENT)
  if (!owner) return []
  const before = owner.pinned ?? []
  const pinned = change(before)
  await writing.store.put({ ...owner, pinned }, CURRENT)
  await writing.done
  return before.flatMap(({ run }) => (run !== null && !pinned.some((view) => view.run === run) ? run : []))
}

/** Returns the bearer token of a request; the token alone identifies the user. */
export function bearerOf(headers: Headers): string | null {
  return /^Bearer (.+)$/.exec(headers.get('authorization') ?? '')?.[1] ?? null
}
