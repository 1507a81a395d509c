// Specification 23.9

import { describe, expect, it } from 'vitest'
import { type AddressPattern, AddressTree, addressPatternTest } from './address-patterns.ts'

const range = (length: number) => Array.from({ length }, (_, n) => n)

const patternsOf = (addresses: readonly string[]) => {
  const tree = new AddressTree()
  for (const address of addresses) tree.add(address)
  return tree.patterns()
}

describe('AddressTree', () => {
  it('tells products from the catalog around them', () => {
    const addresses = [
      'https://a.ru/',
      'https://a.ru/about/',
      ...range(50).map((n) => `https://a.ru/shiny/tyre-${n}/`),
      ...range(20).map((n) => `https://a.ru/shiny/tyre-${n}/reviews/`),
      ...range(30).map((n) => `https://a.ru/diski/disk-${n}/`),
      ...range(40).map((n) => `https://a.ru/catalog?page=${n}&sort=price`),
    ]
    expect(patternsOf(addresses).map(({ pattern, count }) => [pattern, count])).toEqual([
      ['/shiny/*/', 50],
      ['/catalog?page=*&sort=*', 40],
      ['/diski/*/', 30],
      ['/shiny/*/reviews/', 20],
      ['/', 1],
      ['/about/', 1],
    ])
  })

  it('counts no more once a shop has more forms than any shop, whose merging would take long', () => {
    const addresses = range(6_000).map((n) => `https://a.ru/${n % 12}/x?parameter${n}=1`)
    const tree = new AddressTree()
    for (const address of addresses) tree.add(address)
    for (const n of range(12)) tree.add(`https://a.ru/brand${n}/x`)
    const { pattern, count } = tree.patterns()[0] as AddressPattern
    expect([pattern, count]).toEqual(['/0/*?parameter0=*', 1])
  })

  it('finds segments that vary at several places', () => {
    const addresses = range(20).flatMap((brand) =>
      range(20).map((n) => `https://a.ru/t/brand${brand}/m${n}.html`),
    )
    expect(patternsOf(addresses)).toEqual([
      { pattern: '/t/*/*', count: 400, examples: range(3).map((n) => `https://a.ru/t/brand0/m${n}.html`) },
    ])
  })

  it('finds that a segment varies when only some of its branches do', () => {
    const addresses = [
      ...range(20).map((n) => `https://a.ru/t/a/m${n}`),
      ...range(12).flatMap((n) => ['x', 'y'].map((last) => `https://a.ru/t/b${n}/${last}`)),
    ]
    expect(patternsOf(addresses).map(({ pattern, count }) => [pattern, count])).toEqual([['/t/*/*', 44]])
    expect(patternsOf(addresses.toReversed())[0]).toMatchObject({ pattern: '/t/*/*', count: 44 })
  })

  it('reads 50,000 addresses', () => {
    expect(patternsOf(range(50_000).map((n) => `https://a.ru/p/${n}`))).toMatchObject([
      { pattern: '/p/*', count: 50_000 },
    ])
  })
})

describe('addressPatternTest', () => {
  it.each([
    ['/shiny/*/', 'https://a.ru/shiny/x/', true],
    ['/shiny/*/', 'https://a.ru/shiny/x', false],
    ['/shiny/*/', 'https://a.ru/shiny/x/reviews/', false],
    ['/shiny/*', 'https://a.ru/shiny/', false],
    ['/catalog?page=*', 'https://a.ru/catalog?page=2', true],
    ['/catalog?page=*', 'https://a.ru/catalog?page=2&sort=x', false],
    ['/*?id=*', 'https://a.ru/tyre?id=7', true],
    ['/', 'https://a.ru', true],
    ['/', 'no address', false],
  ])('%s, %s', (pattern, address, fits) => {
    expect(addressPatternTest(['/none', pattern])(address)).toBe(fits)
  })
})
