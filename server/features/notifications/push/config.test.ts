// Specification 9.2, 9.9, 10.16, 10.22

import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../config.ts'
import { OperatorError } from '../../../platform/operator-error.ts'
import { newKeyPair } from './key-pair.ts'

const SECRET = 'test-secret-of-at-least-32-characters'
const { publicKey, privateKey } = newKeyPair()
const KEYS = { VITE_VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }

const read = (env: Record<string, string>) => readConfig({ AUTH_SECRET: SECRET, ...env }).push

describe('the settings of push', () => {
  it('are undefined without a private key', () => {
    expect(read({})).toBeUndefined()
    expect(read({ VITE_VAPID_PUBLIC_KEY: publicKey })).toBeUndefined()
  })

  it('accept the public key under either name, REACT_APP_… first', () => {
    expect(read(KEYS)).toMatchObject({ publicKey, privateKey })
    const other = { VITE_VAPID_PUBLIC_KEY: newKeyPair().publicKey, VAPID_PRIVATE_KEY: privateKey }
    expect(read({ ...other, REACT_APP_VAPID_PUBLIC_KEY: publicKey })).toMatchObject({ publicKey })
  })

  it('are ignored in front of an existing backend', () => {
    expect(read({ VAPID_PRIVATE_KEY: 'of another server', BACKEND_URL: 'https://x.ru' })).toBeUndefined()
  })

  it.each([
    [{ PUBLIC_URL: 'https://prices.example.ru/' }, 'https://prices.example.ru'],
    [
      { PUBLIC_URL: 'http://prices.local', SMTP_URL: 'smtp://x.ru', MAIL_FROM: 'Цены <p@x.ru>' },
      'mailto:p@x.ru',
    ],
    [{ PUBLIC_URL: 'https://localhost:3000' }, 'mailto:admin@example.com'],
    [{ VAPID_SUBJECT: 'mailto:me@x.ru', PUBLIC_URL: 'https://x.ru' }, 'mailto:me@x.ru'],
    [{ VAPID_SUBJECT: 'https://x.ru/contact' }, 'https://x.ru/contact'],
    [{}, 'mailto:admin@example.com'],
  ])('the subject of %j is %s', (env, subject) => {
    expect(read({ ...KEYS, ...env })).toMatchObject({ subject })
  })

  it.each([
    [{ VAPID_SUBJECT: 'me@x.ru' }, /VAPID_SUBJECT.*me@x\.ru/],
    [{ VAPID_SUBJECT: 'mailto:me' }, /VAPID_SUBJECT/],
    [{ VAPID_SUBJECT: 'http://x.ru' }, /VAPID_SUBJECT/],
    [{ VAPID_PRIVATE_KEY: 'abc' }, /VAPID_PRIVATE_KEY: это не ключ/],
    [{ VAPID_PRIVATE_KEY: newKeyPair().privateKey }, /не подходит/],
    [{ VITE_VAPID_PUBLIC_KEY: '' }, /не подходит/],
    [{ PUSH_ALLOWED_HOSTS: 'localhost' }, /PUSH_ALLOWED_HOSTS.*«localhost»/],
    [{ PUSH_ALLOWED_HOSTS: 'https://localhost:1' }, /PUSH_ALLOWED_HOSTS/],
  ])('%j is refused at the start', (env, message) => {
    const start = () => read({ ...KEYS, ...env })
    expect(start).toThrow(OperatorError)
    expect(start).toThrow(message)
    // An invalid key may still be a secret, so the message does not contain it.
    expect(start).not.toThrow(/abc/)
  })

  it('read exceptions as host and port', () => {
    const hosts = read({ ...KEYS, PUSH_ALLOWED_HOSTS: 'Localhost:8443, [::1]:443,10.0.0.5:1' })?.allowedHosts
    expect([...(hosts ?? [])]).toEqual(['localhost:8443', '[::1]:443', '10.0.0.5:1'])
  })
})
