import { DATABASE_NAME } from '../../contract/worker/saved.ts'
import { lastStoredToken, storedToken, storedUsername } from '../data/stored-session.ts'
import { createStore, type ReadableStore } from '../lib/store.ts'
import { hasWorker, requestFromWorker } from './worker-channel.ts'

/** Owner that the worker has confirmed. */
let known = { username: '', token: '' }
// A worker that controls the page from the start usually knows its user.
const saves = createStore(hasWorker() && navigator.serviceWorker.controller !== null)

/** Whether the worker saves this page's answers: it controls the page and knows the user. */
export const workerSaves: ReadableStore<boolean> = saves

/**
 * Announces the current user to the worker. The worker replies only after deleting any other user's data, so the
 * first announcement of a session must be awaited.
 */
export async function announceOwner(): Promise<void> {
  const owner = { username: storedUsername(), token: storedToken() ?? '' }
  if (owner.token === '' || !hasWorker()) return
  const replying = requestFromWorker('owner', owner)
  if (owner.username === known.username && owner.token === known.token) return
  const reply = await replying
  if (!reply) return
  known = owner
  // It has saved no answer so far.
  if (reply.isNew) saves.set(false)
  updateSaves()
}

/**
 * Announces each new token, also to a new worker.
 * @returns a function that stops announcing
 */
export function announceSession(): () => void {
  const stop = lastStoredToken.subscribe(() => void announceOwner())
  if (!hasWorker()) return stop
  const takenOver = () => {
    saves.set(false)
    void announceOwner().then(updateSaves)
  }
  navigator.serviceWorker.addEventListener('controllerchange', takenOver)
  return () => {
    stop()
    navigator.serviceWorker.removeEventListener('controllerchange', takenOver)
  }
}

function updateSaves(): void {
  const isKnown = known.username !== '' && known.username === storedUsername()
  saves.set(isKnown && navigator.serviceWorker.controller !== null)
}

/** Deletes the previous user's data on the device (specification 8.5). */
export async function forgetOnDevice(): Promise<void> {
  known = { username: '', token: '' }
  saves.set(false)
  if ((await requestFromWorker('forget', {})) !== undefined) return
  // There is no worker, or it hangs: the page deletes the whole database.
  if (typeof indexedDB !== 'undefined') indexedDB.deleteDatabase(DATABASE_NAME)
}
