import { createECDH, ECDH } from 'node:crypto'

/**
 * Keys of an application server (RFC 8292 §3.2): a P-256 key pair with an uncompressed public key, both as base64url.
 */
export interface KeyPair {
  publicKey: string
  privateKey: string
}

const CURVE = 'prime256v1'
const PRIVATE_BYTES = 32

export function newKeyPair(): KeyPair {
  const curve = createECDH(CURVE)
  const publicKey = curve.generateKeys('base64url')
  const privateKey = curve.getPrivateKey()
  return { publicKey, privateKey: leftPadded(privateKey).toString('base64url') }
}

/** Pads a private key to its full length, because Node.js omits leading zeros. */
const leftPadded = (key: Buffer): Buffer => Buffer.concat([Buffer.alloc(PRIVATE_BYTES - key.length), key])

/**
 * Derives the public key.
 * @returns undefined if the text is not a private key
 */
export function publicKeyOf(privateKey: string): string | undefined {
  if (!/^[\w-]{43}$/.test(privateKey)) return undefined
  try {
    const curve = createECDH(CURVE)
    curve.setPrivateKey(privateKey, 'base64url')
    return curve.getPublicKey('base64url')
  } catch {
    return undefined
  }
}

/** Returns whether the text is an uncompressed point on the curve, the format in which browsers send keys. */
export function isPublicKey(text: string): boolean {
  try {
    return (
      /^B[\w-]{86}$/.test(text) &&
      ECDH.convertKey(text, CURVE, 'base64url', 'base64url', 'uncompressed') === text
    )
  } catch {
    return false
  }
}
