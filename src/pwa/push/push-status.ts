import { isIos, isStandalone } from '../platform.ts'

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

/** Server's public key (specification 9.2); undefined if the app was built without it. */
export const VAPID_PUBLIC_KEY: string | undefined =
  import.meta.env.REACT_APP_VAPID_PUBLIC_KEY || import.meta.env.VITE_VAPID_PUBLIC_KEY || undefined

/** Returns the key as bytes, as browsers require it. @throws if the key is not base64url */
export function keyBytes(key: string): Uint8Array<ArrayBuffer> {
  const binary = atob(key.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

export function isSameKey(bytes: ArrayBuffer | null, key: string): boolean {
  const [one, other] = [new Uint8Array(bytes ?? new ArrayBuffer()), keyBytes(key)]
  return one.length === other.length && one.every((byte, i) => byte === other[i])
}
