import { DATABASE_NAME } from '../../contract/worker/saved.ts'
import { lastStoredToken, storedToken, storedUsername } from '../data/stored-session.ts'
import { createStore, type ReadableStore } from '../lib/store.ts'
import { askWorker, hasWorker } from './worker-channel.ts'

/** Owner that the worker has confirmed. */
let known = { username: '', token: '' }
const ready = createStore(false)

/** True once the worker controls this page and knows its user; earlier answers are not saved on the device. */
export const workerReady: ReadableStore<boolean> = ready

/**
 * Announces the current user to the worker. The worker replies only after deleting any other user's data, so the
 * first announcement of a session must be awaited.
 */
export async function announceOwner(): Promise<void> {
  const owner = { username: storedUsername(), token: storedToken() ?? '' }
  if (owner.token === '' || !hasWorker()) return
  const telling = askWorker('owner', owner)
  if (owner.username === known.username && owner.token === known.token) return
  if ((await telling) === undefined) return
  known = owner
  updateReady()
}

/**
 * Announces each new token, also to a new worker.
 * @returns a function that stops announcing
 */
export function announceSession(): () => void {
  const stop = lastStoredToken.subscribe(() => void announceOwner())
  if (!hasWorker()) return stop
  const takenOver = () => void announceOwner().then(updateReady)
  navigator.serviceWorker.addEventListener('controllerchange', takenOver)
  return () => {
    stop()
    navigator.serviceWorker.removeEventListener('controllerchange', takenOver)
  }
}

function updateReady(): void {
  const isKnown = known.username !== '' && known.username === storedUsername()
  ready.set(isKnown && navigator.serviceWorker.controller !== null)
}

/** Deletes the previous user's data on the device (specification 8.5). */
export async function forgetOnDevice(): Promise<void> {
  known = { username: '', token: '' }
  ready.set(false)
  if ((await askWorker('forget', {})) !== undefined) return
  // There is no worker, or it hangs: the page deletes the whole database.
  if (typeof indexedDB !== 'undefined') indexedDB.deleteDatabase(DATABASE_NAME)
}
