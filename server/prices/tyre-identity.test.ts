// Specification 10.15

import { describe, expect, it } from 'vitest'
import { specs } from '../../tests/support/prices.ts'
import { tyreIdentity } from './tyre-identity.ts'

const same = (a: Parameters<typeof specs>[0], b: Parameters<typeof specs>[0]) =>
  tyreIdentity(specs(a)) === tyreIdentity(specs(b))

describe('what makes two records the same tyre', () => {
  it.each(['T429283', 't429283', ' T429283 ', 'T-429.283', 'T 429/283', 'T429\u00a0283'])(
    "is the manufacturer's article, however it is spelled: %j",
    (article) => {
      expect(same({ article: 'T429283' }, { article, brand: 'Иначе', name: 'Названа' })).toBe(true)
    },
  )

  it('is not the name if the articles differ', () => {
    expect(same({ article: 'T429283' }, { article: 'T429284' })).toBe(false)
    expect(same({ article: 'T0' }, { article: 'TO' })).toBe(false)
  })

  it('is brand, model, size and indices if a record has no article', () => {
    const unnumbered = { article: '', brand: 'Nokian', name: 'Hakkapeliitta 10' }
    expect(same(unnumbered, { ...unnumbered, name: '205/55 R16 Nokian Hakkapeliitta-10 94V' })).toBe(true)
    expect(same(unnumbered, { ...unnumbered, name: 'Hakkapeliitta 10 шип' })).toBe(false)
    expect(same(unnumbered, { ...unnumbered, loadIndex: '91' })).toBe(false)
  })

  it('is brand and name if a record is incomplete', () => {
    const nameless = { article: '', brand: 'Nokian', name: 'Hakkapeliitta 10', loadIndex: '' }
    expect(same(nameless, { ...nameless, brand: 'NOKIAN', name: ' hakkapeliitta  10 ' })).toBe(true)
    expect(same(nameless, { ...nameless, article: ' - ' })).toBe(true)
    expect(same(nameless, { ...nameless, name: 'Hakkapeliitta 9' })).toBe(false)
    expect(same(nameless, { ...nameless, brand: 'Ikon' })).toBe(false)
    expect(same(nameless, { ...nameless, article: 'T429283' })).toBe(false)
  })

  it('distinguishes brand from name', () => {
    const article = ''
    expect(same({ article, brand: 'A B', name: 'C' }, { article, brand: 'A', name: 'B C' })).toBe(false)
  })
})
