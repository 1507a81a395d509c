// Specification 9.9, 10.16

import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import webPush from 'web-push'
import { MAX_PUSH_BYTES } from '../../../../contract/notifications/push-payload.ts'
import { curveOf, testDevice } from '../../../../tests/support/push-device.ts'
import { isPublicKey, newKeyPair, publicKeyOf } from './key-pair.ts'

describe('RFC 8291', () => {
  it('the tests’ own decryption reads the example of appendix A', () => {
    const device = testDevice(
      curveOf('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
      Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url'),
    )
    expect(device.keys.p256dh).toBe(
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    )
    const message =
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
    expect(device.decrypt(Buffer.from(message, 'base64url'))).toBe(
      'When I grow up, I want to be a watermelon',
    )
  })

  it('encrypted messages read back, and the longest fits into 4,096 bytes', () => {
    const device = testDevice()
    const { p256dh, auth } = device.keys
    const encrypt = (text: string) => webPush.encrypt(p256dh, auth, text, 'aes128gcm').cipherText
    expect(device.decrypt(encrypt('Привет'))).toBe('Привет')
    expect(encrypt('x'.repeat(MAX_PUSH_BYTES))).toHaveLength(4_096)
    expect(() => testDevice().decrypt(encrypt('Привет'))).toThrow()
  })
})

describe('keys', () => {
  it('are generated as matching pairs', () => {
    const { publicKey, privateKey } = newKeyPair()
    expect(publicKeyOf(privateKey)).toBe(publicKey)
    expect(isPublicKey(publicKey)).toBe(true)
    expect(newKeyPair().publicKey).not.toBe(publicKey)
  })

  it.each(['', 'abc', 'A'.repeat(43), 'A'.repeat(44), '!'.repeat(43)])('%j is not a private key', (text) => {
    expect(publicKeyOf(text)).toBeUndefined()
  })

  it('are padded if they begin with zeros', () => {
    const keys = Array.from({ length: 600 }, newKeyPair)
    expect(keys.every(({ privateKey }) => privateKey.length === 43)).toBe(true)
  })

  it.each([
    '',
    'B'.repeat(87),
    newKeyPair().publicKey.slice(1),
    newKeyPair().privateKey,
    generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).publicKey.export({ format: 'jwk' }).x as string,
  ])('%s is no public key', (text) => {
    expect(isPublicKey(text)).toBe(false)
  })
})
