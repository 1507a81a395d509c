// Specification 13.16

import { describe, expect, it } from 'vitest'
import { mailSettings } from '../../../../tests/support/imap.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { parseMailAddress } from './mail-address.ts'
import { checkMail } from './mail-kind.ts'

const NONE = new Set<string>()
const INSIDE = new Set(['10.0.0.5:993', 'mail.local:1143'])

describe('parseMailAddress', () => {
  it.each([
    [
      'imaps://IMAP.Example.ru',
      { host: 'imap.example.ru', port: 993, isTls: true, address: 'imaps://imap.example.ru/' },
    ],
    ['imap://imap.example.ru:143/', { port: 143, isTls: false, address: 'imap://imap.example.ru/' }],
    ['imaps://почта.рф/', { host: 'xn--80a1acny.xn--p1ai', address: 'imaps://xn--80a1acny.xn--p1ai/' }],
    ['imaps://10.0.0.5/', { host: '10.0.0.5', isAllowed: true }],
    ['imap://mail.local:1143/', { port: 1143, address: 'imap://mail.local:1143/' }],
  ])('reads %s', (text, expected) => {
    expect(parseMailAddress(text, INSIDE)).toMatchObject(expected)
  })

  it.each([
    'https://imap.example.ru/',
    'imap.example.ru',
    'imaps://',
    'imaps://imap.example.ru/INBOX',
    'imaps://imap.example.ru/?x',
    'imaps://user:secret@imap.example.ru/',
    'imaps://imap.example.ru:443/',
    'imaps://imap.example.ru:25/',
    'imaps://imap.example.ru:143/',
    'imap://imap.example.ru:993/',
    'imaps://127.0.0.1/',
    // Other forms of the same address.
    'imaps://2130706433/',
    'imaps://0x7f.1/',
    'imaps://[::1]/',
    'imaps://10.0.0.5/',
  ])('refuses %s', (text) => {
    expect(() => parseMailAddress(text, NONE)).toThrow(Refusal)
  })
})

describe('checkMail', () => {
  it('fills in the folder and writes the sender in lower case', () => {
    expect(checkMail(mailSettings({ folder: ' ', from: ' Price@Supplier.ru ' }))).toMatchObject({
      folder: 'INBOX',
      from: 'price@supplier.ru',
    })
    expect(checkMail(mailSettings({ from: '@supplier.ru' })).from).toBe('@supplier.ru')
  })

  it.each([
    ['no settings', null],
    ['no sender', mailSettings({ from: '' })],
    ['a sender that is no address', mailSettings({ from: 'поставщик' })],
    ['two senders', mailSettings({ from: 'a@b.ru,c@d.ru' })],
    ['a line break', mailSettings({ folder: 'INBOX\r\nA1 LOGOUT' })],
    ['a move into the same folder', mailSettings({ folder: '', move_to: 'INBOX' })],
  ])('refuses %s', (_, settings) => {
    expect(() => checkMail(settings)).toThrow(Refusal)
  })
})
