import type { QueuedAction } from '../contract/worker/queued-changes.ts'
import { openSavedStore } from './database.ts'
import { isTokenOf, newestToken } from './owner.ts'

/** Tag of the background sync that sends the queue. */
export const SYNC_TAG = 'send-queued'

/** Adds all actions or none; false if the token is not the owner's, under whose name none is stored. */
export async function queueActions(
  token: string | null,
  ...added: readonly QueuedAction[]
): Promise<boolean> {
  const db = await openSavedStore()
  const writing = db.transaction(['owner', 'actions'], 'readwrite')
  const owner = await writing.objectStore('owner').get('current')
  if (!owner || !isTokenOf(owner, token)) return false
  const actions = writing.objectStore('actions')
  const nameOf = ({ path, id }: QueuedAction) => `${path} ${id}`
  const known = new Set((await actions.getAll()).map(nameOf))
  const fresh = added.filter((action) => !known.has(nameOf(action)))
  await Promise.all(fresh.map((action) => actions.add(action)))
  await writing.done
  return true
}

/** Lists queued actions, oldest first. */
export async function queuedActions(): Promise<{ key: number; action: QueuedAction }[]> {
  const db = await openSavedStore()
  const reading = db.transaction('actions')
  const [keys, actions] = await Promise.all([reading.store.getAllKeys(), reading.store.getAll()])
  return actions.map((action, i) => ({ key: keys[i] as number, action }))
}

export interface NextAction {
  key: number
  action: QueuedAction
  token: string
}

/** Returns the oldest queued action with its owner's token, in one transaction and thus of one user. */
export async function nextAction(): Promise<NextAction | undefined> {
  const db = await openSavedStore()
  const reading = db.transaction(['owner', 'actions'])
  const [owner, first] = await Promise.all([
    reading.objectStore('owner').get('current'),
    reading.objectStore('actions').openCursor(),
  ])
  const token = newestToken(owner)
  return first && token !== undefined ? { key: first.key, action: first.value, token } : undefined
}

export async function unqueueAction(key: number): Promise<void> {
  await (await openSavedStore()).delete('actions', key)
}
