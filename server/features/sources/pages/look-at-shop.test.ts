// Specification 23.9

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sqliteDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import {
  answering,
  type FeedServer,
  serving,
  startFeedServer,
} from '../../../../tests/support/feed-server.ts'
import { productPage } from '../../../../tests/support/shop-pages.ts'
import { type SourcesAt, sourcesAt } from '../../../../tests/support/source-runs.ts'
import { INSIDE } from '../../../platform/egress/allowed-hosts.ts'
import { lookAtShop } from './look-at-shop.ts'

const range = (length: number) => Array.from({ length }, (_, n) => n)
const html = { 'content-type': 'text/html; charset=utf-8' }
const nameOf = (n: number) => `Шина Arktika Polar ${n} 205/55 R16 91T`

describe('lookAtShop', () => {
  let shop: FeedServer
  let at: SourcesAt
  let database: TestDatabase
  let close: () => Promise<void>
  beforeEach(async () => {
    shop = await startFeedServer()
    database = await sqliteDatabase()
    at = await sourcesAt(database, shop.host, '2026-11-21T00:00:00Z')
    close = async () => {
      await shop.close()
      await database.remove()
    }
  })
  afterEach(() => close())

  const show = (path: string, content: string) => shop.feeds.set(path, serving(content, html))
  const look = () => {
    const { signal } = new AbortController()
    return lookAtShop({ fetcher: at.deps.pages.fetcher, signal }, `${shop.origin}/`)
  }
  const sitemap = (...paths: string[]) =>
    `<urlset>${paths.map((path) => `<url><loc>${shop.origin}${path}</loc></url>`).join('')}</urlset>`
  const listPage = (from: number, more = '') => {
    const items = range(10).map((n) => ({
      '@type': 'Product',
      name: nameOf(from + n),
      offers: { '@type': 'Offer', price: 5_000 + n, priceCurrency: 'RUB' },
    }))
    const list = {
      '@type': 'ItemList',
      itemListElement: items.map((item) => ({ '@type': 'ListItem', item })),
    }
    return `<script type="application/ld+json">${JSON.stringify(list)}</script><h1>Шины</h1>${more}`
  }

  it('says why the prices of a page cannot be used', async () => {
    show('/', productPage({ name: nameOf(1), price: 90 }).replace('RUB', 'USD'))
    expect(await look()).toMatchObject({
      pages: [],
      problems: [`${shop.origin}/: Цена не в рублях: USD`, expect.stringContaining('/sitemap.xml')],
    })
  })

  it('asks no host inside for its robots.txt to which the shop leads, though the operator has allowed it', async () => {
    const inner = await sourcesAt(database, [shop.host, 'localhost:80'], '2026-11-21T00:00:00Z')
    shop.feeds.set('/robots.txt', serving('Sitemap: http://localhost/a.xml'))
    show('/', '<h1>Магазин</h1>')
    const { signal } = new AbortController()
    const { problems } = await lookAtShop({ fetcher: inner.deps.pages.fetcher, signal }, `${shop.origin}/`)
    expect(problems).toEqual([`http://localhost/a.xml: ${INSIDE}`])
  })

  it('finds products by an index of sitemaps, with prices as they would be read', async () => {
    const index = `<sitemapindex>${['news', 'tyres'].map((name) => `<sitemap><loc>${shop.origin}/s-${name}.xml</loc></sitemap>`).join('')}</sitemapindex>`
    shop.feeds.set(
      '/robots.txt',
      serving(`User-agent: *\nDisallow: /cart\nSitemap: ${shop.origin}/index.xml`),
    )
    shop.feeds.set('/index.xml', serving(index))
    shop.feeds.set('/s-tyres.xml', serving(sitemap(...range(40).map((n) => `/shiny/tyre-${n}/`))))
    shop.feeds.set('/s-news.xml', serving(sitemap(...range(60).map((n) => `/news/${n}/`))))
    show('/', '<h1>Магазин</h1><a href="/cart">Корзина</a><a href="/market.yml">YML</a>')
    for (const n of range(40)) show(`/shiny/tyre-${n}/`, productPage({ name: nameOf(n) }))
    for (const n of range(60)) show(`/news/${n}/`, '<h1>Новость</h1>')
    const found = await look()
    expect(found).toMatchObject({
      feeds: [`${shop.origin}/market.yml`],
      sitemaps: [`${shop.origin}/index.xml`, `${shop.origin}/s-tyres.xml`, `${shop.origin}/s-news.xml`],
      pages: [
        { pattern: '/shiny/*/', count: 40, kind: 'product', tyres: [{ price: 5_490, name: nameOf(0) }] },
      ],
    })
    expect(found.problems).toEqual([
      `${shop.origin}/cart: Сайт ${shop.host} не разрешает программам читать эту страницу (robots.txt)`,
    ])
    expect(shop.asked.filter(({ path }) => path === '/cart')).toEqual([])
  })

  it('prefers lists, which it finds by their links', async () => {
    show('/', '<a href="/catalog/shiny/">Шины</a><a href="/about">О нас</a>')
    show('/about', 'О нас')
    show(
      '/catalog/shiny/',
      listPage(
        0,
        range(20)
          .map((n) => `<a href="?page=${n + 2}">${n}</a><a href="/p/${n}.html">x</a>`)
          .join(''),
      ),
    )
    for (const n of range(20)) {
      show(`/catalog/shiny/?page=${n + 2}`, listPage(10 * n + 10))
      show(`/p/${n}.html`, productPage({ name: nameOf(n) }))
    }
    const { pages, sitemaps } = await look()
    expect(sitemaps).toEqual([])
    expect(pages.map(({ pattern, kind, count, tyres }) => [pattern, kind, count, tyres.length])).toEqual([
      ['/catalog/shiny/?page=*', 'list', 20, 10],
      ['/catalog/shiny/', 'list', 1, 10],
      ['/p/*', 'product', 20, 1],
    ])
  })

  it('makes few requests, at the pace of the shop, and keeps to it', async () => {
    const begun = at.clock()
    show(
      '/',
      range(3_000)
        .map((n) => `<a href="/${n % 50}/${n}/x${n % 7}">x</a>`)
        .join(''),
    )
    expect((await look()).pages).toEqual([])
    expect(shop.asked.length).toBeLessThanOrEqual(22)
    expect(at.clock() - begun).toBeGreaterThanOrEqual(1_000 * (shop.asked.length - 1))
  })

  it('says why a shop cannot be read', async () => {
    shop.feeds.set('/', answering(403))
    await expect(look()).rejects.toThrow('Сайт не показывает эту страницу программам (ответ 403)')
    shop.feeds.set('/robots.txt', answering(500))
    await expect(look()).rejects.toThrow('Сайт не показывает эту страницу программам (ответ 403)')
  })

  it('goes on after a damaged sitemap', async () => {
    shop.feeds.set('/sitemap.xml', serving(`${sitemap('/shiny/1').replace('</urlset>', '')}<url><loc>`))
    show('/', '<a href="/shiny/1">x</a>')
    show('/shiny/1', productPage({ name: nameOf(1) }))
    const { pages, problems } = await look()
    expect(pages).toMatchObject([{ kind: 'product' }])
    expect(problems[0]).toContain('/sitemap.xml: XML повреждён')
  })

  it('reads each sitemap of an index once, also one that names itself, and says what is empty', async () => {
    show('/', '<h1>Магазин</h1>')
    const named = ['/sitemap.xml', '/empty.xml', '/empty.xml']
    const entries = named.map((path) => `<sitemap><loc>${shop.origin}${path}</loc></sitemap>`).join('')
    shop.feeds.set('/sitemap.xml', serving(`<sitemapindex>${entries}</sitemapindex>`))
    shop.feeds.set('/empty.xml', serving('<urlset></urlset>'))
    const { sitemaps, problems } = await look()
    expect(sitemaps).toEqual([`${shop.origin}/sitemap.xml`, `${shop.origin}/empty.xml`])
    expect(problems).toEqual([`${shop.origin}/empty.xml: В карте сайта нет адресов`])
  })
})
