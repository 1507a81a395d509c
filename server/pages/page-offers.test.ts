// Specification 23.1

import { describe, expect, it } from 'vitest'
import type { PageOffer } from './page-offer.ts'
import { mainOffer, readShopPage, statedOffers } from './read-page.ts'

const NAME = 'Arktika Polar 3 205/55 R16 91T'
const jsonLd = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
const read = (html: string) => readShopPage(Buffer.from(html), 'text/html; charset=utf-8')
const stated = (html: string) => statedOffers(read(html).offers)
const product = (offers: unknown, over: object = {}) =>
  jsonLd({ '@type': 'Product', name: NAME, offers, ...over })
const taken = (html: string): Partial<PageOffer> | undefined => mainOffer(stated(html))
const problems = (html: string) => stated(html).map(({ problem }) => problem)
const offer = (price: unknown, over: object = {}) => ({
  '@type': 'Offer',
  price,
  priceCurrency: 'RUB',
  ...over,
})
const used = { itemCondition: 'https://schema.org/UsedCondition' }
const absent = { availability: 'https://schema.org/OutOfStock' }

describe('the condition of a page’s offer', () => {
  it('passes over a used offer for the new one', () => {
    const html = product([offer(2_100, used), offer(6_450, { itemCondition: 'NewCondition' })])
    expect(taken(html)).toMatchObject({ price: 6_450 })
    expect(stated(html)[0]).toMatchObject({ price: null, problem: 'Шина не новая: б/у', refused: 2_100 })
  })

  it.each<[string, string, string]>([
    ['its field', product(offer(2_100, used)), 'Шина не новая: б/у'],
    [
      'a field that is a reference',
      product(offer(2_100, { itemCondition: { '@id': 'schema:UsedCondition' } })),
      'Шина не новая: б/у',
    ],
    [
      'the product’s field',
      product(offer(2_100), { itemCondition: 'DamagedCondition' }),
      'Шина не новая: уценка',
    ],
    [
      'refurbishing',
      product(offer(2_100, { itemCondition: 'RefurbishedCondition' })),
      'Шина не новая: восстановленная',
    ],
    ['the product’s name', product(offer(2_100), { name: `${NAME} (б/у)` }), 'Шина не новая: б/у'],
    [
      'the offer’s name',
      product(offer(2_100, { name: `${NAME}, витрина` })),
      'Шина не новая: витринный образец',
    ],
    ['a short description', product(offer(2_100), { description: 'Шина с пробегом' }), 'Шина не новая: б/у'],
    ['the category', product(offer(2_100), { category: 'Шины с пробегом' }), 'Шина не новая: б/у'],
    ['the heading', `<h1>${NAME} уценка</h1>${product(offer(2_100))}`, 'Шина не новая: уценка'],
    [
      'OpenGraph',
      `<meta property="og:title" content="${NAME}"><meta property="product:price:amount" content="2100"><meta property="product:condition" content="used">`,
      'Шина не новая: б/у',
    ],
    [
      'the state',
      `<script type="application/json">${JSON.stringify({ name: NAME, price: 2_100, condition: 'used' })}</script>`,
      'Шина не новая: б/у',
    ],
  ])('is found in %s', (_, html, problem) => {
    expect(problems(html)).toEqual([problem])
  })

  it('is not that of a category with new tyres, too', () => {
    expect(taken(product(offer(6_450), { category: 'Шины новые и б/у' }))).toMatchObject({ price: 6_450 })
  })

  it('is that of the same price in another part of the page', () => {
    const state = `<script type="application/json">${JSON.stringify({ name: NAME, price: 2_100 })}</script>`
    expect(problems(product(offer(2_100, used)) + state)).toEqual([
      'Шина не новая: б/у',
      'Шина не новая: б/у',
    ])
    const both = product([offer(2_100, used), offer(2_100)]) + state
    expect(taken(both)).toMatchObject({ price: 2_100 })
  })

  it('keeps elements of a used tyre’s page from being picked', () => {
    const { offers } = read(`<h1>${NAME} б/у</h1><b class="price">2 100 ₽</b>`)
    expect(offers).toMatchObject([{ origin: 'element', price: null, problem: 'Шина не новая: б/у' }])
  })
})

