import { type Owner, openSavedStore } from './database.ts'

const CURRENT = 'current'

/** A refreshed session has calls under way with its former token. */
const TOKENS_KEPT = 4

/**
 * The session that the server accepted. Whatever belonged to somebody else is gone before the new name is there, in one
 * transaction.
 * @returns whether there was somebody else before
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
 * A token that a refresh of the worker's own brought.
 * @returns false when the owner is another one by now: the token is theirs, and ignored
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

/** Nothing of anybody remains. */
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

/** The bearer token of a call: who asks is told by this alone, never by who asked before. */
export function bearerOf(headers: Headers): string | null {
  return /^Bearer (.+)$/.exec(headers.get('authorization') ?? '')?.[1] ?? null
}
