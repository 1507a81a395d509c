// Specification 23.3

import { describe, expect, it } from 'vitest'
import { pageCode, parsePageAddress } from './shop-addresses.ts'

const parse = (text: string) => parsePageAddress(text, new Set())

describe('parsePageAddress', () => {
  it.each([
    [
      'https://www.shop.ru/tyre-1/?utm_source=mail&city=omsk&YCLID=5#reviews',
      'https://www.shop.ru/tyre-1/?city=omsk',
    ],
    ['shop.ru/tyre', 'https://shop.ru/tyre'],
    ['shop.ru:443/tyre', 'https://shop.ru/tyre'],
    [' http://SHOP.ru/a;jsessionid=AB12?PHPSESSID=1 ', 'http://shop.ru/a'],
    ['https://шины.рф/р16', 'https://xn--h1ak5ao.xn--p1ai/%D1%8016'],
  ])('returns %s without what does not belong to it', (text, address) => {
    expect(parse(text).address).toBe(address)
  })

  it('names the shop', () => {
    expect(parse('https://www.Shop.ru/a').site).toBe('shop.ru')
    expect(parse('https://шины.рф/').site).toBe('шины.рф')
  })

  it.each([
    ['ftp://shop.ru/a', 'Адрес должен начинаться с https:// или http://'],
    ['https://anna:secret@shop.ru/a', 'В адресе страницы не должно быть пароля'],
    ['http://127.0.0.1/a', 'внутреннюю сеть'],
    ['http://[::1]/a', 'внутреннюю сеть'],
    ['http://shop.ru:8080/', 'порту 80 или 443'],
    [`https://shop.ru/${'a'.repeat(500)}`, 'Адрес длиннее 500 знаков'],
    ['javascript:alert(1)', 'Адрес должен начинаться'],
    ['', 'Адрес должен начинаться'],
  ])('refuses %s', (text, words) => {
    expect(() => parse(text)).toThrow(words)
  })
})

describe('pageCode', () => {
  it('differs wherever the path or the query does, also after articles are normalised', () => {
    const codes = ['/a-b', '/ab', '/aB', '/Ab', '/a/b', '/a.b', '/a-b?c=1'].map((path) =>
      pageCode(`https://shop.ru${path}`),
    )
    const normalised = codes.map((code) => code.toUpperCase().replace(/[\s.\-/]/g, ''))
    expect(new Set(normalised).size).toBe(codes.length)
  })
})
