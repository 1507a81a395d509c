/** The server's public key (specification 9.2); undefined where the build was made without one. */
export const VAPID_PUBLIC_KEY: string | undefined =
  import.meta.env.REACT_APP_VAPID_PUBLIC_KEY || import.meta.env.VITE_VAPID_PUBLIC_KEY || undefined

/** As browsers take it. @throws where it is no base64url */
export function keyBytes(key: string): Uint8Array<ArrayBuffer> {
  const binary = atob(key.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

export function isSameKey(bytes: ArrayBuffer | null, key: string): boolean {
  const [one, other] = [new Uint8Array(bytes ?? new ArrayBuffer()), keyBytes(key)]
  return one.length === other.length && one.every((byte, i) => byte === other[i])
}
