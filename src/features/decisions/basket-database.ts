import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb'
import { DECISIONS_DATABASE } from '../../../contract/decisions/database.ts'
import { type Decision, readDecision } from '../../../contract/decisions/decision.ts'

/**
 * Decisions per chunk of JSON. One record of 20,000 would be a long task to write, and 20,000 records take seconds;
 * browsers copy objects several times slower than a text.
 */
const CHUNK = 500

interface Chunk {
  owner: string
  index: number
  /** Decision[] as JSON */
  text: string
}

interface Schema extends DBSchema {
  chunks: { key: [owner: string, index: number]; value: Chunk }
  /** replaced after every change, so that a tab can check whether the decisions it has read are current */
  versions: { key: string; value: string }
}

/** Decisions of a person at one version. */
export interface StoredBasket {
  /** null before the first change */
  version: string | null
  decisions: readonly Decision[]
}

export const EMPTY_BASKET: StoredBasket = { version: null, decisions: [] }

// Reopened after a logout, here or in another tab, has deleted the database.
let handle: Promise<IDBPDatabase<Schema>> | undefined

function open(): Promise<IDBPDatabase<Schema>> {
  const close = () => {
    void handle?.then((db) => db.close())
    handle = undefined
  }
  handle ??= openDB<Schema>(DECISIONS_DATABASE, 1, {
    upgrade(db) {
      db.createObjectStore('chunks', { keyPath: ['owner', 'index'] })
      db.createObjectStore('versions')
    },
    blocking: close,
    terminated: close,
  }).catch((error: unknown) => {
    handle = undefined
    throw error
  })
  return handle
}

const ofOwner = (owner: string) => IDBKeyRange.bound([owner, 0], [owner, Number.MAX_SAFE_INTEGER])

/**
 * Reads the stored decisions.
 * @throws DOMException if the browser has no storage
 */
export async function readStoredBasket(owner: string): Promise<StoredBasket> {
  const tx = (await open()).transaction(['chunks', 'versions'])
  const version = (await tx.objectStore('versions').get(owner)) ?? null
  const chunks = await tx.objectStore('chunks').getAll(ofOwner(owner))
  return { version, decisions: decisionsIn(chunks) }
}

/**
 * Leaves out a decision that cannot be read, because it is damaged or another version wrote it, instead of dropping
 * all.
 */
function decisionsIn(chunks: readonly Chunk[]): Decision[] {
  const read = (value: unknown): Decision | [] => {
    try {
      return readDecision(value)
    } catch {
      return []
    }
  }
  return chunks.flatMap(({ text }) => listIn(text).flatMap(read))
}

function listIn(text: string): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}

/** Deletes the database, even if it cannot be read. */
export async function removeStoredBasket(): Promise<void> {
  await handle?.then((db) => db.close()).catch(() => undefined)
  handle = undefined
  await deleteDB(DECISIONS_DATABASE)
}

/**
 * Changes the stored decisions atomically, based on the current state, which other tabs may have changed.
 * @param known state that this tab has read last
 * @throws DOMException if the browser cannot store it
 */
export async function changeStoredBasket(
  owner: string,
  known: StoredBasket,
  change: (decisions: readonly Decision[]) => readonly Decision[],
): Promise<StoredBasket> {
  const tx = (await open()).transaction(['chunks', 'versions'], 'readwrite')
  // Listens first: a failed request rejects this promise too, and it would be unhandled if the put's own rejection
  // came first.
  const done = tx.done.then(
    () => undefined,
    (error: unknown) => error ?? new Error('aborted'),
  )
  try {
    const chunks = tx.objectStore('chunks')
    const version = (await tx.objectStore('versions').get(owner)) ?? null
    const isKnown = version === known.version
    const before = isKnown ? known.decisions : decisionsIn(await chunks.getAll(ofOwner(owner)))
    const decisions = change(before)
    // Each put is awaited, which splits writing thousands of decisions into many short tasks.
    for (let index = 0; index * CHUNK < decisions.length; index += 1) {
      const part = (of: readonly Decision[]) => of.slice(index * CHUNK, (index + 1) * CHUNK)
      if (!same(part(decisions), part(before)))
        await chunks.put({ owner, index, text: JSON.stringify(part(decisions)) })
    }
    const left = Math.ceil(decisions.length / CHUNK)
    await chunks.delete(IDBKeyRange.bound([owner, left], [owner, Number.MAX_SAFE_INTEGER]))
    // Not a counter: it would start again after a logout has deleted everything.
    const next = `${Date.now()} ${Math.random()}`
    await tx.objectStore('versions').put(next, owner)
    const failure = await done
    if (failure !== undefined) throw failure
    return { version: next, decisions }
  } catch (error) {
    try {
      tx.abort()
    } catch {
      // The transaction has aborted by itself.
    }
    throw tx.error ?? error
  }
}

const same = (a: readonly Decision[], b: readonly Decision[]): boolean =>
  a.length === b.length && a.every((decision, index) => decision === b[index])
