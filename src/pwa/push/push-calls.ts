import { isObject, member } from '../../../contract/legacy/values.ts'
import { ACCOUNT_PATHS, PATHS } from '../../../contract/paths.ts'
import { jsonBody, send } from '../../data/client.ts'
import { messageOf } from '../../data/errors.ts'

/** Server's answer to a new subscription. */
export interface SubscriptionResult {
  taken: boolean
  /** reason why the server refused it, as text for the user */
  problem: string
  /** server's own public key; undefined if the answer does not contain it */
  serverKey?: string
}

/** Sends the browser's subscription to the server (specification 9.1). */
export async function sendSubscription(subscription: PushSubscription): Promise<SubscriptionResult> {
  try {
    const response = await send(PATHS.pushSubscribe, { method: 'POST', ...jsonBody(subscription) })
    const answer = await answerOf(response)
    const serverKey = member(answer, 'public_key')
    return {
      taken: response.ok,
      problem: problemOf(answer, response.status),
      ...(typeof serverKey === 'string' ? { serverKey } : {}),
    }
  } catch (error) {
    return { taken: false, problem: messageOf(error) }
  }
}

/** Result of requesting a test message, as far as the server knows it. */
export type TestOutcome =
  /** @param test id of the sent message */
  | { sent: true; test: string | null }
  | { sent: false; step: 'subscription' | 'key' | 'server' | 'push-service'; problem: string }

const STEPS: ReadonlySet<unknown> = new Set(['subscription', 'key', 'server', 'push-service'])

/** Requests a test message to this device. Only the companion supports this request. */
export async function requestTest(endpoint: string): Promise<TestOutcome> {
  try {
    const response = await send(ACCOUNT_PATHS.pushTest, { method: 'POST', ...jsonBody({ endpoint }) })
    const answer = await answerOf(response)
    if (response.ok && member(answer, 'ok') === true) {
      const test = member(answer, 'test')
      return { sent: true, test: typeof test === 'string' ? test : null }
    }
    const step = member(answer, 'step')
    return {
      sent: false,
      step: STEPS.has(step) ? (step as 'server') : 'server',
      problem: problemOf(answer, response.status),
    }
  } catch (error) {
    return { sent: false, step: 'server', problem: messageOf(error) }
  }
}

async function answerOf(response: Response) {
  const answer: unknown = await response.json().catch(() => null)
  return isObject(answer) ? answer : {}
}

function problemOf(answer: Record<string, unknown>, status: number): string {
  const words = member(answer, 'message') ?? member(answer, 'error')
  return typeof words === 'string' && words !== '' ? words : `HTTP ${status}`
}
