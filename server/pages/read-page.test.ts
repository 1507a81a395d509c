// Specification 23.1

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PageOffer } from './page-offer.ts'
import { mainOffer, readShopPage, statedOffers } from './read-page.ts'

const read = (html: string) => readShopPage(Buffer.from(html), 'text/html; charset=utf-8')
const jsonLd = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
const offersOf = (html: string) => statedOffers(read(html).offers)
const only = (html: string): PageOffer => {
  const [offer, ...others] = offersOf(html)
  expect(others).toEqual([])
  return offer as PageOffer
}

const TYRE = {
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'Arktika Polar 3 205/55 R16 91T',
  brand: { '@type': 'Brand', name: 'Arktika' },
  mpn: 'TS71234',
  sku: '4711',
  gtin13: '4607012345671',
}
const OFFER = { '@type': 'Offer', price: '5 490.00', priceCurrency: 'RUB' }

describe('readShopPage', () => {
  it('reads a product with its offer from JSON-LD', () => {
    const page = jsonLd({ ...TYRE, offers: { ...OFFER, availability: 'https://schema.org/InStock' } })
    expect(only(page)).toEqual({
      origin: 'json-ld',
      place: 'Product › offers › price',
      name: TYRE.name,
      brand: 'Arktika',
      article: 'TS71234',
      code: '4711',
      gtin: '4607012345671',
      price: 5490,
      listPrice: null,
      pieces: 1,
      stock: null,
      url: '',
      problem: '',
    })
  })

  it.each<[string, unknown]>([
    [
      'an array',
      [
        { '@type': 'WebSite', name: 'Shop' },
        { ...TYRE, offers: OFFER },
      ],
    ],
    ['@graph', { '@graph': [{ '@type': 'BreadcrumbList' }, { ...TYRE, offers: [OFFER] }] }],
    [
      'references',
      {
        '@graph': [
          { ...TYRE, offers: { '@id': '#o' } },
          { '@id': '#o', ...OFFER },
        ],
      },
    ],
    ['the page’s main entity', { '@type': 'ItemPage', mainEntity: { ...TYRE, offers: OFFER } }],
    ['several types', { ...TYRE, '@type': ['Product', 'Car'], offers: OFFER }],
    ['types with the vocabulary', { ...TYRE, '@type': 'http://schema.org/Product', offers: OFFER }],
    [
      'an AggregateOffer',
      { ...TYRE, offers: { '@type': 'AggregateOffer', lowPrice: 5490, highPrice: 6000 } },
    ],
    ['offers within an AggregateOffer', { ...TYRE, offers: { '@type': 'AggregateOffer', offers: [OFFER] } }],
    ['a price specification', { ...TYRE, offers: { '@type': 'Offer', priceSpecification: { price: 5490 } } }],
  ])('finds the product in %s', (_, value) => {
    const offer = offersOf(jsonLd(value)).find(({ price }) => price !== null)
    expect(offer).toMatchObject({ name: TYRE.name, article: 'TS71234', price: 5490 })
  })

  it('reads scripts as shops write them', () => {
    const text = JSON.stringify({ ...TYRE, offers: OFFER })
    const script = (body: string) => `<script type='application/ld+json'>${body}</script>`
    for (const body of [
      `<!-- ${text} -->`,
      `//<![CDATA[\n${text}\n//]]>`,
      text.replace('Polar 3', 'Polar\n\t3'),
      `${text};`,
    ])
      expect(only(script(body)).price, body).toBe(5490)
    expect(offersOf(script('{"@type":"Product",'))).toEqual([])
  })

  it('reads the variants of a group, which inherit its name and brand', () => {
    const variant = (sku: string, price: number) => ({ '@type': 'Product', sku, offers: { ...OFFER, price } })
    const group = {
      ...TYRE,
      '@type': 'ProductGroup',
      mpn: 'GROUP',
      hasVariant: [variant('A', 5000), variant('B', 6000)],
    }
    expect(
      offersOf(jsonLd(group)).map(({ name, brand, article, code, price }) => [
        name,
        brand,
        article,
        code,
        price,
      ]),
    ).toEqual([
      [TYRE.name, 'Arktika', '', 'A', 5000],
      [TYRE.name, 'Arktika', '', 'B', 6000],
    ])
  })

  it('leaves out related products', () => {
    const other = { ...TYRE, name: 'Другая шина', offers: { ...OFFER, price: 1000 } }
    expect(
      offersOf(jsonLd({ ...TYRE, offers: OFFER, isRelatedTo: [other], isSimilarTo: other })),
    ).toHaveLength(1)
  })

  it('prefers the sale price to the list price', () => {
    const priced = (priceSpecification: unknown) =>
      only(jsonLd({ ...TYRE, offers: { '@type': 'Offer', price: 6100, priceSpecification } }))
    const struck = {
      '@type': 'UnitPriceSpecification',
      priceType: 'https://schema.org/StrikethroughPrice',
      price: 7000,
    }
    expect(priced(struck)).toMatchObject({ price: 6100, listPrice: 7000 })
    expect(priced([{ priceType: 'SalePrice', price: 5490 }])).toMatchObject({ price: 5490 })
    expect(priced([struck, { priceType: 'https://schema.org/SalePrice', price: 5490 }])).toMatchObject({
      price: 5490,
      listPrice: 7000,
    })
  })

  it('divides the price of a set of four', () => {
    const set = { ...OFFER, price: 21_960 }
    expect(
      only(
        jsonLd({
          ...TYRE,
          offers: {
            '@type': 'Offer',
            priceSpecification: { price: 21_960, referenceQuantity: { value: 4 } },
          },
        }),
      ),
    ).toMatchObject({ price: 5490, pieces: 4 })
    expect(only(jsonLd({ ...TYRE, name: `${TYRE.name}, комплект 4 шт`, offers: set }))).toMatchObject({
      price: 5490,
      pieces: 4,
    })
    expect(only(jsonLd({ ...TYRE, offers: set }))).toMatchObject({ price: 21_960, pieces: 1 })
  })

  it.each<[string, number | null]>([
    ['https://schema.org/OutOfStock', 0],
    ['http://schema.org/SoldOut', 0],
    ['Discontinued', 0],
    ['PreOrder', 0],
    ['нет в наличии', 0],
    ['InStock', null],
    ['LimitedAvailability', null],
  ])('reads availability %s as stock %s', (availability, stock) => {
    expect(only(jsonLd({ ...TYRE, offers: { ...OFFER, availability } })).stock).toBe(stock)
  })

  it.each<[object, string]>([
    [{ price: 60, priceCurrency: 'USD' }, 'Цена не в рублях: USD'],
    [{ price: '', priceCurrency: 'RUB' }, 'На странице нет цены'],
    [{ price: 'по запросу' }, 'На странице нет цены'],
    [{ price: 0 }, 'цена: ноль'],
    [{ price: 12 }, 'цена: меньше 100 ₽'],
    [{ price: 99_000_000 }, 'цена: больше 10 000 000'],
    [{ price: 'дёшево' }, 'цена: не число'],
  ])('says why a price cannot be used: %j', (price, problem) => {
    expect(only(jsonLd({ ...TYRE, offers: { '@type': 'Offer', ...price } }))).toMatchObject({
      price: null,
      problem,
    })
  })

  const MICRODATA = `<div itemscope itemtype="https://schema.org/Product" itemref="more">
    <h1 itemprop="name"> Polar 3
      205/55 R16 </h1><meta itemprop="sku" content="4711">
    <div itemprop="offers" itemscope itemtype="http://schema.org/Offer"><b itemprop="price" content="5490">5 490 ₽</b>
    <meta itemprop="priceCurrency" content="RUB"><link itemprop="availability" href="https://schema.org/OutOfStock"></div></div>
    <p id="more"><span itemprop="mpn">TS71234</span><span itemprop="brand" itemscope itemtype="https://schema.org/Brand"><i itemprop="name">Arktika</i></span></p>`
  const RDFA = `<div vocab="https://schema.org/" typeof="Product"><h1 property="name">Polar 3 205/55 R16</h1>
    <span property="brand" typeof="Brand"><i property="name">Arktika</i></span><meta property="mpn" content="TS71234"><meta property="schema:sku" content="4711">
    <div property="offers" typeof="Offer"><span property="price">5 490,00 ₽</span><meta property="priceCurrency" content="RUB">
    <link property="availability" href="https://schema.org/SoldOut"></div></div>`

  it.each([
    ['microdata', MICRODATA],
    ['rdfa', RDFA],
  ])('reads %s', (origin, html) => {
    expect(only(html)).toMatchObject({
      origin,
      name: 'Polar 3 205/55 R16',
      brand: 'Arktika',
      article: 'TS71234',
      code: '4711',
      price: 5490,
      stock: 0,
    })
  })

  it('reads OpenGraph, the sale price before the price', () => {
    const tag = (property: string, content: string) => `<meta property="${property}" content="${content}">`
    const tags = [
      tag('og:title', 'Polar 3 205/55 R16'),
      tag('product:price:amount', '6100'),
      tag('product:price:currency', 'RUB'),
      tag('product:availability', 'oos'),
    ].join('')
    expect(only(tags)).toMatchObject({
      origin: 'open-graph',
      place: 'product:price:amount',
      price: 6100,
      stock: 0,
    })
    expect(only(tags + tag('product:sale_price:amount', '5490'))).toMatchObject({
      price: 5490,
      listPrice: 6100,
    })
    expect(offersOf(tag('og:title', 'Без цены'))).toEqual([])
  })

  it.each<[string, string, string]>([
    [
      'a JSON script',
      `<script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{"product":{"title":"Polar 3","price":{"current":5490},"oldPrice":6100,"inStock":false}}}}</script>`,
      '__NEXT_DATA__.props.pageProps.product.price',
    ],
    [
      'an assignment',
      `<script>window.__INITIAL_STATE__={"a":[{"name":"Polar 3 {}","salePrice":"5 490","price":6100,"stock":0}]};window.x=1</script>`,
      '__INITIAL_STATE__.a[0].salePrice',
    ],
    [
      'a text within JSON.parse',
      `<script>__STATE__ = JSON.parse(${JSON.stringify(JSON.stringify({ name: 'Polar 3', price_with_discount: 5490, price: 6100, quantity: 0 }))})</script>`,
      '__STATE__.price_with_discount',
    ],
  ])('reads the state in %s', (_, html, place) => {
    expect(only(html)).toMatchObject({ origin: 'state', place, price: 5490, listPrice: 6100, stock: 0 })
  })

  it('decodes Windows-1251 by the header or the page’s own declaration', () => {
    const bytes = (text: string) =>
      Buffer.from(
        [...text].map((char) =>
          char >= 'А' && char <= 'я' ? char.charCodeAt(0) - 0x350 : char.charCodeAt(0),
        ),
      )
    const page = '<meta charset="windows-1251"><h1>Шина Полар</h1>'
    expect(readShopPage(bytes(page), 'text/html').title).toBe('Шина Полар')
    expect(readShopPage(bytes('<h1>Шина Полар</h1>'), 'text/html; charset=windows-1251').title).toBe(
      'Шина Полар',
    )
    expect(readShopPage(Buffer.from('<h1>Шина</h1>'), 'text/html; charset=nonsense').title).toBe('Шина')
  })

  it('takes the discounted price of the page before the base price of its structured data', () => {
    const html = `${jsonLd({ ...TYRE, offers: { ...OFFER, price: 6100 } })}
      <meta property="product:price:amount" content="6100"><meta property="product:sale_price:amount" content="5490">`
    expect(mainOffer(offersOf(html))).toMatchObject({ origin: 'open-graph', price: 5490 })
    expect(mainOffer(offersOf(jsonLd({ ...TYRE, offers: OFFER })))).toMatchObject({
      origin: 'json-ld',
      price: 5490,
    })
    expect(mainOffer([])).toBeUndefined()
  })

  it('survives hostile pages: nesting, cycles and any bytes', () => {
    const deep = `${'{"a":['.repeat(5_000)}1${']}'.repeat(5_000)}`
    expect(offersOf(`<script type="application/ld+json">${deep}</script>`)).toEqual([])
    const cycle = [
      { '@id': 'a', '@type': 'Product', offers: { '@id': 'b' } },
      { '@id': 'b', itemOffered: { '@id': 'a' } },
    ]
    expect(offersOf(jsonLd(cycle)).filter(({ price }) => price !== null)).toEqual([])
    expect(offersOf(jsonLd({ '@type': 'Product', __proto__: null, constructor: { price: 1 } }))).toEqual([])
    expect(offersOf('<script>__A__ = {'.repeat(20_000))).toEqual([])
    expect(offersOf('<p property=a typeof=Product>'.repeat(20_000))).toEqual([])
    expect(() => read('<div>'.repeat(5_000))).toThrow('Страница устроена слишком сложно')
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), fc.string(), (bytes, type) => {
        expect(readShopPage(bytes, type).offers.length).toBeLessThanOrEqual(1_000)
      }),
    )
  })
})
