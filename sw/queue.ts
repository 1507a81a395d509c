import type { QueuedAction } from '../contract/worker/queued-changes.ts'
import { openDatabase } from './database.ts'
import { isTokenOf } from './owner.ts'

/** @returns false when the token is not the owner's: nobody's action is kept under another's name */
export async function queueAction(token: string | null, action: QueuedAction): Promise<boolean> {
  const db = await openDatabase()
  const writing = db.transaction(['owner', 'actions'], 'readwrite')
  const owner = await writing.objectStore('owner').get('current')
  if (!owner || !isTokenOf(owner, token)) return false
  const actions = writing.objectStore('actions')
  const twice = (await actions.getAll()).some(({ path, id }) => path === action.path && id === action.id)
  if (!twice) await actions.add(action)
  await writing.done
  return true
}

/** In the order in which they were done. */
export async function queuedActions(): Promise<{ key: number; action: QueuedAction }[]> {
  const db = await openDatabase()
  const reading = db.transaction('actions')
  const [keys, actions] = await Promise.all([reading.store.getAllKeys(), reading.store.getAll()])
  return actions.map((action, i) => ({ key: keys[i] as number, action }))
}

export async function unqueueAction(key: number): Promise<void> {
  await (await openDatabase()).delete('actions', key)
}
