import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb'
import { DECISIONS_DATABASE } from '../../../contract/decisions/database.ts'
import { type Decision, readDecision } from '../../../contract/decisions/decision.ts'

/**
 * Number of decisions per stored chunk of JSON. Writing 20,000 decisions as one record would be a long task, and
 * writing them as 20,000 records takes seconds. JSON is used because browsers clone objects several times more slowly
 * than a string.
 */
const CHUNK = 500

interface Chunk {
  owner: string
  index: number
  /** array of decisions as JSON */
  text: string
}

interface Schema extends DBSchema {
  chunks: { key: [owner: string, index: number]; value: Chunk }
  /** version per user, replaced by every change; a tab compares it to find out whether its decisions are current */
  versions: { key: string; value: string }
}

/** Decisions of a user at one version. */
export interface StoredBasket {
  /** null before the first change */
  version: string | null
  decisions: readonly Decision[]
}

export const EMPTY_BASKET: StoredBasket = { version: null, decisions: [] }

// Connection to the database. Set to undefined when a logout, in this or another tab, deletes the database; the next
// call reopens it.
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
 * @throws DOMException if the browser provides no storage
 */
export async function readStoredBasket(owner: string): Promise<StoredBasket> {
  const tx = (await open()).transaction(['chunks', 'versions'])
  const version = (await tx.objectStore('versions').get(owner)) ?? null
  const chunks = await tx.objectStore('chunks').getAll(ofOwner(owner))
  return { version, decisions: decisionsIn(chunks) }
}

/** Parses the stored decisions, without those that are damaged or of another version's format. */
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
 * Changes the stored decisions in one transaction. The change starts from the stored state, which another tab may have
 * changed.
 * @param known state that this tab read last; it spares reading the decisions if the version is still the same
 * @throws DOMException if the browser cannot store the change
 */
export async function changeStoredBasket(
  owner: string,
  known: StoredBasket,
  change: (decisions: readonly Decision[]) => readonly Decision[],
): Promise<StoredBasket> {
  const tx = (await open()).transaction(['chunks', 'versions'], 'readwrite')
  // Attached first: a failed request also rejects `tx.done`, and that rejection would be unhandled if the request's own
  // rejection were handled before.
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
    // Awaiting each put splits the writing of thousands of decisions into short tasks.
    for (let index = 0; index * CHUNK < decisions.length; index += 1) {
      const part = (of: readonly Decision[]) => of.slice(index * CHUNK, (index + 1) * CHUNK)
      if (!same(part(decisions), part(before)))
        await chunks.put({ owner, index, text: JSON.stringify(part(decisions)) })
    }
    const left = Math.ceil(decisions.length / CHUNK)
    await chunks.delete(IDBKeyRange.bound([owner, left], [owner, Number.MAX_SAFE_INTEGER]))
    // A counter would restart after a logout has deleted the database, and equal an old version.
    const next = `${Date.now()} ${Math.random()}`
    await tx.objectStore('versions').put(next, owner)
    const failure = await done
    if (failure !== undefined) throw failure
    return { version: next, decisions }
  } catch (error) {
    try {
      tx.abort()
    } catch {
      // The transaction was already aborted by the browser.
    }
    throw tx.error ?? error
  }
}

const same = (a: readonly Decision[], b: readonly Decision[]): boolean =>
  a.length === b.length && a.every((decision, index) => decision === b[index])
