// Specification 23.5

import { describe, expect, it } from 'vitest'
import { microdataPage, productPage } from '../../../../tests/support/shop-pages.ts'
import { readShopPage } from '../../../pages/read-page.ts'
import type { TyreSpecs } from '../../../prices/offer.ts'
import { type Confirmed, judgeReading } from './judge.ts'

const TYRE: TyreSpecs = {
  article: 'TS71234',
  brand: 'Arktika',
  name: 'Arktika Polar 3 205/55R16 91T',
  width: '205',
  height: '55',
  diameter: '16',
  season: 'зимняя',
  vehicleType: 'легковая',
  speedIndex: 'T',
  loadIndex: '91',
}
const NOTHING: Confirmed = { origin: '', place: '', name: '', price: null }
const CONFIRMED: Confirmed = {
  origin: 'json-ld',
  place: 'Product › offers › price',
  name: 'Шина Arktika Polar 3 205/55 R16 91T',
  price: 5_490,
}

const read = (html: string) => readShopPage(Buffer.from(html), 'text/html; charset=utf-8')
const judge = (html: string, confirmed = CONFIRMED, usual: number | null = null) => {
  const judged = judgeReading(read(html), TYRE, confirmed, usual)
  return judged.kind === 'price' ? judged.offer.price : judged.why.replaceAll(/\s/g, ' ')
}

describe('judgeReading', () => {
  it('takes a new price from the confirmed place', () => {
    expect(judge(productPage({ price: 5_300 }))).toBe(5_300)
    expect(judge(productPage({ price: 2 * 5_490 }))).toBe(10_980)
  })

  it('takes the price of a page out of stock', () => {
    const judged = judgeReading(read(productPage({ availability: 'OutOfStock' })), TYRE, CONFIRMED, null)
    expect(judged).toMatchObject({ kind: 'price', offer: { price: 5_490, stock: 0 } })
  })

  it.each<[string, string, string]>([
    [
      'a price that more than doubled',
      productPage({ price: 10_981 }),
      'Цена на странице 10 981 ₽, а была 5 490 ₽: проверьте её',
    ],
    [
      'a price below half',
      productPage({ price: 2_744 }),
      'Цена на странице 2 744 ₽, а была 5 490 ₽: проверьте её',
    ],
    ['no price', productPage({ price: null }), 'На странице нет цены'],
    ['another currency', productPage({ currency: 'USD' }), 'Цена не в рублях: USD'],
    [
      'a price that moved',
      microdataPage('Шина Arktika Polar 3 205/55 R16 91T', 5_490),
      'Страница устроена иначе, чем раньше: цены на прежнем месте нет',
    ],
    [
      'another size',
      productPage({ name: 'Шина Arktika Polar 3 225/45 R17 94T' }),
      'На странице другая шина (другой размер): Шина Arktika Polar 3 225/45 R17 94T',
    ],
    [
      'another brand',
      productPage({ name: 'Шина Michelin X-Ice 205/55 R16 91T', brand: 'Michelin' }),
      'На странице другая шина (другая марка): Шина Michelin X-Ice 205/55 R16 91T',
    ],
    [
      'another model',
      productPage({ name: 'Шина Arktika Sahara 205/55 R16 91T' }),
      'На странице другая шина (другая модель): Шина Arktika Sahara 205/55 R16 91T',
    ],
    [
      'another index',
      productPage({ name: 'Шина Arktika Polar 3 205/55 R16 94T' }),
      'На странице другая шина (другой индекс нагрузки): Шина Arktika Polar 3 205/55 R16 94T',
    ],
  ])('holds back %s', (_, html, why) => {
    expect(judge(html)).toBe(why)
  })

  it('accepts another name of the same tyre, and any name that was confirmed', () => {
    expect(judge(productPage({ name: 'Зимняя шина Polar 3, 205/55R16' }))).toBe(5_490)
    const odd = 'Колесо 999/99 R99'
    expect(judge(productPage({ name: odd }), { ...CONFIRMED, name: odd })).toBe(5_490)
  })

  it('compares the first price with the market', () => {
    expect(judge(productPage(), NOTHING, 5_000)).toBe(5_490)
    expect(judge(productPage(), NOTHING, null)).toBe(5_490)
    expect(judge(productPage(), NOTHING, 2_000)).toBe(
      'Цена на странице 5 490 ₽, а на рынке 2 000 ₽: проверьте её',
    )
  })

  describe('a picked element', () => {
    const page = (price: string) =>
      `<h1>${CONFIRMED.name}</h1><div id="price">${price}</div><p class="old">6 000 ₽</p>`
    const picked: Confirmed = { ...CONFIRMED, origin: 'element', place: '#price' }

    it('gives its price, and nothing else does', () => {
      expect(judge(page('5 300 ₽'), picked)).toBe(5_300)
      expect(judge(page('по запросу'), picked)).toBe(
        'Страница устроена иначе, чем раньше: цены на прежнем месте нет',
      )
    })

    it('is never taken unless a person picked it', () => {
      expect(judge(page('5 300 ₽'), NOTHING)).toBe('Цену нужно выбрать на странице')
    })
  })

  it('takes the product that is the tyre from a page of several', () => {
    const page =
      productPage({ name: 'Arktika Polar 3 175/65 R14', price: 3_000 }) + productPage({ price: 5_400 })
    expect(judge(page, NOTHING)).toBe(5_400)
    expect(judge(page)).toBe(5_400)
  })

  it('takes the variant of the tyre’s size', () => {
    const variant = (size: string, price: number) => ({
      '@type': 'Offer',
      price,
      itemOffered: { '@type': 'Product', name: `Arktika Polar 3 ${size}` },
    })
    const offers = [variant('185/65 R15 88T', 5_200), variant('205/55 R16 91T', 6_450)]
    const html = `<script type="application/ld+json">${JSON.stringify({ '@type': 'Product', name: 'Arktika Polar 3', offers })}</script>`
    expect(judge(html, NOTHING)).toBe(6_450)
  })

  it('finds a price again whose offers came in another order', () => {
    const shop = (...prices: number[]) =>
      `<script type="application/ld+json">${JSON.stringify({
        '@type': 'Product',
        name: CONFIRMED.name,
        offers: prices.map((price, n) => ({ '@type': 'Offer', price, sku: `S${n}` })),
      })}</script>`
    const confirmed = { ...CONFIRMED, place: 'Product › offers[2] › price' }
    expect(judge(shop(5_300), confirmed)).toBe(5_300)
    expect(judge(shop(5_300, 5_400), confirmed)).toBe('На прежнем месте несколько цен: 5 300 ₽, 5 400 ₽')
    expect(judge(shop(5_300, 5_400), { ...CONFIRMED, place: 'Product › offers[S1] › price' })).toBe(5_400)
  })

  it.each<[string, string, string]>([
    ['a used tyre', productPage({ name: `${CONFIRMED.name} б/у` }), 'Шина не новая: б/у'],
    ['a question of age', '<h1>Вам есть 18 лет?</h1>', 'Вместо страницы сайт спрашивает возраст'],
    [
      'another visible price',
      productPage().replace('</h1>', '</h1><b>6 450 ₽</b>'),
      'Цены на странице расходятся: видна 6 450 ₽, в данных 5 490 ₽',
    ],
  ])('holds %s back', (_, html, why) => {
    expect(judge(html)).toBe(why)
  })
})
