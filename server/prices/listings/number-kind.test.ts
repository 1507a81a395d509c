// Specification 10.15

import { describe, expect, it } from 'vitest'
import type { DraftTyre } from '../snapshot-draft.ts'
import { explainedByBrand, numberKind } from './number-kind.ts'

/** Notations of manufacturers' articles. */
const ARTICLES: Readonly<Record<string, (index: number) => string>> = {
  Nokian: (index) => `TS${70_000 + index}`,
  Continental: (index) => `0${340_000 + index}`,
  Yokohama: (index) => `R${1000 + index}`,
  Michelin: (index) => String(100_000 + index),
  Hankook: (index) => String(1_020_000 + index),
}
const BRANDS = Object.keys(ARTICLES)

function listing(brand: string, article: string, code = ''): DraftTyre {
  const specs = {
    article,
    brand,
    name: `${brand} Пример`,
    width: '205',
    height: '55',
    diameter: '16',
    season: '',
    vehicleType: '',
    speedIndex: '',
    loadIndex: '',
  }
  return { key: article || code, code, gtin: '', specs, condition: 'new', year: '', offers: 1 }
}

/** Returns a list of tyres of several brands in turn. */
const listOf = (
  length: number,
  brands: readonly string[],
  numberOf: (brand: string, index: number) => string,
): DraftTyre[] =>
  Array.from({ length }, (_, index) => {
    const brand = brands[index % brands.length] as string
    return listing(brand, numberOf(brand, index))
  })

const articleOf = (brand: string, index: number) => ARTICLES[brand]?.(index) ?? ''
/** Returns a supplier's code, whose shape changes with its age and not with the brand. */
const codeOf = (_: string, index: number) =>
  index % 3 === 0 ? `АБ-${10_000 + index}` : String(7_000_000 + index)

const ALONE = { isKnown: () => false, hasRivals: () => false, former: null }

describe('numberKind', () => {
  it('recognises articles by their shapes, which the brand explains', () => {
    expect(numberKind(listOf(60, BRANDS, articleOf), ALONE)).toBe('article')
  })

  it('recognises codes by their shapes, which do not depend on the brand', () => {
    expect(numberKind(listOf(60, BRANDS, codeOf), ALONE)).toBe('code')
    expect(
      numberKind(
        listOf(60, BRANDS, (_, index) => String(7_000_000 + index)),
        ALONE,
      ),
    ).toBe('code')
  })

  it('believes articles that other sites know, whatever their shapes', () => {
    const list = listOf(60, BRANDS, codeOf)
    const known = new Set(list.slice(0, 7))
    const evidence = { ...ALONE, hasRivals: () => true }
    expect(numberKind(list, { ...evidence, isKnown: (tyre) => known.has(tyre) })).toBe('article')
    expect(numberKind(list, { ...evidence, isKnown: (tyre) => tyre === list[0] })).toBe('code')
  })

  it('takes numbers for codes if other sites know the tyres but none of the numbers', () => {
    const list = listOf(60, BRANDS, articleOf)
    expect(numberKind(list, { ...ALONE, hasRivals: () => true })).toBe('code')
    const few = new Set(list.slice(0, 40))
    expect(numberKind(list, { ...ALONE, hasRivals: (tyre) => few.has(tyre) })).toBe('article')
  })

  it('takes the numbers beside a column of codes for articles', () => {
    const list = listOf(60, BRANDS, codeOf)
    const coded = (count: number) =>
      list.map((tyre, index) => (index < count ? { ...tyre, code: String(index) } : tyre))
    expect(numberKind(coded(31), ALONE)).toBe('article')
    expect(numberKind(coded(30), ALONE)).toBe('code')
  })

  it('leaves articles as they are in a list of few brands or few numbers', () => {
    expect(numberKind(listOf(60, BRANDS.slice(0, 3), codeOf), ALONE)).toBe('article')
    expect(numberKind(listOf(39, BRANDS, codeOf), ALONE)).toBe('article')
    const unnumbered = listOf(60, BRANDS, () => '')
    expect(numberKind([...unnumbered, ...listOf(39, BRANDS, codeOf)], ALONE)).toBe('article')
  })

  it('retains the former kind of a site’s numbers unless other sites know them', () => {
    const codes = listOf(60, BRANDS, codeOf)
    const articles = listOf(60, BRANDS, articleOf)
    expect(numberKind(codes, { ...ALONE, former: 'article' })).toBe('article')
    expect(numberKind(articles, { ...ALONE, former: 'code' })).toBe('code')
    expect(numberKind(articles, { isKnown: () => true, hasRivals: () => true, former: 'code' })).toBe(
      'article',
    )
  })
})

describe('explainedByBrand', () => {
  const numbers = (list: readonly DraftTyre[]) =>
    list.map(({ specs: { article, brand } }) => ({ number: article, brand }))

  it('returns a high share for articles and a low one for codes', () => {
    expect(explainedByBrand(numbers(listOf(60, BRANDS, articleOf)))).toBeGreaterThan(0.8)
    expect(explainedByBrand(numbers(listOf(60, BRANDS, codeOf)))).toBeLessThan(0.3)
  })

  it('returns null for a list that is too short or has too few brands', () => {
    expect(explainedByBrand(numbers(listOf(39, BRANDS, articleOf)))).toBeNull()
    expect(explainedByBrand(numbers(listOf(60, BRANDS.slice(0, 3), articleOf)))).toBeNull()
  })
})
