import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The browser's part of Web Push: keys of a subscription, and strict decryption by RFC 8291 and RFC 8188. */
export interface TestDevice {
  /** keys as in PushSubscription.toJSON() */
  keys: { p256dh: string; auth: string }
  /** @throws if the message was encrypted for another device or violates the RFCs */
  decrypt(body: Buffer): string
}

export function testDevice(curve: ECDH = newCurve(), auth: Buffer = randomBytes(16)): TestDevice {
  const own = curve.getPublicKey()
  return {
    keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') },
    decrypt(body) {
      // RFC 8188 §2.1: salt, record size, length of the key id, and key id, which is the sender's key in RFC 8291 §4.
      const salt = body.subarray(0, 16)
      const recordSize = body.readUInt32BE(16)
      const sender = body.subarray(21, 21 + body.readUInt8(20))
      const record = body.subarray(21 + sender.length)
      if (record.length > recordSize) throw new Error('more than one record')
      // RFC 8291 §3.4
      const secret = curve.computeSecret(sender)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender])
      const ikm = derive(secret, auth, info, 32)
      const key = derive(ikm, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
      const nonce = derive(ikm, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(record.subarray(-16))
      const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
      const end = padded.lastIndexOf(2)
      if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0))
        throw new Error('no delimiter of the last record')
      return padded.subarray(0, end).toString()
    },
  }
}

/** Returns the key pair of a private key in base64url, such as that of the RFC's example. */
export function curveOf(privateKey: string): ECDH {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(privateKey, 'base64url')
  return curve
}

function newCurve(): ECDH {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  return curve
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))
