import { createHash } from 'node:crypto'

/**
 * Returns the hash under which a random token, code or device name is stored: enough to recognise it, not to use it.
 * Random values need no slow hash.
 */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url')
