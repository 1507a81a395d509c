import type { WorkerRequest, WorkerRequestName, WorkerRequests } from '../contract/worker/messages.ts'
import type { SavedState } from '../contract/worker/saved.ts'
import { StoreUnavailableError } from './database.ts'
import { sendForPage, sendQueued } from './outbox.ts'
import type { Parts } from './parts.ts'

type Handlers = {
  [Name in WorkerRequestName]: (
    parts: Parts,
    request: WorkerRequests[Name]['request'],
  ) => Promise<WorkerRequests[Name]['reply']>
}

const HANDLERS: Handlers = {
  async owner(parts, { username, token }) {
    if (await parts.store.setOwner(username, token)) await parts.endPush()
    return null
  },
  async forget(parts) {
    // Even a store that does not work must not keep messages coming.
    await Promise.all([parts.store.forget(), parts.endPush()])
    return null
  },
  saved: savedState,
  async remove(parts, { requests }) {
    await parts.store.remove(requests)
    await parts.tell({ type: 'saved-changed' })
    return null
  },
  async pin(parts, { requests, pinned }) {
    await parts.store.pin(requests, pinned)
    await parts.tell({ type: 'saved-changed' })
    return null
  },
  async 'send-for-page'(parts, { token, actions }) {
    await sendForPage(parts, token, actions)
    return null
  },
  async 'send-queued'(parts) {
    await sendQueued(parts)
    return null
  },
}

async function savedState({ store }: Parts): Promise<SavedState> {
  try {
    const [entries, queued] = await Promise.all([store.list(), store.queued()])
    return { entries, queued: queued.length, problem: null }
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error
    return { entries: [], queued: 0, problem: 'unavailable' }
  }
}

/** @returns undefined for what is none of our messages */
export function handleMessage(parts: Parts, data: unknown): Promise<unknown> | undefined {
  const request = data as WorkerRequest | null
  if (typeof request !== 'object' || request === null || !Object.hasOwn(HANDLERS, request.type))
    return undefined
  const handle = HANDLERS[request.type] as (parts: Parts, request: WorkerRequest) => Promise<unknown>
  return handle(parts, request)
}