describe('for whom a page’s price is', () => {
  const specified = (...priceSpecification: object[]) =>
    product({ '@type': 'Offer', priceCurrency: 'RUB', priceSpecification })
  const everybody = { '@type': 'UnitPriceSpecification', price: 6_450 }

  it.each<[string, object, string]>([
    [
      'members',
      { price: 5_990, validForMemberTier: { '@id': '#gold' } },
      'Цена для участников программы магазина',
    ],
    [
      'members by its type',
      { price: 5_990, priceType: 'https://schema.org/MemberPrice' },
      'Цена для участников программы магазина',
    ],
    ['members by its name', { price: 5_990, name: 'Клубная цена' }, 'Цена для участников программы магазина'],
    [
      'business',
      { price: 5_990, eligibleCustomerType: 'http://purl.org/goodrelations/v1#Business' },
      'Цена для организаций',
    ],
    ['twenty tyres', { price: 5_800, eligibleQuantity: { minValue: 20 } }, 'Цена при покупке от 20 шт.'],
    ['four tyres', { price: 5_800, eligibleQuantity: { value: 4 } }, 'Цена при покупке от 4 шт.'],
    ['twenty tyres in a text', { price: 5_800, eligibleQuantity: '20+' }, 'Цена при покупке от 20 шт.'],
    [
      'large orders',
      { price: 5_800, eligibleTransactionVolume: { price: 50_000 } },
      'Цена при заказе от суммы',
    ],
  ])('passes over the price for %s', (_, special, problem) => {
    expect(taken(specified(special, everybody))).toMatchObject({ price: 6_450, pieces: 1 })
    expect(taken(specified(everybody, special))).toMatchObject({ price: 6_450 })
    expect(stated(specified(special))).toMatchObject([{ price: null, problem }])
  })

  it('holds for the whole offer', () => {
    const tiers = [
      offer(5_800, { eligibleQuantity: { minValue: 20 } }),
      offer(6_450, { eligibleQuantity: { minValue: 1, maxValue: 19 } }),
    ]
    expect(taken(product(tiers))).toMatchObject({ price: 6_450 })
  })

  it('takes the price of end users', () => {
    expect(taken(specified({ price: 6_450, eligibleCustomerType: 'Enduser' }))).toMatchObject({
      price: 6_450,
    })
  })

  it('does not take a member’s price that the offer repeats', () => {
    const repeated = {
      price: 5_990,
      priceSpecification: [{ price: 5_990, validForMemberTier: {}, '@type': 'X' }, everybody],
    }
    repeated.priceSpecification[0] = {
      '@type': 'UnitPriceSpecification',
      price: 5_990,
      validForMemberTier: '#gold',
    } as never
    expect(taken(product(repeated))).toMatchObject({ price: 6_450 })
  })

  it('asks everybody the list price beside a member’s, and never a delivery’s', () => {
    const member = { price: 5_990, validForMemberTier: '#gold' }
    expect(taken(specified(member, { price: 6_450, priceType: 'ListPrice' }))).toMatchObject({
      price: 6_450,
      listPrice: null,
    })
    expect(taken(specified({ '@type': 'DeliveryChargeSpecification', price: 500 }, everybody))).toMatchObject(
      { price: 6_450 },
    )
  })

  it('holds several prices of one offer back', () => {
    expect(problems(product(offer([6_450, 7_200])))).toEqual(['цена: не число'])
  })
})

describe('several offers of a page', () => {
  it('are the cheapest in stock', () => {
    const stores = [offer(5_900, absent), offer(6_450), offer(6_800)]
    const aggregate = { '@type': 'AggregateOffer', lowPrice: 5_900, priceCurrency: 'RUB', offers: stores }
    for (const html of [product(stores), product(aggregate)])
      expect(stated(html)).toMatchObject([{ place: 'Product › offers › price', price: 6_450, stock: null }])
  })

  it('are the cheapest new one if none is in stock', () => {
    expect(stated(product([offer(6_450, absent), offer(5_900, absent)]))).toMatchObject([
      { price: 5_900, stock: 0 },
    ])
  })

  it.each<[string, unknown]>([
    ['an object by key', { 0: offer(6_450), 1: offer(6_800) }],
    ['nested lists', [[offer(6_450)], [[offer(6_800)]]]],
    [
      'an aggregate whose offers lack a price',
      { '@type': 'AggregateOffer', lowPrice: 6_450, offers: [{ '@type': 'Offer', url: '/a' }] },
    ],
    [
      'types in lower case',
      { '@type': 'aggregateoffer', lowprice: 1, offers: [{ '@type': 'OFFER', price: 6_450 }] },
    ],
    ['roubles by other names', offer('6 450 руб', { priceCurrency: 'RUR' })],
    ['roubles in Russian', offer('6450 руб.', { priceCurrency: 'руб' })],
  ])('are read from %s', (_, offers) => {
    expect(taken(product(offers))).toMatchObject({ price: 6_450 })
  })

  it('of stores with numbers of their own have the product’s', () => {
    const store = (sku: string, price: number, over: object = {}) =>
      offer(price, { sku, seller: { '@type': 'Organization', name: sku }, ...over })
    const html = product([store('A1', 5_900, absent), store('B1', 6_450)], { sku: 'PG-1' })
    expect(stated(html)).toMatchObject([{ code: 'PG-1', price: 6_450 }])
  })

  it('are the main offer of a product that is stated twice', () => {
    const twice = product(offer(5_900, absent), { sku: 'PG-1' }) + product(offer(6_450), { sku: 'PG-1' })
    expect(taken(twice)).toMatchObject({ price: 6_450 })
  })

  it('have the currency of their aggregate', () => {
    const inner = { '@type': 'Offer', price: 6_450 }
    expect(problems(product({ '@type': 'AggregateOffer', priceCurrency: 'USD', offers: [inner] }))).toEqual([
      'Цена не в рублях: USD',
    ])
  })

  it('read the product that an offer names', () => {
    const named = (size: string, price: number, sku: string) =>
      offer(price, { itemOffered: { '@type': 'Product', name: `Polar 3 ${size}`, sku } })
    expect(stated(jsonLd(offer(6_450, { name: NAME })))).toMatchObject([{ name: NAME, price: 6_450 }])
    expect(stated(jsonLd(named('205/55R16', 6_450, 'P2')))).toMatchObject([
      { name: 'Polar 3 205/55R16', code: 'P2', price: 6_450, place: 'Offer › price' },
    ])
    expect(stated(product([named('185/65R15', 5_200, 'P1'), named('205/55R16', 6_450, 'P2')]))).toMatchObject(
      [
        { name: 'Polar 3 185/65R15', code: 'P1', price: 5_200, place: 'Product › offers[P1] › price' },
        { name: 'Polar 3 205/55R16', code: 'P2', price: 6_450 },
      ],
    )
  })

  it('are stated once by items that refer to each other', () => {
    const graph = [
      { '@id': 'a', '@type': 'Product', name: NAME, offers: { '@id': 'b' } },
      { '@id': 'b', ...offer(6_450), itemOffered: { '@id': 'a' } },
    ]
    expect(stated(jsonLd({ '@graph': graph }))).toHaveLength(1)
  })
})

