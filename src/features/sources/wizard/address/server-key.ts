import { HttpError, textField } from '../../../../data/errors.ts'

/** Fingerprint of an SFTP server's key; another server has another one. */
export interface ServerKey {
  server: string
  key: string
}

/** Returns whether an address is of an FTP or SFTP server (specification 13.15). */
export const isOnFileServer = ({ address }: { address: string }): boolean =>
  /^(?:ftp|ftps|ftpes|sftp):\/\//i.test(address.trim())

/** Returns the key that a server showed, or that a source trusts; null without one. */
export function serverKeyOf(address: string, key: string | undefined): ServerKey | null {
  return key ? { server: serverOf(address), key } : null
}

/** Returns the key that the draft trusts for its current address; undefined to leave that to the server. */
export function trustedKeyOf(draft: { address: string; hostKey: ServerKey | null }): string | undefined {
  return keyFor(draft.address, draft.hostKey)
}

/** Returns a key if it is of the address's server. */
export const keyFor = (address: string, of: ServerKey | null): string | undefined =>
  of?.server === serverOf(address) ? of.key : undefined

/** Returns the key that a server showed instead of the trusted one, if a fetch failed for that; null otherwise. */
export const refusedKeyIn = (error: unknown): string | null =>
  error instanceof HttpError && error.status === 409 ? textField(error.body, 'host_key') : null

function serverOf(address: string): string {
  try {
    const { protocol, host } = new URL(address.trim())
    return `${protocol}//${host.toLowerCase().replace(/:22$/, '')}`
  } catch {
    return ''
  }
}
