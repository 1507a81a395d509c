import { type Owner, openSavedStore } from './database.ts'

const CURRENT = 'current'

/** After a refresh, calls with the former token may still be under way. */
const TOKENS_KEPT = 4

/**
 * Records the session that the server accepted. Another user's data is deleted in the same transaction, before the new name
 * is stored.
 * @returns whether there was another user before
 */
export async function setOwner(username: string, token: string): Promise<boolean> {
  const db = await openSavedStore()
  const all = db.transaction(['owner', 'entries', 'bodies', 'actions'], 'readwrite')
  const owners = all.objectStore('owner')
  const before = await owners.get(CURRENT)
  const same = before?.username === username
  if (!same) {
    await Promise.all([
      all.objectStore('entries').clear(),
      all.objectStore('bodies').clear(),
      all.objectStore('actions').clear(),
    ])
  }
  await owners.put({ username, tokens: withToken(same ? before.tokens : [], token) }, CURRENT)
  await all.done
  return before !== undefined && !same
}

/**
 * Adds a token that the worker's own refresh returned.
 * @returns false if the owner has changed meanwhile: the token is then ignored
 */
export async function addToken(former: string, token: string): Promise<boolean> {
  const db = await openSavedStore()
  const writing = db.transaction('owner', 'readwrite')
  const owner = await writing.store.get(CURRENT)
  if (!owner || !isTokenOf(owner, former)) return false
  await writing.store.put({ ...owner, tokens: withToken(owner.tokens, token) }, CURRENT)
  await writing.done
  return true
}

const withToken = (tokens: readonly string[], token: string): string[] =>
  [...tokens.filter((kept) => kept !== token), token].slice(-TOKENS_KEPT)

/** Deletes all data of the owner. */
export async function forgetOwner(): Promise<void> {
  const db = await openSavedStore()
  const all = db.transaction(['owner', 'entries', 'bodies', 'actions'], 'readwrite')
  await Promise.all(
    (['owner', 'entries', 'bodies', 'actions'] as const).map((name) => all.objectStore(name).clear()),
  )
  await all.done
}

export async function currentOwner(): Promise<Owner | undefined> {
  return (await openSavedStore()).get('owner', CURRENT)
}

export function isTokenOf(owner: Owner, token: string | null): boolean {
  return token !== null && owner.tokens.includes(token)
}

/** The bearer token of a call, which alone identifies the user. */
export function bearerOf(headers: Headers): string | null {
  return /^Bearer (.+)$/.exec(headers.get('authorization') ?? '')?.[1] ?? null
}
