import { resultSetKey } from '../contract/worker/request-key.ts'
import {
  SAVED_CARDS,
  SAVED_PAGES_BYTES,
  type SavedEntry,
  type SavedKind,
  type SavedPaging,
} from '../contract/worker/saved.ts'
import { type EntryKey, openSavedStore, type StoredBody, type StoredEntry } from './database.ts'
import { isTokenOf } from './owner.ts'

/** Answer from the network. */
export interface Answer {
  /** token of the request; the answer is saved only if it is still a token of the owner at that time */
  token: string
  request: string
  kind: SavedKind
  /** route of the app's page that made the request */
  route: string
  body: ArrayBuffer
  contentType: string
  /** paging of a result page */
  paging?: SavedPaging
}

export interface Saved {
  entry: StoredEntry
  body: StoredBody
}

/** Reads the owner's saved copy, and records the current time as its last view; undefined if there is none */
export async function readSaved(
  token: string | null,
  request: string,
  now: number,
): Promise<Saved | undefined> {
  const db = await openSavedStore()
  const reading = db.transaction(['owner', 'entries', 'bodies'], 'readwrite')
  const owner = await reading.objectStore('owner').get('current')
  if (!owner || !isTokenOf(owner, token)) return undefined
  const key: EntryKey = [owner.username, request]
  const [entry, body] = await Promise.all([
    reading.objectStore('entries').get(key),
    reading.objectStore('bodies').get(key),
  ])
  if (!entry || !body) return undefined
  await reading.objectStore('entries').put({ ...entry, viewedAt: now })
  await reading.done
  return { entry, body }
}

/** Saves an answer, evicting least recently viewed pages; false if the token is no longer the owner's. */
export async function save(answer: Answer, now: number, limit = SAVED_PAGES_BYTES): Promise<boolean> {
  const { token, body, contentType, ...about } = answer
  const { request } = about
  const db = await openSavedStore()
  const writing = db.transaction(['owner', 'entries', 'bodies'], 'readwrite')
  const entries = writing.objectStore('entries')
  const bodies = writing.objectStore('bodies')
  try {
    const owner = await writing.objectStore('owner').get('current')
    if (!owner || !isTokenOf(owner, token)) return false
    const { username } = owner
    const before = await entries.get([username, request])
    await bodies.put({ owner: username, request, body, contentType })
    // The marks set by a person (`pinned`, `kept`) are retained.
    await entries.put({
      pinned: false,
      ...before,
      ...about,
      owner: username,
      size: body.byteLength,
      savedAt: now,
      viewedAt: now,
    })
    const all = await entries.getAll()
    for (const entry of [...pagesToEvict(all, limit), ...cardsToEvict(all)]) {
      const key: EntryKey = [entry.owner, entry.request]
      await Promise.all([entries.delete(key), bodies.delete(key)])
    }
    await writing.done
    return true
  } catch (error) {
    abort(writing)
    await writing.done.catch(() => undefined)
    // If space runs out, the transaction aborts by itself; only its `error` has the reason.
    throw writing.error ?? error
  }
}

/** Aborts a transaction, which undoes all its writes. */
function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort()
  } catch {
    // The transaction has already aborted by itself.
  }
}

/**
 * Returns the pages to evict so that the others fit the limit. Pinned pages count but are never evicted. The least
 * recently viewed result set is evicted first, because a report with one recently viewed page should stay complete;
 * within a result set, the least recently viewed page is evicted first.
 * @param limit in bytes
 */
export function pagesToEvict<Entry extends SavedEntry>(entries: readonly Entry[], limit: number): Entry[] {
  const pages = entries.filter(({ kind }) => kind === 'page')
  let bytes = sizeOf(pages)
  if (bytes <= limit) return []
  const viewed = new Map<string, number>()
  const viewedAt = ({ request }: Entry) => viewed.get(resultSetKey(request)) ?? 0
  for (const page of pages) viewed.set(resultSetKey(page.request), Math.max(viewedAt(page), page.viewedAt))
  const leaving: Entry[] = []
  for (const entry of pages
    .filter(({ pinned }) => !pinned)
    .sort((a, b) => viewedAt(a) - viewedAt(b) || a.viewedAt - b.viewedAt)) {
    if (bytes <= limit) break
    leaving.push(entry)
    bytes -= entry.size
  }
  return leaving
}

/** Returns the cards to evict, with their histories: all but the most recently viewed tyres'. */
export function cardsToEvict<Entry extends SavedEntry>(
  entries: readonly Entry[],
  limit = SAVED_CARDS,
): Entry[] {
  const cards = entries.filter(({ kind }) => kind === 'card').sort((a, b) => b.viewedAt - a.viewedAt)
  const tyres = [...new Set(cards.map(tyreOf))].slice(0, limit)
  return cards.filter((card) => !tyres.includes(tyreOf(card)))
}

/** Returns the part of the path that names the tyre. */
const tyreOf = ({ request }: SavedEntry): string | undefined => request.split(/[/?]/)[4]

const sizeOf = (entries: readonly SavedEntry[]): number => entries.reduce((sum, { size }) => sum + size, 0)

export async function listSaved(): Promise<SavedEntry[]> {
  const entries = await (await openSavedStore()).getAll('entries')
  return entries.map(({ owner: _owner, ...entry }) => entry)
}

export async function removeSaved(requests: readonly string[]): Promise<void> {
  const db = await openSavedStore()
  const writing = db.transaction(['entries', 'bodies'], 'readwrite')
  for (const { owner, request } of await writing.objectStore('entries').getAll()) {
    if (!requests.includes(request)) continue
    await writing.objectStore('entries').delete([owner, request])
    await writing.objectStore('bodies').delete([owner, request])
  }
  await writing.done
}

/** Pins or unpins pages. @param mark 'kept' for pages that a person saved */
export async function pinSaved(
  requests: readonly string[],
  pinned: boolean,
  mark: 'pinned' | 'kept' = 'pinned',
): Promise<void> {
  const db = await openSavedStore()
  const entries = db.transaction('entries', 'readwrite')
  for (const entry of await entries.store.getAll()) {
    if (requests.includes(entry.request)) await entries.store.put({ ...entry, [mark]: pinned })
  }
  await entries.done
}

/** Frees space when the browser's quota is exceeded: deletes the older half of the pages that are not pinned. */
export async function removeOlderHalf(): Promise<void> {
  const pages = (await listSaved()).filter(({ kind, pinned }) => kind === 'page' && !pinned)
  await removeSaved(pagesToEvict(pages, sizeOf(pages) / 2).map(({ request }) => request))
}
