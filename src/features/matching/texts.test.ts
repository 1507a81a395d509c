// Specification 21.10

import { describe, expect, it } from 'vitest'
import { listingAnswer, pairAnswer } from '../../../tests/support/matching-answers.ts'
import {
  announcement,
  comparedListing,
  conflictText,
  knownText,
  priceGap,
  reasonText,
  stockText,
} from './texts.ts'

describe('reasonText', () => {
  it.each([
    ['model', 'for', 'iG55', 'iG55', 'Модель: одинаково — iG55'],
    ['alias', 'for', 'ice guard', 'ig', 'Названия модели: одинаково — ice guard = ig'],
    ['index', 'against', '94T', '95T', 'Индекс: 94T против 95T'],
    ['season', 'against', 'winter', 'all', 'Сезон: зима против всесезонная'],
    ['studs', 'missing', '', 'yes', 'Шипы: у предложения нет данных, у шины — есть'],
    ['studs', 'missing', 'no', '', 'Шипы: у шины нет данных, у предложения — нет'],
  ] as const)('of %s that speaks %s', (kind, speaks, listing, tyre, words) => {
    expect(reasonText({ kind, speaks, listing, tyre })).toBe(words)
  })
})

describe('priceGap', () => {
  it.each([
    [5300, 5000, '+6\u00a0%', 'дороже', 'small'],
    [4400, 5000, '−12\u00a0%', 'дешевле', 'medium'],
    [8000, 5000, '+60\u00a0%', 'дороже', 'large'],
    [5001, 5000, '0\u00a0%', 'цены равны', 'small'],
  ])('of %d and %d roubles', (listing, tyre, percent, words, size) => {
    expect(priceGap(listing, tyre)).toEqual({ percent, words, size })
  })

  it('is unknown without one of the prices', () => {
    expect([priceGap(null, 5000), priceGap(5000, null), priceGap(5000, 0)]).toEqual([null, null, null])
  })
})

describe('conflictText', () => {
  const gtin = '4900000000001'
  const { tyre } = pairAnswer(1)
  it.each([
    ['size', pairAnswer(1), 'Артикул тот же, но размер другой'],
    ['brand', pairAnswer(1), 'Артикул тот же, но бренд другой'],
    [
      'size',
      pairAnswer(1, {
        listing: listingAnswer(1, { gtin, article: 'A' }),
        tyre: { ...tyre, article: 'B', listings: [listingAnswer(2, { gtin })] },
      }),
      'EAN тот же, но размер другой',
    ],
    ['year', pairAnswer(1), 'Год выпуска другой или старше трёх лет'],
    [
      'year',
      pairAnswer(1, { years: { listing: '2019', tyre: '2024' } }),
      'Год выпуска другой: 2019 против 2024',
    ],
    [
      'year',
      pairAnswer(1, { years: { listing: '2018', tyre: '' } }),
      'Год выпуска предложения старше трёх лет: 2018, у шины не указан',
    ],
    [
      'year',
      pairAnswer(1, { years: { listing: '', tyre: '2018' } }),
      'Год выпуска шины старше трёх лет: 2018, у предложения не указан',
    ],
    ['reported', pairAnswer(1), 'Пользователь сообщил, что это другая шина'],
    ['', pairAnswer(1), ''],
  ] as const)('explains the conflict %s', (conflict, pair, words) => {
    expect(conflictText({ ...pair, conflict })).toBe(words)
  })
})

describe('texts of a listing', () => {
  it('state since when it is known, and its stock', () => {
    const now = `${new Date().getFullYear()}`
    const dates = { first_day: `${now}-03-03`, last_day: `${now}-04-18` }
    expect(knownText(listingAnswer(1, dates))).toBe('47 дней, с 3 мар')
    expect(knownText(listingAnswer(1, { ...dates, last_day: null }))).toBe('с 3 мар, цен нет')
    expect([null, 0, 4].map(stockText)).toEqual(['остаток неизвестен', 'нет в наличии', '4\u00a0шт.'])
  })

  it('compare with the first listing of the tyre that has a price', () => {
    const { tyre } = pairAnswer(1)
    const [own, other] = [listingAnswer(5, { price: null }), listingAnswer(6)]
    expect(comparedListing(pairAnswer(1, { tyre: { ...tyre, listings: [own, other] } }))).toBe(other)
    expect(comparedListing(pairAnswer(1, { tyre: { ...tyre, listings: [own] } }))).toBe(own)
    expect(comparedListing(pairAnswer(1, { tyre: { ...tyre, listings: [] } }))).toBeNull()
  })
})

it('announcement separates its sentences by one dot after a name that ends with an abbreviation', () => {
  const pair = pairAnswer(1, { listing: listingAnswer(1, { name: 'Шина 2020 г.в.' }) })
  expect(announcement(pair, true)).toContain(': Шина 2020 г.в. ')
  expect(announcement(pair, true)).not.toContain('..')
})
