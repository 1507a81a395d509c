import { isIos, isStandalone } from '../platform.ts'
import { VAPID_PUBLIC_KEY } from './vapid-key.ts'

/** States of push notifications on this device that can be determined without the server. */
export type PushStatus =
  | 'on'
  | 'off'
  /** the user or a policy denied notifications in the browser */
  | 'blocked'
  /** the app was built without a public key */
  | 'not-configured'
  /** iOS supports push notifications only in installed apps */
  | 'not-installed'
  | 'not-supported'

export async function pushStatus(): Promise<PushStatus> {
  if (VAPID_PUBLIC_KEY === undefined) return 'not-configured'
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) {
    return isIos() && !isStandalone() ? 'not-installed' : 'not-supported'
  }
  if (Notification.permission === 'denied') return 'blocked'
  return Notification.permission === 'granted' && (await currentSubscription()) ? 'on' : 'off'
}

export async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager?.getSubscription()) ?? null
}
