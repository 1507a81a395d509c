import { DATABASE_NAME } from '../../contract/worker/saved.ts'
import { onTokenStored, storedToken, storedUsername } from '../data/stored-session.ts'
import { createListeners } from '../lib/listeners.ts'
import { askWorker, hasWorker } from './worker-channel.ts'

/** Owner that the worker has confirmed. */
let known = { username: '', token: '' }
let wasReady = false
const listeners = createListeners()

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
  tellIfReady()
}

/**
 * Announces each new token, also to a new worker.
 * @returns a function that stops announcing
 */
export function announceSession(): () => void {
  const stop = onTokenStored(() => void announceOwner())
  if (!hasWorker()) return stop
  const takenOver = () => void announceOwner().then(tellIfReady)
  navigator.serviceWorker.addEventListener('controllerchange', takenOver)
  return () => {
    stop()
    navigator.serviceWorker.removeEventListener('controllerchange', takenOver)
  }
}

/**
 * Calls back when the worker controls this page and knows its user; answers before that are not saved on the device.
 * @returns a function that removes the callback
 */
export const onWorkerReady = listeners.add

/** Publishes once each time both conditions become true, in either order. */
function tellIfReady(): void {
  const isKnown = known.username !== '' && known.username === storedUsername()
  const isReady = isKnown && navigator.serviceWorker.controller !== null
  if (isReady && !wasReady) listeners.tell()
  wasReady = isReady
}

/** Deletes the previous user's data on the device (specification 8.5). */
export async function forgetOnDevice(): Promise<void> {
  known = { username: '', token: '' }
  wasReady = false
  if ((await askWorker('forget', {})) !== undefined) return
  // There is no worker, or it hangs: the page deletes the whole database.
  if (typeof indexedDB !== 'undefined') indexedDB.deleteDatabase(DATABASE_NAME)
}
