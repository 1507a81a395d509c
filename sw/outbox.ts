import { isGatewayStatus } from '../contract/gateway.ts'
import { isQueuedAction } from '../contract/worker/kinds.ts'
import type { QueuedAction } from '../contract/worker/queued-changes.ts'
import { QUEUED_HEADER } from '../contract/worker/saved.ts'
import { fetchInTime, post, postRenewing } from './as-owner.ts'
import { bearerOf } from './owner.ts'
import type { Parts, WaitUntil } from './parts.ts'
import type { NextAction } from './queue.ts'

export const SYNC_TAG = 'send-queued'

/** @returns undefined for what is no action that can wait */
export function actionOf(request: Request): QueuedAction | undefined {
  const { pathname: path, searchParams } = new URL(request.url)
  const id = searchParams.get('nID')
  return id !== null && isQueuedAction(request.method, path) ? { path, id } : undefined
}

/** Sends an action at once where there is a network and nothing waits before it; otherwise it is kept for later. */
export async function sendOrQueue(
  parts: Parts,
  request: Request,
  action: QueuedAction,
  waitUntil: WaitUntil,
): Promise<Response> {
  const token = bearerOf(request.headers)
  const waiting = await parts.store.queued().catch(() => [])
  if (waiting.length === 0) {
    try {
      const response = await fetchInTime(parts, request.clone() as Request)
      if (!isGatewayStatus(response.status) || !(await queue(parts, token, action))) return response
    } catch (error) {
      if (!(await queue(parts, token, action))) throw error
    }
  } else if (!(await queue(parts, token, action))) {
    return parts.fetch(request)
  }
  waitUntil(parts.askForSync())
  if (waiting.length > 0) waitUntil(sendQueued(parts))
  return new Response('{"queued":true}', {
    status: 202,
    headers: { 'content-type': 'application/json', [QUEUED_HEADER]: '1' },
  })
}

/** What a page that goes away leaves to be sent. */
export async function sendForPage(
  parts: Parts,
  token: string,
  actions: readonly QueuedAction[],
): Promise<void> {
  if (await queue(parts, token, ...actions)) {
    await parts.askForSync()
    return sendQueued(parts)
  }
  // Nothing can be kept here: they are sent now or never.
  for (const action of actions) {
    await post(parts, addressOf(action), {}, token).catch((error: unknown) => {
      parts.log(`${action.path} not sent: ${error}`)
    })
  }
}

async function queue(
  parts: Parts,
  token: string | null,
  ...actions: readonly QueuedAction[]
): Promise<boolean> {
  try {
    return await parts.store.queue(token, ...actions)
  } catch (error) {
    parts.log(`not queued: ${error}`)
    return false
  }
}

/**
 * Sends what waits, in order, once each: an action is taken off as soon as the server has answered it. What gets no
 * answer, and all behind it, goes on waiting.
 */
export async function sendQueued(parts: Parts): Promise<void> {
  try {
    if ((await parts.store.queued()).length === 0) return
    await parts.alone('outbox', () => sendInOrder(parts))
  } catch (error) {
    parts.log(`queued actions wait on: ${error}`)
  }
}

async function sendInOrder(parts: Parts): Promise<void> {
  // Read anew each time: whoever signs in meanwhile has cleared what was waiting.
  let next = await parts.store.nextQueued()
  if (!next) return
  while (next) {
    if (!(await sendOne(parts, next))) return
    await parts.store.unqueue(next.key)
    next = await parts.store.nextQueued()
  }
  await parts.tell({ type: 'notifications-changed' })
}

const addressOf = ({ path, id }: QueuedAction): string => `${path}?nID=${encodeURIComponent(id)}`

/** @returns whether the server has answered, be it with a refusal: asking again would not change it */
async function sendOne(parts: Parts, { action, token }: NextAction): Promise<boolean> {
  return isFinal(parts, action, await postRenewing(parts, addressOf(action), {}, token))
}

function isFinal(parts: Parts, action: QueuedAction, { ok, status }: Response): boolean {
  // The session has ended or the server is at fault: that may yet change.
  if (status === 401 || status >= 500 || status === 429) return false
  if (!ok) parts.log(`${action.path} refused: ${status}`)
  return true
}
