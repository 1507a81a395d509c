import { withTimeout } from '../../../contract/lib/with-timeout.ts'
import { onWorkerEvent } from '../worker-channel.ts'
import { requestTest, type TestOutcome } from './push-calls.ts'
import { currentSubscription } from './push-status.ts'
import { PushStepError, renewSubscription, turnPushOn } from './subscription.ts'

/** Steps of a push message, in order. */
export const TEST_STEPS = ['permission', 'subscription', 'key', 'server', 'push-service', 'shown'] as const
export type TestStep = (typeof TEST_STEPS)[number]

/** Result of a test: `failed` is the first step that failed, after all former steps succeeded; null if all did. */
export type TestResult = { failed: null } | { failed: TestStep; problem: string }

/** Maximum time in ms until a message is displayed, which usually takes less than a second. */
const SHOWN_TIMEOUT_MS = 20_000

/**
 * Sends a test message to this device and waits until it is displayed. Repairs problems on the way, once: it requests
 * missing permission, and replaces a subscription that the server or the push service does not know.
 * @param reached called after each successful step
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

/** Listens for displayed messages at once: one may be displayed before the server has answered. */
function nextShown() {
  const seen = new Set<string | null>()
  let heard: () => void = () => undefined
  const stop = onWorkerEvent((event) => {
    if (event.type !== 'push-shown') return
    seen.add(event.test)
    heard()
  })
  return {
    /** @returns whether the test message was displayed in time */
    includes(test: string | null): Promise<boolean> {
      const shown = new Promise<boolean>((resolve) => {
        heard = () => {
          if (seen.has(test)) resolve(true)
        }
        heard()
      })
      return withTimeout(SHOWN_TIMEOUT_MS, () => shown)
        .catch(() => false)
        .finally(stop)
    },
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
