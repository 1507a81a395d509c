import { PATHS } from '../contract/paths.ts'
import { postAsOwner } from './as-owner.ts'
import type { WorkerDeps } from './deps.ts'

/** The event's two subscriptions, as far as the browser tells them (Push API, 'pushsubscriptionchange'). */
export interface SubscriptionChange {
  oldSubscription?: PushSubscription | null
  newSubscription?: PushSubscription | null
}

/** The browser has ended a subscription: it is renewed, and the server told. What fails here the next start repairs. */
export async function handleSubscriptionChange(deps: WorkerDeps, change: SubscriptionChange): Promise<void> {
  try {
    const key = change.oldSubscription?.options.applicationServerKey
    const renewed = change.newSubscription ?? (key ? await deps.subscribe(key) : null)
    if (!renewed) return
    const response = await postAsOwner(deps, PATHS.pushSubscribe, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(renewed),
    })
    if (!response?.ok) deps.log(`renewed subscription not taken: ${response?.status}`)
  } catch (error) {
    deps.log(`subscription not renewed: ${error}`)
  }
}