describe('microdata as shops write it', () => {
  const TYPE = 'itemtype="http://schema.org/Product"'
  const named = `<h1 itemprop="name">${NAME}</h1>`

  it.each<[string, string]>([
    ['a price in the product', `<div itemscope ${TYPE}>${named}<b itemprop="price">6 450,00 руб.</b></div>`],
    [
      'offers without a scope',
      `<div itemscope ${TYPE}>${named}<div itemprop="offers"><b itemprop="price">6 450 ₽</b></div></div>`,
    ],
    [
      'a type without a scope',
      `<div ${TYPE}>${named}<div itemprop="offers" itemtype="http://schema.org/offer"><b itemprop="price">6 450 ₽</b></div></div>`,
    ],
    [
      'an empty content',
      `<div itemscope ${TYPE}>${named}<p itemprop="offers" itemscope itemtype="http://schema.org/Offer"><b itemprop="price" content="">6 450 руб.</b></p></div>`,
    ],
    [
      'the head',
      `<head><meta itemprop="name" content="${NAME}"><meta itemprop="price" content="6450"><meta itemprop="priceCurrency" content="RUB"></head><h1>${NAME}</h1>`,
    ],
    [
      'the head, beside a product',
      `<head><meta itemprop="price" content="6450"></head><div itemscope ${TYPE}>${named}</div>`,
    ],
    ['the head, for the heading', `<head><meta itemprop="price" content="6450"></head><h1>${NAME}</h1>`],
  ])('has its price in %s', (_, html) => {
    expect(stated(html)).toMatchObject([{ origin: 'microdata', name: NAME, price: 6_450 }])
  })
})

describe('kopecks in the state', () => {
  it.each<[string, object]>([
    ['compare_at_price', { title: NAME, price: 645_000, compare_at_price: 720_000 }],
    ['centAmount', { name: NAME, price: { type: 'centPrecision', centAmount: 645_000, fractionDigits: 2 } }],
    [
      'centAmount within a value',
      { name: NAME, price: { value: { centAmount: 645_000, fractionDigits: 2 } } },
    ],
    ['currency_minor_unit', { name: NAME, prices: { price: '645000', currency_minor_unit: 2 } }],
    ['digits beside the price', { name: NAME, price: 645_000, fraction_digits: 2 }],
    ['their own name', { name: NAME, price_kopecks: 645_000 }],
    ['fractionDigits', { name: NAME, price: { amount: 645_000, fractionDigits: 2, currency: 'RUB' } }],
  ])('are known by %s', (_, value) => {
    expect(taken(`<script type="application/json">${JSON.stringify(value)}</script>`)).toMatchObject({
      price: 6_450,
    })
  })

  it('are not where the amount is too small for them', () => {
    const value = { title: NAME, price: 6_450, compare_at_price: 7_200 }
    expect(taken(`<script type="application/json">${JSON.stringify(value)}</script>`)).toMatchObject({
      price: 6_450,
      listPrice: 7_200,
    })
  })
})
