// Specification 23.1, 23.10, 23.12

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ShopCrawl } from '../../../../contract/sources/crawl.ts'
import { sqliteDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { type FeedServer, serving, startFeedServer } from '../../../../tests/support/feed-server.ts'
import { type SourcesAt, sourcesAt } from '../../../../tests/support/source-runs.ts'

const html = { 'content-type': 'text/html; charset=utf-8' }
const nameOf = (n: number) => `Arktika Polar ${n} 205/55 R16 91T`
const script = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
const product = (n: number, offers: unknown, over: object = {}) =>
  script({ '@type': 'Product', name: nameOf(n), sku: `S${n}`, offers, ...over })
const everybody = { price: 6_450, priceCurrency: 'RUB' }
const out = { availability: 'https://schema.org/OutOfStock' }

/** Pages of a made-up shop, each with the price that a person would pay; null for none that can be used. */
const PAGES: readonly [string, (n: number) => string, number | null][] = [
  [
    'a used and a new offer',
    (n) => product(n, [{ price: 2_100, itemCondition: 'UsedCondition' }, everybody]),
    6_450,
  ],
  ['a used tyre', (n) => product(n, { price: 2_100, itemCondition: 'UsedCondition' }), null],
  ['a marked down tyre', (n) => product(n, everybody, { name: `${nameOf(n)} уценка` }), null],
  [
    'a price for members',
    (n) => product(n, { priceSpecification: [{ price: 5_990, validForMemberTier: '#gold' }, everybody] }),
    6_450,
  ],
  [
    'a price from twenty tyres on',
    (n) =>
      product(n, { priceSpecification: [{ price: 5_800, eligibleQuantity: { minValue: 20 } }, everybody] }),
    6_450,
  ],
  ['two stores', (n) => product(n, [{ ...everybody, price: 5_900, ...out }, everybody]), 6_450],
  [
    'two stores with numbers of their own',
    (n) =>
      product(n, [
        { ...everybody, price: 5_900, sku: `A${n}`, ...out },
        { ...everybody, sku: `B${n}` },
      ]),
    6_450,
  ],
  [
    'kopecks',
    (n) =>
      `<b>6 450 ₽</b><script type="application/json">${JSON.stringify({ name: nameOf(n), price: { amount: 645_000 }, id: n })}</script>`,
    6_450,
  ],
  ['two prices', (n) => `<b>6 450 ₽</b>${product(n, { price: 5_990 })}`, null],
  ['entities', (n) => product(n, everybody).replaceAll(/(?<=json">.*)"/g, '&quot;'), 6_450],
  [
    'a fault in one script',
    (n) => `<script type="application/ld+json">{"a":oops}</script>${product(n, everybody)}`,
    6_450,
  ],
  [
    'microdata without an offer',
    (n) =>
      `<p itemscope itemtype="http://schema.org/Product"><i itemprop="name">${nameOf(n)}</i><b itemprop="price">6 450,00 руб.</b></p>`,
    6_450,
  ],
  ['no price', () => '<p>Нет в продаже</p>', null],
]

describe('the crawl of a shop', () => {
  let shop: FeedServer
  let database: TestDatabase
  let at: SourcesAt
  beforeEach(async () => {
    shop = await startFeedServer()
    database = await sqliteDatabase()
    at = await sourcesAt(database, shop.host, '2026-11-21T02:00:00Z')
    await at.addAdmin('admin')
  })
  afterEach(async () => {
    await shop.close()
    await database.remove()
  })

  const crawled = async (pages: readonly string[]) => {
    for (const [n, content] of pages.entries()) shop.feeds.set(`/tyre/${n}`, serving(content, html))
    const urls = pages.map((_, n) => `<url><loc>${shop.origin}/tyre/${n}</loc></url>`).join('')
    shop.feeds.set('/sitemap.xml', serving(`\n<urlset>${urls}</urlset>`))
    const crawl: ShopCrawl = {
      ...{ sitemaps: [`${shop.origin}/sitemap.xml`], starts: [], lists: [], products: ['/tyre/*'] },
      ...{ cities: null, pause: 1, hours: null, rest_days: 7, completeness: 70 },
    }
    const source = await at.addSource({ site: 'shop.ru', kind: 'shop', times: ['06:00'], crawl })
    at.at('2026-11-21T03:00:00Z')
    await at.work()
    return at.last(source)
  }
  const prices = async () => {
    const rows = await at.db.all<{ name: string; offers: string }>(
      'SELECT t.name, o.offers FROM site_offers o JOIN tyres t ON t.id = o.tyre_id',
    )
    return Object.fromEntries(
      rows.map(({ name, offers }) => [name, (JSON.parse(offers) as unknown[][])[0]?.[2]]),
    )
  }

  it('imports the prices of new tyres for everybody, and says why others are missing', async () => {
    const run = await crawled(PAGES.map(([, page], n) => `<h1>${nameOf(n)}</h1>${page(n)}`))
    expect(run).toMatchObject({ state: 'imported', tyres: 9 })
    const expected = PAGES.flatMap(([, , price], n) => (price === null ? [] : [[nameOf(n), price]]))
    expect(await prices()).toEqual(Object.fromEntries(expected))
    const log = run?.log.map(({ text }) => text) ?? []
    for (const line of [
      `Шина не новая: б/у — страниц 2, например ${shop.origin}/tyre/0`,
      `Шина не новая: уценка — страниц 1, например ${shop.origin}/tyre/2`,
      `Цены на странице расходятся — страниц 1, например ${shop.origin}/tyre/8`,
      `На странице нет цены шины — страниц 1, например ${shop.origin}/tyre/12`,
    ])
      expect(log).toContain(line)
  })

  it('holds prices in kopecks back as lists do, if the page shows no other', async () => {
    const run = await crawled([1, 2].map((n) => product(n, { price: 645_000 })))
    expect(run).toMatchObject({
      state: 'held',
      findings: [{ text: expect.stringContaining('во много раз больше обычной'), holds: true }],
    })
    expect(await prices()).toEqual({})
  })

  it('says why no page has a price', async () => {
    expect(
      await crawled([
        product(1, { price: 2_100, itemCondition: 'UsedCondition' }),
        '<h1>Вам есть 18 лет?</h1>',
      ]),
    ).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(
        /^Ни на одной странице магазина нет цены шины\. .*Шина не новая: б\/у — страниц 1/,
      ),
    })
  })

  it('says that its sitemap is empty', async () => {
    expect(await crawled([])).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('В карте сайта нет адресов — страниц 1'),
    })
  })
})
