import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { QueuedAction } from '../contract/worker/queued-changes.ts'
import { DATABASE_NAME, type SavedEntry } from '../contract/worker/saved.ts'

/** Whose everything else is. The newest token is the last. */
export interface Owner {
  username: string
  tokens: string[]
}

/** A saved answer's key: nothing is found under another user's name. */
export type EntryKey = [owner: string, request: string]

export interface StoredEntry extends SavedEntry {
  owner: string
}

export interface StoredBody {
  owner: string
  request: string
  body: ArrayBuffer
  contentType: string
}

interface Schema extends DBSchema {
  owner: { key: 'current'; value: Owner }
  entries: { key: EntryKey; value: StoredEntry }
  /** apart from the entries: looking through these must not read megabytes */
  bodies: { key: EntryKey; value: StoredBody }
  actions: { key: number; value: QueuedAction }
}

export type Database = IDBPDatabase<Schema>

type Upgrade = (db: Database) => void

/** One step for each version; a step that was released is never changed. */
const UPGRADES: readonly Upgrade[] = [
  (db) => {
    db.createObjectStore('owner')
    db.createObjectStore('entries', { keyPath: ['owner', 'request'] })
    db.createObjectStore('bodies', { keyPath: ['owner', 'request'] })
    db.createObjectStore('actions', { autoIncrement: true })
  },
]

/** A database that another tab or version keeps blocked, or that does not answer, counts as not there. */
const OPEN_TIMEOUT_MS = 3_000

export class StoreUnavailableError extends Error {
  override name = 'StoreUnavailableError'
}

// The only state in the worker's globals: it is built again whenever the browser starts the worker anew.
let handle: Promise<Database> | undefined

/** @throws StoreUnavailableError where the browser has no IndexedDB for us, as in some private windows */
export function openSavedStore(): Promise<Database> {
  handle ??= openInTime().catch((error: unknown) => {
    handle = undefined
    throw new StoreUnavailableError(String(error))
  })
  return handle
}

export function closeDatabase(): void {
  void handle?.then((db) => db.close()).catch(() => undefined)
  handle = undefined
}

async function openInTime(): Promise<Database> {
  if (typeof indexedDB === 'undefined') throw new Error('no IndexedDB')
  let given = false
  const opening = open()
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => {
      given = true
      reject(new Error('IndexedDB did not open in time'))
    }, OPEN_TIMEOUT_MS)
  })
  // One that opens after all must not stand in the way of the next try.
  opening.then((db) => given && db.close()).catch(() => undefined)
  return Promise.race([opening, timeout])
}

async function open(): Promise<Database> {
  try {
    return await openOnce()
  } catch (error) {
    // A database of a later version, or a corrupt one: what it holds can be fetched again.
    if (!(error instanceof DOMException)) throw error
    indexedDB.deleteDatabase(DATABASE_NAME)
    return openOnce()
  }
}

function openOnce(): Promise<Database> {
  return openDB<Schema>(DATABASE_NAME, UPGRADES.length, {
    upgrade(db, from) {
      for (const step of UPGRADES.slice(from)) step(db)
    },
    // Somebody deletes or upgrades it: let go, and open again when it is needed.
    blocking: closeDatabase,
    terminated: closeDatabase,
  })
}
