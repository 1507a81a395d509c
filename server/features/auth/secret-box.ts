import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts data that must be read again later, so that a copy of the database alone does not reveal it. */
export interface SecretBox {
  seal(text: string): string
  /** @returns undefined if the text was encrypted with another key, or altered */
  open(sealed: string): string | undefined
}

/**
 * Creates a secret box.
 * @param secret secret of the server (AUTH_SECRET)
 * @param purpose boxes with different purposes have different keys
 */
export function createSecretBox(secret: string, purpose: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  return {
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(sealed) {
      try {
        const bytes = Buffer.from(sealed, 'base64url')
        const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        })
        const bodyStart = NONCE_BYTES + TAG_BYTES
        decipher.setAuthTag(bytes.subarray(NONCE_BYTES, bodyStart))
        return decipher.update(bytes.subarray(bodyStart), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return undefined
      }
    },
  }
}
