import { DATABASE_NAME } from '../../contract/worker/saved.ts'
import { lastStoredToken, storedToken, storedUsername } from '../data/stored-session.ts'
import { createStore, type ReadableStore } from '../lib/store.ts'
import { hasWorker, onWorkerTakeover, requestFromWorker } from './worker-channel.ts'

/** Owner of the saved data, as confirmed by the worker. */
let known = { username: '', token: '' }
// A worker that controls the page from its start usually knows the user already.
const saves = createStore(hasWorker() && navigator.serviceWorker.controller !== null)

/** Whether the worker saves the responses to this page's requests: it must control the page and know the user. */
export const workerSaves: ReadableStore<boolean> = saves

/** Announces the user to the worker, which first deletes another user's data; await a session's first call. */
export async function announceOwner(): Promise<void> {
  const owner = { username: storedUsername(), token: storedToken() ?? '' }
  if (owner.token === '' || !hasWorker()) return
  const replying = requestFromWorker('owner', owner)
  if (owner.username === known.username && owner.token === known.token) return
  const reply = await replying
  if (!reply) return
  known = owner
  // The worker did not know this user before and has saved no response yet.
  if (reply.isNew) saves.set(false)
  updateSaves()
}

/** Announces the user after each new token, and to each new worker. @returns a function that stops announcing */
export function announceSession(): () => void {
  const stop = lastStoredToken.subscribe(() => void announceOwner())
  const stopTakeover = onWorkerTakeover(() => {
    saves.set(false)
    void announceOwner().then(updateSaves)
  })
  return () => {
    stop()
    stopTakeover()
  }
}

function updateSaves(): void {
  const isKnown = known.username !== '' && known.username === storedUsername()
  saves.set(isKnown && navigator.serviceWorker.controller !== null)
}

/** Deletes the signed-out user's data from the device (specification 8.5). */
export async function forgetOnDevice(): Promise<void> {
  known = { username: '', token: '' }
  saves.set(false)
  if ((await requestFromWorker('forget', {})) !== undefined) return
  // Without a worker, or if it does not reply, the page deletes the whole database.
  if (typeof indexedDB !== 'undefined') indexedDB.deleteDatabase(DATABASE_NAME)
}
