import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { withTimeout } from '../contract/lib/with-timeout.ts'
import type { ScreenPicture } from '../contract/worker/last-screen.ts'
import type { PinnedView } from '../contract/worker/pinned-view.ts'
import type { QueuedAction } from '../contract/worker/queued-changes.ts'
import { DATABASE_NAME, type SavedEntry } from '../contract/worker/saved.ts'

/** Signed-in user, to whom all other data in the database belongs. */
export interface Owner {
  username: string
  /** tokens of the app's pages, the newest last */
  tokens: string[]
  /** token from the worker's last own refresh; the pages' `tokens` remain valid for this user */
  renewed?: string
  /** undefined before the first pinned view */
  pinned?: PinnedView[]
}

/** Key of a saved answer; contains the owner, because users must not see each other's data. */
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
  /** separate from `entries`, because a scan of the entries would otherwise read megabytes of bodies */
  bodies: { key: EntryKey; value: StoredBody }
  actions: { key: number; value: QueuedAction }
  /** pictures of screens for the next start */
  screens: { key: string; value: ScreenPicture }
}

export type Database = IDBPDatabase<Schema>

type Upgrade = (db: Database) => void

/** Upgrade steps, one per version; a released step is never changed. */
const UPGRADES: readonly Upgrade[] = [
  (db) => {
    db.createObjectStore('owner')
    db.createObjectStore('entries', { keyPath: ['owner', 'request'] })
    db.createObjectStore('bodies', { keyPath: ['owner', 'request'] })
    db.createObjectStore('actions', { autoIncrement: true })
  },
  (db) => {
    db.createObjectStore('screens', { keyPath: 'place' })
  },
]

/** Time in ms after which a database that is blocked by another tab or version counts as unavailable. */
const OPEN_TIMEOUT_MS = 3_000

export class StoreUnavailableError extends Error {}

// The worker's only global state; created again whenever the browser restarts the worker.
let handle: Promise<Database> | undefined

/** Opens the database. @throws StoreUnavailableError if it does not open in time, or without IndexedDB */
export function openSavedStore(): Promise<Database> {
  handle ??= withTimeout(OPEN_TIMEOUT_MS, (signal) => {
    const opening = open()
    // A database that opens after the time limit is closed, because it could block the next attempt.
    opening.then((db) => signal.aborted && db.close()).catch(() => undefined)
    return opening
  }).catch((error: unknown) => {
    handle = undefined
    throw new StoreUnavailableError(String(error))
  })
  return handle
}

export function closeDatabase(): void {
  void handle?.then((db) => db.close()).catch(() => undefined)
  handle = undefined
}

async function open(): Promise<Database> {
  try {
    return await openOnce()
  } catch (error) {
    // The database has a newer version or is corrupt. It is deleted, because its data can be fetched again.
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
    // Another context deletes or upgrades the database: close it, and reopen it on demand.
    blocking: closeDatabase,
    terminated: closeDatabase,
  })
}
