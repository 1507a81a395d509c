import { isGatewayStatus } from '../contract/gateway.ts'
import { isQueuedAction } from '../contract/worker/kinds.ts'
import type { QueuedAction } from '../contract/worker/queued-changes.ts'
import { fetchInTime, post, postRenewing } from './as-owner.ts'
import type { WaitUntil, WorkerDeps } from './deps.ts'
import { bearerOf } from './owner.ts'
import type { NextAction } from './queue.ts'

/** Returns the action of a request; undefined if it is not an action that can be queued */
export function actionOf(request: Request): QueuedAction | undefined {
  const { pathname: path, searchParams } = new URL(request.url)
  const id = searchParams.get('nID')
  return id !== null && isQueuedAction(request.method, path) ? { path, id } : undefined
}

/** Sends an action at once if there is a network and an empty queue; otherwise queues it. */
export async function sendOrQueue(
  deps: WorkerDeps,
  request: Request,
  action: QueuedAction,
  waitUntil: WaitUntil,
): Promise<Response> {
  const token = bearerOf(request.headers)
  const waiting = await deps.store.queued().catch(() => [])
  if (waiting.length === 0) {
    try {
      const response = await fetchInTime(deps, request.clone() as Request)
      if (!isGatewayStatus(response.status) || !(await queue(deps, token, action))) return response
    } catch (error) {
      if (!(await queue(deps, token, action))) throw error
    }
  } else if (!(await queue(deps, token, action))) {
    return deps.fetch(request)
  }
  waitUntil(deps.askForSync())
  if (waiting.length > 0) waitUntil(sendQueued(deps))
  return new Response(null, { status: 202 })
}

/** Sends the actions that a page has not sent yet when it closes. */
export async function sendForPage(
  deps: WorkerDeps,
  token: string,
  actions: readonly QueuedAction[],
): Promise<void> {
  if (await queue(deps, token, ...actions)) {
    await deps.askForSync()
    return sendQueued(deps)
  }
  // The actions cannot be stored, so this is the only chance to send them.
  for (const action of actions) {
    await post(deps, addressOf(action), {}, token).catch((error: unknown) => {
      deps.log(`${action.path} not sent: ${error}`)
    })
  }
}

async function queue(
  deps: WorkerDeps,
  token: string | null,
  ...actions: readonly QueuedAction[]
): Promise<boolean> {
  try {
    return await deps.store.queue(token, ...actions)
  } catch (error) {
    deps.log(`not queued: ${error}`)
    return false
  }
}

/** Sends the queued actions in order, until one has no answer; the server's answer removes an action. */
export async function sendQueued(deps: WorkerDeps): Promise<void> {
  try {
    if ((await deps.store.queued()).length === 0) return
    await deps.alone('outbox', () => sendInOrder(deps))
  } catch (error) {
    deps.log(`not sent: ${error}`)
  }
}

async function sendInOrder(deps: WorkerDeps): Promise<void> {
  // Reads the queue again after each action, because the sign-in of another user clears it.
  let next = await deps.store.nextQueued()
  if (!next) return
  while (next) {
    if (!(await sendOne(deps, next))) return
    await deps.store.unqueue(next.key)
    next = await deps.store.nextQueued()
  }
  await deps.tell({ type: 'notifications-changed' })
}

const addressOf = ({ path, id }: QueuedAction): string => `${path}?nID=${encodeURIComponent(id)}`

/** Sends one action. @returns whether it is done: accepted, or certain to be refused again */
async function sendOne(deps: WorkerDeps, { action, token }: NextAction): Promise<boolean> {
  const { ok, status } = await postRenewing(deps, addressOf(action), {}, token)
  // The session has ended or the server fails: a retry may succeed.
  if (status === 401 || status >= 500 || status === 429) return false
  if (!ok) deps.log(`${action.path} refused: ${status}`)
  return true
}
