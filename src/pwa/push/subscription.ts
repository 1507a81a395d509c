import { messageOf } from '../../api/errors.ts'
import { log } from '../../api/log.ts'
import { sendSubscription } from '../../api/push-calls.ts'
import { currentSubscription } from './push-status.ts'
import { isSameKey, keyBytes, VAPID_PUBLIC_KEY } from './vapid-key.ts'

/** Chromium's subscribe() never settles where no push service can be reached. */
const SUBSCRIBE_TIMEOUT_MS = 10_000
/** The first visit: the worker is still being installed. */
const WORKER_TIMEOUT_MS = 10_000

/** A step towards push that failed; its name is told to the person. */
export type PushStep = 'permission' | 'worker' | 'subscription' | 'server'

export class PushStepError extends Error {
  override name = 'PushStepError'
  readonly step: PushStep

  /** @param words for the person */
  constructor(step: PushStep, words: string) {
    super(words)
    this.step = step
  }
}

/**
 * Asks for permission, subscribes and tells the server; what the server does not take is undone.
 * To be called from a tap: browsers let nobody ask otherwise.
 * @throws PushStepError
 */
export async function turnPushOn(): Promise<void> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') throw new PushStepError('permission', 'Разрешение на уведомления не дано.')
  await subscribeAnew(VAPID_PUBLIC_KEY ?? '')
}

/**
 * A subscription with this key in the place of whatever there is, or with the server's own where that turns out to be
 * another one: it has changed its keys since this build was made.
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
    navigator.serviceWorker.ready,
    WORKER_TIMEOUT_MS,
    'worker',
    'Приложение ещё не установлено в браузере. Обновите страницу и попробуйте снова.',
  )
  const subscribing = registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: keyBytes(key),
  })
  return inTime(
    subscribing,
    SUBSCRIBE_TIMEOUT_MS,
    'subscription',
    'Браузер не смог оформить подписку: его push-служба недоступна или запрещена.',
  )
}

/** @param words what the person is told; the log gets what the browser says */
async function inTime<Value>(
  work: Promise<Value>,
  ms: number,
  step: PushStep,
  words: string,
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } catch (error) {
    log(`push, ${step}: ${messageOf(error)}`)
    throw new PushStepError(step, words)
  } finally {
    clearTimeout(timer)
  }
}

export async function turnPushOff(): Promise<void> {
  await (await currentSubscription())?.unsubscribe()
}

/**
 * At every signed-in start: the subscription that exists is the server's, with the key that is valid by now. Failures only
 * warn (specification 9.3).
 */
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

/** A subscription that the server knows, in the place of one that it does not. @throws PushStepError */
export async function renewSubscription(): Promise<void> {
  await subscribeAnew(VAPID_PUBLIC_KEY ?? '')
}
