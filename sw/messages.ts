import type { WorkerRequest, WorkerRequestName, WorkerRequests } from '../contract/worker/messages.ts'
import type { SavedState } from '../contract/worker/saved.ts'
import { StoreUnavailableError } from './database.ts'
import type { WorkerDeps } from './deps.ts'
import { keepScreen } from './last-screen.ts'
import { sendForPage, sendQueued } from './outbox.ts'
import { holdRun, setPinnedViews } from './pinned-views.ts'

type Handlers = {
  [Name in WorkerRequestName]: (
    deps: WorkerDeps,
    request: WorkerRequests[Name]['request'],
  ) => Promise<WorkerRequests[Name]['reply'] extends null ? unknown : WorkerRequests[Name]['reply']>
}

const HANDLERS: Handlers = {
  claim: (deps) => deps.claim(),
  async owner(deps, { username, token }) {
    const former = await deps.store.setOwner(username, token)
    const isNew = former !== username
    if (isNew && former !== undefined) await deps.endPush()
    return { isNew }
  },
  // A failing store must not prevent the end of the push subscription.
  forget: (deps) => deps.store.forget().finally(deps.endPush),
  saved: savedState,
  async remove(deps, { requests }) {
    await deps.store.remove(requests)
    await deps.tell({ type: 'saved-changed' })
  },
  async pin(deps, { requests, pinned, mark }) {
    await deps.store.pin(requests, pinned, mark)
    await deps.tell({ type: 'saved-changed' })
  },
  'pinned-views': setPinnedViews,
  hold: holdRun,
  'keep-screen': (_, picture) => keepScreen(picture),
  'send-for-page': (deps, { token, actions }) => sendForPage(deps, token, actions),
  'send-queued': sendQueued,
}

async function savedState({ store }: WorkerDeps): Promise<SavedState> {
  try {
    const [entries, queued] = await Promise.all([store.list(), store.queued()])
    return { entries, queued: queued.length, problem: null }
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error
    return { entries: [], queued: 0, problem: 'unavailable' }
  }
}

/** Handles a message of a page; undefined if it is not a message of this app */
export function handleMessage(deps: WorkerDeps, data: unknown): Promise<unknown> | undefined {
  const request = data as WorkerRequest | null
  if (typeof request !== 'object' || request === null || !Object.hasOwn(HANDLERS, request.type))
    return undefined
  const handle = HANDLERS[request.type] as (deps: WorkerDeps, request: WorkerRequest) => Promise<unknown>
  return handle(deps, request).then((reply) => reply ?? null)
}
