import { withTimeout } from '../../../contract/lib/with-timeout.ts'
import { messageOf } from '../../data/errors.ts'
import { log } from '../../data/log.ts'
import { sendSubscription } from './push-calls.ts'
import { currentSubscription, isSameKey, keyBytes, VAPID_PUBLIC_KEY } from './push-status.ts'

/** Maximum time in ms for subscribe(), which in Chromium never settles if no push service can be reached. */
const SUBSCRIBE_TIMEOUT_MS = 10_000
/** Maximum time in ms for the worker to become ready: a first visit fetches the whole app. */
const WORKER_TIMEOUT_MS = 60_000

/** Step of enabling push notifications; named to the user if it fails. */
export type PushStep = 'permission' | 'worker' | 'subscription' | 'server'

export class PushStepError extends Error {
  override name = 'PushStepError'
  readonly step: PushStep

  /** @param words text for the user */
  constructor(step: PushStep, words: string) {
    super(words)
    this.step = step
  }
}

/**
 * Requests permission, subscribes and informs the server; unsubscribes if the server refuses. Must be called from a
 * user gesture, which browsers require for the permission prompt.
 * @throws PushStepError
 */
export async function turnPushOn(): Promise<void> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') throw new PushStepError('permission', 'Разрешение на уведомления не дано.')
  await subscribeAnew(VAPID_PUBLIC_KEY ?? '')
}

/**
 * Subscribes with this key instead of any former subscription. If the server's own key differs, because it was changed
 * after the build, subscribes again with that key.
 * @throws PushStepError
 */
async function subscribeAnew(key: string, isServers = false): Promise<void> {
  await (await currentSubscription())?.unsubscribe()
  const subscription = await subscribe(key)
  const { taken, problem, serverKey = key } = await sendSubscription(subscription)
  if (taken && serverKey === key) return
  await subscription.unsubscribe().catch(() => undefined)
  if (serverKey !== key && !isServers) return subscribeAnew(serverKey, true)
  throw new PushStepError('server', problem)
}

async function subscribe(key: string): Promise<PushSubscription> {
  const registration = await inTime(
    () => navigator.serviceWorker.ready,
    WORKER_TIMEOUT_MS,
    'worker',
    'Приложение ещё не установлено в браузере. Обновите страницу и попробуйте снова.',
  )
  return inTime(
    () => registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: keyBytes(key) }),
    SUBSCRIBE_TIMEOUT_MS,
    'subscription',
    'Браузер не смог оформить подписку: его push-служба недоступна или запрещена.',
  )
}

/** Rejects with a PushStepError if the work fails or takes too long. @param words text for the user */
async function inTime<Value>(
  work: () => Promise<Value>,
  ms: number,
  step: PushStep,
  words: string,
): Promise<Value> {
  try {
    return await withTimeout(ms, work)
  } catch (error) {
    log(`push, ${step}: ${messageOf(error)}`)
    throw new PushStepError(step, words)
  }
}

export async function turnPushOff(): Promise<void> {
  await (await currentSubscription())?.unsubscribe()
}

/** Sends the subscription at every start, with a new key if outdated; only logs failures (specification 9.3). */
export async function repairSubscription(): Promise<void> {
  if (VAPID_PUBLIC_KEY === undefined) {
    log('VITE_VAPID_PUBLIC_KEY (or REACT_APP_VAPID_PUBLIC_KEY) is not set: push is not configured')
    return
  }
  try {
    if (!('serviceWorker' in navigator) || !('PushManager' in window)) return
    const subscription = await currentSubscription()
    if (subscription) await repair(subscription, VAPID_PUBLIC_KEY)
  } catch (error) {
    log(`push subscription not repaired: ${messageOf(error)}`)
  }
}

async function repair(subscription: PushSubscription, key: string): Promise<void> {
  const { taken, problem, serverKey } = await sendSubscription(subscription)
  const valid = serverKey ?? key
  const { applicationServerKey } = subscription.options
  if (!isSameKey(applicationServerKey, valid)) return subscribeAnew(valid, serverKey !== undefined)
  if (!taken) log(`push subscription not taken: ${problem}`)
}

/** Replaces a subscription that the server does not know by a new one. @throws PushStepError */
export async function renewSubscription(): Promise<void> {
  await subscribeAnew(VAPID_PUBLIC_KEY ?? '')
}
