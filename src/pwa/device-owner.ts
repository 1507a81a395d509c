import { DATABASE_NAME } from '../../contract/worker/saved.ts'
import { onTokenStored, storedToken, storedUsername } from '../api/stored-session.ts'
import { createListeners } from '../listeners.ts'
import { askWorker, hasWorker } from './worker-channel.ts'

/** What the worker has confirmed: whose answers come from this page. */
let known = { username: '', token: '' }
let wasReady = false
const listeners = createListeners()

/**
 * Tells the worker whose answers come from now on. Whatever somebody else left is gone before it answers, so the first
 * announcement of a session is waited for.
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

/** Announces every token that this page stores, and anew whatever worker takes it over. @returns a function that stops it */
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
 * Calls back when the worker has taken over this page and knows whose it is: what was fetched before is not on the device.
 * @returns a function that stops listening
 */
export const onWorkerReady = listeners.add

/** Once for each time that both hold, whichever comes last. */
function tellIfReady(): void {
  const isKnown = known.username !== '' && known.username === storedUsername()
  const isReady = isKnown && navigator.serviceWorker.controller !== null
  if (isReady && !wasReady) listeners.tell()
  wasReady = isReady
}

/** Nothing of the former user remains on the device (specification 8.5). */
export async function forgetOnDevice(): Promise<void> {
  known = { username: '', token: '' }
  wasReady = false
  if ((await askWorker('forget', {})) !== undefined) return
  // No worker that could do it, or one that hangs. Whatever is left of its database goes as a whole.
  if (typeof indexedDB !== 'undefined') indexedDB.deleteDatabase(DATABASE_NAME)
}
