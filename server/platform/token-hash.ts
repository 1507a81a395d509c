import { createHash } from 'node:crypto'

/** What is stored of a token, code or device name drawn at random, which needs no slow hash: enough to recognise it, not to use it. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url')
