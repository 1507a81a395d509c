// Specification 13.15

import { describe, expect, it } from 'vitest'
import { isSameOrigin } from '../../platform/remote/file-address.ts'
import { hostOf, parseListAddress, parseSourceAddress } from './address.ts'
import { checkAddress } from './kinds/address-kind.ts'

const NONE: ReadonlySet<string> = new Set()
const parsed = (text: string, allowed = NONE) => parseListAddress(text, allowed).href

describe('the address of a price list', () => {
  it.each([
    ['ftp://Shop.RU:21/out/price-*.csv', 'ftp://shop.ru/out/price-*.csv'],
    ['SFTP://Shop.RU:22', 'sftp://shop.ru/'],
    ['ftps://shop.ru:990/a.csv', 'ftps://shop.ru/a.csv'],
    ['ftpes://shop.ru:21/~/a.csv', 'ftpes://shop.ru/~/a.csv'],
    ['sftp://пример.рф/прайс.csv', 'sftp://xn--e1afmkfd.xn--p1ai/%D0%BF%D1%80%D0%B0%D0%B9%D1%81.csv'],
    ['https://shop.ru/a.csv', 'https://shop.ru/a.csv'],
  ])('is written in one way: %s', (text, href) => {
    expect(parsed(text)).toBe(href)
  })

  it.each([
    ['file:///etc/passwd', 'должен начинаться'],
    ['sftp:/a.csv', 'должен начинаться'],
    ['sftp:///a.csv', 'должен начинаться'],
    ['sftp://shop.ru\\@10.0.0.1/a.csv', 'должен начинаться'],
    ['ftp://shop.ru:22/a.csv', 'порту 21'],
    ['sftp://shop.ru:21/a.csv', 'порту 22'],
    ['ftps://shop.ru:21/a.csv', 'начните адрес с ftpes://'],
    ['ftp://127.0.0.1/a.csv', 'внутреннюю сеть'],
    ['sftp://2130706433/a.csv', 'внутреннюю сеть'],
    ['sftp://0x7f.1/a.csv', 'внутреннюю сеть'],
    ['ftps://[::ffff:7f00:1]/a.csv', 'внутреннюю сеть'],
    ['sftp://shop.ru/a*/b.csv', 'не в имени папки'],
    ['ftp://shop.ru/a.csv?x', '%3F'],
    ['sftp://shop.ru/a#b.csv', '%23'],
    ['ftp://shop.ru/100%.csv', '%25'],
    ['ftp://shop.ru/a%0Ab.csv', 'недопустимые знаки'],
    [`sftp://shop.ru/${'a'.repeat(2_100)}`, 'слишком длинный'],
  ])('is refused with a word for it: %s', (text, words) => {
    expect(() => parsed(text)).toThrow(words)
  })

  it('may lead inside, and to another port, if the operator allows that host and port', () => {
    expect(parsed('sftp://10.0.0.5/a.csv', new Set(['10.0.0.5:22']))).toBe('sftp://10.0.0.5/a.csv')
    expect(parsed('ftp://10.0.0.5:2121/', new Set(['10.0.0.5:2121']))).toBe('ftp://10.0.0.5:2121/')
    expect(() => parsed('ftp://10.0.0.5/', new Set(['10.0.0.5:22']))).toThrow('внутреннюю сеть')
  })

  it('is one of the web for pages of shops', () => {
    expect(() => parseSourceAddress('ftp://shop.ru/', NONE)).toThrow('https:// или http://')
  })

  it('is of the same server with the same protocol, name and port alone', () => {
    expect(isSameOrigin('sftp://a.ru/x', 'sftp://a.ru/y')).toBe(true)
    expect(isSameOrigin('sftp://a.ru/x', 'sftp://b.ru/x')).toBe(false)
    expect(isSameOrigin('sftp://a.ru/x', 'ftp://a.ru/x')).toBe(false)
    expect(hostOf('sftp://a.ru/x')).toBe('a.ru')
  })

  it('gives its name and password to the secrets, and takes no headers', () => {
    expect(checkAddress({ address: 'sftp://anna:p%40ss@shop.ru/a.csv' }, NONE)).toEqual({
      address: 'sftp://shop.ru/a.csv',
      secrets: { headers: [], basic: { username: 'anna', password: 'p@ss' } },
    })
    const secrets = { headers: [{ name: 'X-Api-Key', value: 'x' }], basic: null }
    expect(() => checkAddress({ address: 'ftp://shop.ru/a.csv', secrets }, NONE)).toThrow('Заголовки')
  })
})
