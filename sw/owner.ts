import { type Database, type Owner, openDatabase } from './database.ts'

const CURRENT = 'current'

/** A refreshed session has calls under way with its former token. */
const TOKENS_KEPT = 4

/**
 * The session that the server accepted. Whatever belonged to somebody else is gone before the new name is there, in one
 * transaction.
 * @returns whether there was somebody else before
 */
export async function setOwner(username: string, token: string): Promise<boolean> {
  const db = await openDatabase()
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
  const tokens = [...(same ? before.tokens : []).filter((kept) => kept !== token), token]
  await owners.put({ username, tokens: tokens.slice(-TOKENS_KEPT) }, CURRENT)
  await all.done
  return before !== undefined && !same
}

/** A token that a refresh of the worker's own brought; ignored when the owner is another one by now. */
export async function addToken(former: string, token: string): Promise<void> {
  const owner = await ownerOf(former)
  if (owner) await setOwner(owner.username, token)
}

/** Nothing of anybody remains. */
export async function forgetOwner(): Promise<void> {
  const db = await openDatabase()
  const all = db.transaction(['owner', 'entries', 'bodies', 'actions'], 'readwrite')
  await Promise.all(
    (['owner', 'entries', 'bodies', 'actions'] as const).map((name) => all.objectStore(name).clear()),
  )
  await all.done
}

export async function currentOwner(db?: Database): Promise<Owner | undefined> {
  return (db ?? (await openDatabase())).get('owner', CURRENT)
}

/** @returns the owner, if this token is one of theirs */
async function ownerOf(token: string | null): Promise<Owner | undefined> {
  const owner = token === null ? undefined : await currentOwner()
  return owner && isTokenOf(owner, token) ? owner : undefined
}

export function isTokenOf(owner: Owner, token: string | null): boolean {
  return token !== null && owner.tokens.includes(token)
}

/** The bearer token of a call: who asks is told by this alone, never by who asked before. */
export function bearerOf(headers: Headers): string | null {
  return /^Bearer (.+)$/.exec(headers.get('authorization') ?? '')?.[1] ?? null
}
