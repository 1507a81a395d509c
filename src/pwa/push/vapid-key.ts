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
