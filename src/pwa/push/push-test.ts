import { requestTest, type TestOutcome } from '../../api/push-calls.ts'
import { onWorkerEvent } from '../worker-channel.ts'
import { currentSubscription } from './push-status.ts'
import { PushStepError, renewSubscription, turnPushOn } from './subscription.ts'

/** The way of a push message, in the order in which it is walked. */
export const TEST_STEPS = ['permission', 'subscription', 'key', 'server', 'push-service', 'shown'] as const
export type TestStep = (typeof TEST_STEPS)[number]

/** `failed` names the first step that did not hold; those before it did. */
export type TestResult = { failed: null } | { failed: TestStep; problem: string }

/** What the push service has taken usually is there within a second. */
const SHOWN_TIMEOUT_MS = 20_000

/**
 * Sends a message to this device and waits until it is on screen. What can be repaired on the way is repaired once: a
 * missing permission is asked for, a subscription that the server or the push service does not know is made anew.
 * @param reached tells each step that held
 */
export async function testPush(reached: (step: TestStep) => void): Promise<TestResult> {
  try {
    if (Notification.permission !== 'granted' || !(await currentSubscription())) await turnPushOn()
    reached('permission')
    const shown = nextShown()
    let outcome = await sendTest()
    if (!outcome.sent && (outcome.step === 'subscription' || outcome.step === 'key')) {
      await renewSubscription()
      outcome = await sendTest()
    }
    if (!outcome.sent) return { failed: outcome.step, problem: outcome.problem }
    reached('push-service')
    const { test } = outcome
    if (await shown.includes(test)) {
      reached('shown')
      return { failed: null }
    }
    return {
      failed: 'shown',
      problem:
        'Сообщение отправлено, но устройство его не показало. Проверьте режим «Не беспокоить» и настройки уведомлений системы.',
    }
  } catch (error) {
    return { failed: stepOf(error), problem: (error as Error).message }
  }
}

async function sendTest(): Promise<TestOutcome> {
  const subscription = await currentSubscription()
  if (!subscription) return { sent: false, step: 'subscription', problem: 'Подписки на этом устройстве нет.' }
  return requestTest(subscription.endpoint)
}

/** Listens from now on: a message may be on screen before the server has answered. */
function nextShown() {
  const seen = new Set<string | null>()
  let heard: () => void = () => undefined
  const stop = onWorkerEvent((event) => {
    if (event.type !== 'push-shown') return
    seen.add(event.test)
    heard()
  })
  return {
    /** @returns whether that test was shown in time */
    includes: (test: string | null) =>
      new Promise<boolean>((resolve) => {
        const finish = (was: boolean) => {
          clearTimeout(timer)
          stop()
          resolve(was)
        }
        const timer = setTimeout(() => finish(false), SHOWN_TIMEOUT_MS)
        heard = () => {
          if (seen.has(test)) finish(true)
        }
        heard()
      }),
  }
}

const STEP_OF = {
  permission: 'permission',
  worker: 'subscription',
  subscription: 'subscription',
  server: 'server',
} as const

const stepOf = (error: unknown): TestStep =>
  error instanceof PushStepError ? STEP_OF[error.step] : 'subscription'
