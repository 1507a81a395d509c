import { createHash } from 'node:crypto'

/**
 * Returns the stored hash of a random token, code or device name, which needs no slow hash: enough to recognise it,
 * not to use it.
 */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url')
