import { DATABASE_NAME } from '../../contract/worker/saved.ts'
import { onTokenStored, storedToken, storedUsername } from '../api/stored-session.ts'
import { askWorker, hasWorker } from './worker-channel.ts'

let announced = ''

/**
 * Tells the worker whose answers come from now on. Whatever somebody else left is gone before it answers, so the first
 * announcement of a session is waited for.
 */
export async function announceOwner(): Promise<void> {
  const username = storedUsername()
  const token = storedToken()
  if (token === null || !hasWorker()) return
  const owner = JSON.stringify([username, token])
  const telling = askWorker('owner', { username, token })
  if (owner !== announced) announced = (await telling) === undefined ? '' : owner
}

/** Announces every token that this page stores. @returns a function that stops it */
export function announceTokens(): () => void {
  return onTokenStored(() => void announceOwner())
}

/** Nothing of the former user remains on the device (decisions, 'What is kept on the device'). */
export async function forgetOnDevice(): Promise<void> {
  announced = ''
  if ((await askWorker('forget', {})) !== undefined) return
  // No worker that could do it, or one that hangs. Whatever is left of its database goes as a whole.
  if (typeof indexedDB !== 'undefined') indexedDB.deleteDatabase(DATABASE_NAME)
}
