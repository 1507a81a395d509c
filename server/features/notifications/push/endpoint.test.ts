// Specification 9.9, 10.16

import { describe, expect, it } from 'vitest'
import { isPublicAddress } from '../../../platform/egress/public-lookup.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { readEndpoint } from './endpoint.ts'

const NONE: ReadonlySet<string> = new Set()

describe('public addresses', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.0.1',
    '2a00:1450::1',
    '2606:4700::1111',
  ])('%s is one', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::1',
    'localhost',
    '',
  ])('%s is none', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

describe('an endpoint', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://push.example.ru/x?y=z',
  ])('%s may be written to', (endpoint) => {
    expect(readEndpoint(endpoint, NONE).href).toBe(endpoint)
  })

  it.each([
    'http://fcm.googleapis.com/x',
    'ftp://fcm.googleapis.com/x',
    'file:///etc/passwd',
    'fcm.googleapis.com',
    '',
    'https://',
    'https://push.example.ru:8443/x?y=z',
    'https://push.example.ru:22/',
    'https://user@push.example.ru/',
    'https://:secret@push.example.ru/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://①②⑦.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[fe80::1]/',
    'https://10.0.0.1:8443/',
    'https://169.254.169.254/latest/meta-data',
    `https://push.example.ru/${'x'.repeat(2_048)}`,
  ])('%s may not', (endpoint) => {
    expect(() => readEndpoint(endpoint, NONE)).toThrow(Refusal)
  })

  it('may be allowed as an exception, by its exact host and port', () => {
    const allowed = new Set(['127.0.0.1:8443', '[::1]:443'])
    expect(readEndpoint('https://127.0.0.1:8443/x', allowed).port).toBe('8443')
    expect(readEndpoint('https://[::1]/x', allowed).hostname).toBe('[::1]')
    for (const other of [
      'https://127.0.0.1:8444/',
      'https://127.0.0.1/',
      'https://[::1]:8443/',
      'http://127.0.0.1:8443/',
    ]) {
      expect(() => readEndpoint(other, allowed)).toThrow(Refusal)
    }
  })
})
