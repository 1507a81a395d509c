// Specification 23.12

import { describe, expect, it } from 'vitest'
import { mainOffer, readShopPage, statedOffers } from './read-page.ts'

const NAME = 'Arktika Polar 3 205/55 R16 91T'
const jsonLd = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
const product = (price: unknown, name = NAME) => ({
  '@type': 'Product',
  name,
  offers: { '@type': 'Offer', price },
})
const page = (data: unknown, visible: string) => `<h1>${NAME}</h1>${visible}${jsonLd(data)}`
const stated = (html: string) =>
  statedOffers(readShopPage(Buffer.from(html), 'text/html; charset=utf-8').offers)
const spaced = (text: string) => text.replaceAll(/\s/g, ' ')
const said = (html: string) => {
  const [offer] = stated(html)
  return offer?.price ?? spaced(offer?.problem ?? '')
}

describe('compareWithVisible', () => {
  it.each<[string, unknown, string, unknown]>([
    ['kopecks beside a visible price', 645_000, '<b>6 450 ₽</b>', 6_450],
    ['thousandths', 6_450_000, '<b>6 450 ₽</b>', 6_450],
    ['a number that lost its thousands', 145, '<b>145 000 ₽</b>', 145_000],
    ['the same price', 6_450, '<b>6 450 ₽</b>', 6_450],
    ['a rounded price', 6_449.5, '<b>6 450 ₽</b>', 6_449.5],
    ['no visible price', 645_000, '', 645_000],
    ['a visible price of a set', 25_800, '<b>25 800 ₽ за 4 шт.</b>', 25_800],
    [
      'another visible price',
      5_990,
      '<b>6 450 ₽</b>',
      'Цены на странице расходятся: видна 6 450 ₽, в данных 5 990 ₽',
    ],
    [
      'a visible price for members',
      5_990,
      '<p><b>6 450 ₽</b></p><p>По карте клуба <b>5 990 ₽</b></p>',
      'Цены на странице расходятся: видна 6 450 ₽, в данных 5 990 ₽',
    ],
    ['the price before a discount', 7_200, '<del>7 200 ₽</del><b>6 450 ₽</b>', 6_450],
    [
      'the price before a discount, by its class',
      7_200,
      '<p class="old-price">7 200 ₽</p><b>6 450 ₽</b>',
      6_450,
    ],
    ['instalments and delivery', 6_450, '<b>6 450 ₽</b> <i>от 538 ₽/мес</i><p>Доставка 500 ₽</p>', 6_450],
    [
      'a price beside buttons',
      6_450,
      '<b>6 450 ₽</b><a>В корзину</a> <a>Купить в рассрочку</a> <i>Доставка завтра</i>',
      6_450,
    ],
    ['a former price in words', 7_200, '<p>Вместо <b>7 200 ₽</b></p><b>6 450 ₽</b>', 6_450],
    [
      'a set beside one tyre',
      25_800,
      '<b>6 450 ₽</b><p>Комплект 4 шт: <i>25 800 ₽</i></p>',
      'Цены на странице расходятся: видна 6 450 ₽, в данных 25 800 ₽',
    ],
    ['an instalment alone', 6_450, '<i>от 538 ₽/мес</i>', 6_450],
  ])('reads %s', (_, price, visible, result) => {
    expect(said(page(product(price), visible))).toBe(result)
  })

  it('reads exactly three digits after a comma by the visible price, or asks', () => {
    expect(said(page(product('145,000'), '<b>145 000 ₽</b>'))).toBe(145_000)
    expect(said(page(product('145,000'), '<b>145 ₽</b>'))).toBe(145)
    expect(said(page(product('145,000'), ''))).toBe('Цена неясна: «145,000» — 145 ₽ или 145 000 ₽')
    expect(said(page(product('6,450'), ''))).toBe(6_450)
    expect(said(page(product('6,450.00'), ''))).toBe(6_450)
    expect(said(page(product('6450.000'), ''))).toBe(6_450)
  })

  it('reads three digits after a comma by the other prices of the page', () => {
    const list = [product('145,000'), product('6,450', 'Arktika Polar 3 185/65 R15 88T')]
    expect(stated(jsonLd(list)).map(({ price }) => price)).toEqual([145_000, 6_450])
  })

  it('holds no price of a list back for one that is seen elsewhere', () => {
    const list = [product(5_200, 'Arktika Polar 3 185/65 R15 88T'), product(645_000, NAME)]
    const html = `<h1>Зимние шины</h1><b>6 450 ₽</b>${jsonLd(list)}`
    expect(stated(html).map(({ price }) => price)).toEqual([5_200, 6_450])
  })

  it('knows the own product by a name with more words', () => {
    const tags = `<meta property="og:title" content="${NAME} купить"><meta property="product:price:amount" content="6450">`
    const html = `${page(product(5_990), '<b>6 450 ₽</b>')}${tags}`
    expect(stated(html).map(({ price }) => price)).toEqual([null, 6_450])
    expect(
      mainOffer(stated(`${page(product(7_200), '<del>7 200 ₽</del><b>6 450 ₽</b>')}${tags}`)),
    ).toMatchObject({
      origin: 'json-ld',
      price: 6_450,
      listPrice: 7_200,
    })
  })

  it('prefers the part that states the visible price', () => {
    const html = `${page(product(7_100), '<b>6 450 ₽</b>')}<meta property="og:title" content="${NAME}"><meta property="product:price:amount" content="6450">`
    expect(mainOffer(stated(html))).toMatchObject({ origin: 'open-graph', price: 6_450 })
  })

  it('reads a visible price with a comma as a whole', () => {
    const { offers } = readShopPage(Buffer.from(`<h1>${NAME}</h1><b>6,450 ₽</b><i>6450 RUB</i>`), '')
    expect(offers.map(({ price }) => price)).toEqual([6_450, 6_450])
  })

  const state = (price: unknown) =>
    `<script type="application/json">${JSON.stringify({ name: NAME, price })}</script>`

  it('compares the parts of a page that shows no price', () => {
    const prices = (html: string) => stated(html).map(({ price, problem }) => price ?? spaced(problem))
    expect(prices(page(product(645_000), state(6_450)))).toEqual([6_450, 6_450])
    expect(prices(page(product(6_450), state(6_450)))).toEqual([6_450, 6_450])
    const differ = 'Цены в данных страницы расходятся: 6 450 ₽ и 5 990 ₽'
    expect(prices(page(product(6_450), state(5_990)))).toEqual([differ, differ])
  })

  it('refuses a price that another part states for a used tyre of that name alone', () => {
    const used = { ...product(2_100), itemCondition: 'UsedCondition' }
    const other = 'Arktika Polar 3 185/65 R15 88T'
    const list = `${jsonLd([used, product(2_100, other)])}<script type="application/json">${JSON.stringify([
      { name: NAME, price: 2_100 },
      { name: other, price: 2_100 },
    ])}</script>`
    expect(stated(list).map(({ price }) => price)).toEqual([null, 2_100, null, 2_100])
  })
})
