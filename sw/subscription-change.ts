import { PATHS } from '../contract/paths.ts'
import { postAsOwner } from './as-owner.ts'
import type { WorkerDeps } from './deps.ts'

/** Subscriptions of the event, if the browser provides them (Push API, 'pushsubscriptionchange'). */
export interface SubscriptionChange {
  oldSubscription?: PushSubscription | null
  newSubscription?: PushSubscription | null
}

/** Renews a subscription that the browser ended. If that fails, the app repairs it at its next start. */
export async function handleSubscriptionChange(deps: WorkerDeps, change: SubscriptionChange): Promise<void> {
  try {
    const key = change.oldSubscription?.options.applicationServerKey
    const renewed = change.newSubscription ?? (key ? await deps.subscribe(key) : null)
    if (!renewed) return
    const response = await postAsOwner(deps, PATHS.pushSubscribe, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(renewed),
    })
    if (!response?.ok) deps.log(`subscription refused: ${response?.status}`)
  } catch (error) {
    deps.log(`subscription refused: ${error}`)
  }
}
