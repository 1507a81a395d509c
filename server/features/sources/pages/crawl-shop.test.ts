// Specification 23.10

import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ShopCrawl } from '../../../../contract/sources/crawl.ts'
import { ENGINES, type TestDatabase } from '../../../../tests/support/database.ts'
import {
  type FeedServer,
  serving,
  servingWithEtag,
  startFeedServer,
} from '../../../../tests/support/feed-server.ts'
import { offer, savePrices } from '../../../../tests/support/prices.ts'
import { microdataPage, productPage } from '../../../../tests/support/shop-pages.ts'
import { type SourcesAt, sourcesAt } from '../../../../tests/support/source-runs.ts'
import { acceptRun } from '../runs.ts'

const DAY = '2026-11-21'
const HOUR = 'T03:00:00Z'
const html = { 'content-type': 'text/html; charset=utf-8' }
const range = (length: number) => Array.from({ length }, (_, n) => n)
const nameOf = (n: number) => `Arktika Polar ${n} 205/55 R16 91T`
const dayOf = (n: number) => `2026-11-${21 + n}`

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`a whole shop on ${engine}`, () => {
    let shop: FeedServer
    let database: TestDatabase
    let at: SourcesAt
    let source: string
    beforeEach(async () => {
      shop = await startFeedServer()
      database = await (open as () => Promise<TestDatabase>)()
      at = await sourcesAt(database, shop.host, `${DAY}T02:00:00Z`)
      await at.addAdmin('admin')
    })
    afterEach(async () => {
      await shop.close()
      await database.remove()
    })

    const crawl = (over: Partial<ShopCrawl> = {}): ShopCrawl => ({
      ...{ sitemaps: [], starts: [], lists: [], products: [], cities: null, pause: 1, hours: null },
      ...{ rest_days: 7, completeness: 70 },
      ...over,
    })
    const addShop = async (over: Partial<ShopCrawl>) => {
      source = await at.addSource({ site: 'shop.ru', kind: 'shop', times: ['06:00'], crawl: crawl(over) })
    }
    const show = (path: string, content: string) => shop.feeds.set(path, serving(content, html))
    const showSitemap = (...paths: string[]) =>
      shop.feeds.set(
        '/sitemap.xml',
        serving(
          `<urlset>${paths.map((path) => `<url><loc>${shop.origin}${path}</loc></url>`).join('')}</urlset>`,
        ),
      )
    const productsBySitemap = { sitemaps: ['/sitemap.xml'], products: ['/tyre/*'] }
    const withProducts = async (count: number, over: Partial<ShopCrawl> = {}) => {
      for (const n of range(count)) show(`/tyre/${n}`, productPage({ name: nameOf(n), price: 5_000 + n }))
      showSitemap(...range(count).map((n) => `/tyre/${n}`))
      await addShop({ ...productsBySitemap, sitemaps: [`${shop.origin}/sitemap.xml`], ...over })
    }
    const readOn = async (day: number) => {
      at.at(`${dayOf(day)}${HOUR}`)
      await at.work()
      return at.last(source)
    }
    const asked = () => shop.asked.map(({ path }) => path)
    /** Prices and stock of a day by name of the tyre and city. */
    const pricesOf = async (day: number) => {
      const rows = await at.db.all<{ name: string; offers: string }>(
        `SELECT l.specs, o.offers, t.name FROM site_offers o JOIN tyres t ON t.id = o.tyre_id
         JOIN sites s ON s.id = o.site_id JOIN listings l ON l.tyre_id = t.id AND l.site_id = s.id
         WHERE s.host = 'shop.ru' AND o.day = ?`,
        dayOf(day),
      )
      return new Map(
        rows.map(({ name, offers }) => [
          name,
          (JSON.parse(offers) as unknown[][]).map((one) => [one[0], one[2], one[5]]),
        ]),
      )
    }

    it('is read by its sitemap, and its tyres come in with what their names say', async () => {
      await withProducts(3)
      show('/tyre/1', microdataPage(nameOf(1), 5_100))
      show(
        '/tyre/2',
        `<h1>x</h1><script>window.__STATE__ = ${JSON.stringify({ item: { name: nameOf(2), price: 5_200 } })}</script>`,
      )
      expect(await readOn(0)).toMatchObject({ state: 'imported', tyres: 3, records: 3 })
      expect(asked()).toEqual(['/robots.txt', '/sitemap.xml', '/tyre/0', '/tyre/1', '/tyre/2'])
      const [tyre] = await at.db.all(
        'SELECT brand, width, height, diameter, load_index, speed_index FROM tyres ORDER BY id',
      )
      expect(tyre).toEqual({
        brand: 'Arktika',
        width: '205',
        height: '55',
        diameter: '16',
        load_index: '91',
        speed_index: 'T',
      })
    })

    it('leads to no other host, whatever its sitemaps name', async () => {
      const other = await startFeedServer()
      await withProducts(1)
      const foreign = [`${other.origin.replace('localhost', '127.0.0.1')}/tyre/9`, 'https://other.ru/tyre/9']
      const index = `<sitemapindex><sitemap><loc>${foreign[0]}</loc></sitemap><sitemap><loc>${shop.origin}/more.xml</loc></sitemap></sitemapindex>`
      shop.feeds.set('/more.xml', shop.feeds.get('/sitemap.xml') as never)
      shop.feeds.set('/sitemap.xml', serving(index))
      const urls = [`${shop.origin}/tyre/0`, ...foreign]
        .map((address) => `<url><loc>${address}</loc></url>`)
        .join('')
      shop.feeds.set('/more.xml', serving(`<urlset>${urls}</urlset>`))
      expect(await readOn(0)).toMatchObject({ state: 'imported', tyres: 1 })
      expect(other.asked).toEqual([])
      expect(await at.db.all('SELECT address FROM crawl_pages ORDER BY id')).toEqual(
        ['/sitemap.xml', '/more.xml', '/tyre/0'].map((path) => ({ address: `${shop.origin}${path}` })),
      )
      await other.close()
    })

    /** A list of tyres in pages of ten, whose prices depend on a cookie. */
    const listOf = (count: number) => (request: IncomingMessage, response: ServerResponse) => {
      const page = Number(new URL(request.url ?? '', shop.origin).searchParams.get('page') ?? 1)
      const dearer = /city=omsk/.test(request.headers.cookie ?? '') ? 1_000 : 0
      const items = range(count)
        .slice(10 * page - 10, 10 * page)
        .map((n) => ({
          '@type': 'Product',
          name: nameOf(n),
          sku: `S${n}`,
          offers: { '@type': 'Offer', price: 5_000 + n + dearer, priceCurrency: 'RUB' },
        }))
      const next =
        page * 10 < count ? `<a href="/list?page=${page + 1}&PHPSESSID=${Math.random()}">дальше</a>` : ''
      const trap = `<a href="/calendar?day=${Math.random()}">календарь</a><a href="/secret/list?page=1">x</a>`
      const list = {
        '@type': 'ItemList',
        itemListElement: items.map((item) => ({ '@type': 'ListItem', item })),
      }
      response
        .writeHead(200, html)
        .end(`<script type="application/ld+json">${JSON.stringify(list)}</script>${next}${trap}`)
    }

    it('is read by its lists in each city, and by nothing else', async () => {
      shop.feeds.set('/robots.txt', serving('User-agent: *\nDisallow: /secret'))
      const handler = listOf(25)
      const feeds = shop.feeds.get.bind(shop.feeds)
      shop.feeds.get = (path) => feeds(path) ?? (/^\/list\b/.test(path) ? handler : undefined)
      const cities = {
        by: 'cookie',
        name: 'city',
        values: [
          { city: 'Омск', value: 'omsk' },
          { city: 'Томск', value: 'tomsk' },
        ],
      } as const
      await addShop({
        starts: [`${shop.origin}/list`],
        lists: ['/list?page=*'],
        cities: { ...cities, values: [...cities.values] },
      })
      expect(await readOn(0)).toMatchObject({ state: 'imported', tyres: 25, offers: 50 })
      expect(asked().filter((path) => !path.startsWith('/list'))).toEqual(['/robots.txt'])
      expect(asked().filter((path) => path.startsWith('/list'))).toHaveLength(6)
      const [[, offers] = []] = await pricesOf(0)
      expect(new Set(offers?.map(([, price]) => price)).size).toBe(2)
    })

    it('has pages that are not needed each day read once a week, our own daily', async () => {
      await withProducts(4)
      await savePrices(at.db, 'own.ru', DAY, [
        [{ article: '', name: nameOf(0), loadIndex: '91', speedIndex: 'T' }, offer({ retail: 5_000 }), {}],
      ])
      await readOn(0)
      for (const day of [1, 2]) {
        shop.asked.length = 0
        const run = await readOn(day)
        expect(run).toMatchObject({
          tyres: 4,
          message: expect.stringMatching(/^(Страницы магазина говорят то же|$)/),
        })
        expect(run?.log.map(({ text }) => text)).toContain(
          'Страниц 5, не прочитано 0, не перечитано 3: шины, которых у нас нет, читаются раз в 7 дн.',
        )
        expect(asked()).toEqual(['/robots.txt', '/sitemap.xml', '/tyre/0'])
      }
      shop.asked.length = 0
      await readOn(7)
      expect(asked()).toHaveLength(6)
    })

    it('is asked for what changed', async () => {
      await withProducts(1, { rest_days: 1 })
      shop.feeds.set('/tyre/0', servingWithEtag(productPage({ name: nameOf(0) }), '"1"'))
      await readOn(0)
      expect(await readOn(1)).toMatchObject({ state: 'unchanged', tyres: 1 })
      expect(shop.asked.at(-1)?.headers['if-none-match']).toBe('"1"')
    })

    it('is read slower when it asks for that, and then left alone', async () => {
      await withProducts(3)
      let refusals = 1
      const refusing = (request: IncomingMessage, response: ServerResponse) =>
        refusals-- > 0
          ? void response.writeHead(503, { 'retry-after': '90' }).end()
          : serving(productPage({ name: nameOf(1) }), html)(request, response)
      shop.feeds.set('/tyre/1', refusing)
      const begun = Date.parse(`${DAY}${HOUR}`)
      expect(await readOn(0)).toMatchObject({ state: 'imported', tyres: 3 })
      expect(at.clock() - begun).toBeGreaterThan(90_000)
      refusals = 10
      await at.db.run('UPDATE crawl_pages SET read_at = 0')
      shop.asked.length = 0
      expect(await readOn(1)).toMatchObject({ state: 'waiting', attempt: 1 })
      expect(asked()).toEqual(['/robots.txt', '/sitemap.xml', '/tyre/0', '/tyre/1', '/tyre/1', '/tyre/1'])
    })

    it('is read on after each of twenty stops, each page once but those under way', async () => {
      await withProducts(40)
      let runner = at.runnerOf()
      let stops = 0
      const show = (n: number) => {
        const page = serving(productPage({ name: nameOf(n) }), html)
        let isFirst = true
        shop.feeds.set(`/tyre/${n}`, (request, response) => {
          if (n % 2 === 0 || !isFirst) return page(request, response)
          isFirst = false
          stops++
          void runner.stop()
        })
      }
      for (const n of range(40)) show(n)
      at.at(`${DAY}${HOUR}`)
      while (await runner.runDue()) runner = at.runnerOf()
      expect(stops).toBe(20)
      expect(await at.last(source)).toMatchObject({ state: 'imported', tyres: 40 })
      const pages = asked().filter((path) => path.startsWith('/tyre'))
      expect(pages).toHaveLength(60)
      expect(new Set(pages).size).toBe(40)
    })

    it('is held back if too few tyres are left; those that vanish are out of stock, then gone', async () => {
      await withProducts(10, { rest_days: 1 })
      await readOn(0)
      showSitemap(...range(9).map((n) => `/tyre/${n}`))
      expect(await readOn(1)).toMatchObject({ state: 'imported', tyres: 10 })
      expect((await pricesOf(1)).get(nameOf(9))?.[0]?.[2]).toBe(0)
      expect(await readOn(5)).toMatchObject({ state: 'imported', tyres: 9 })
      showSitemap(...range(4).map((n) => `/tyre/${n}`))
      expect(await readOn(9)).toMatchObject({
        state: 'held',
        message: expect.stringContaining('меньше 70 %'),
      })
    })

    it('is held back at once when most of its tyres vanish in a day', async () => {
      await withProducts(10)
      await readOn(0)
      showSitemap(...range(4).map((n) => `/tyre/${n}`))
      expect(await readOn(1)).toMatchObject({
        state: 'held',
        message: expect.stringContaining('меньше 70 %'),
      })
      expect(await pricesOf(1)).toEqual(new Map())
    })

    it('is compared with what a list had that an administrator accepted, without the vanished', async () => {
      await withProducts(10)
      await readOn(0)
      showSitemap(...range(4).map((n) => `/tyre/${n}`))
      await readOn(1)
      const { id } = (await at.last(source)) as { id: number }
      await at.db.transaction((sql) => acceptRun(sql, id, at.clock()))
      await at.work()
      expect(await at.last(source)).toMatchObject({ id, state: 'imported', offers: 10 })
      expect(await readOn(2)).toMatchObject({ state: 'unchanged' })
      showSitemap('/tyre/0')
      expect(await readOn(3)).toMatchObject({
        state: 'held',
        message: expect.stringMatching(/^Предложений 1, а .* было 4: меньше 70 %/),
      })
    })

    it('keeps the stock of a tyre whose page could not be read', async () => {
      await withProducts(10, { rest_days: 1 })
      await readOn(0)
      shop.feeds.set('/tyre/9', (_, response) => response.writeHead(500).end())
      expect(await readOn(1)).toMatchObject({ state: 'unchanged', tyres: 10 })
      expect((await pricesOf(1)).get(nameOf(9))).toEqual((await pricesOf(0)).get(nameOf(9)))
    })

    it('leaves a tyre to its own page when another page that showed it goes away', async () => {
      await withProducts(4)
      const related = productPage({ name: nameOf(3), price: 5_003 }).replace(
        '</head>',
        `${productPage({ name: nameOf(1), price: 5_001 })
          .match(/<script.*script>/s)?.[0]
          .replace('"name"', `"url":"${shop.origin}/tyre/1","name"`)}</head>`,
      )
      show('/tyre/3', related)
      expect(await readOn(0)).toMatchObject({ state: 'imported', tyres: 4 })
      showSitemap('/tyre/0', '/tyre/1', '/tyre/2')
      await readOn(1)
      const stocks = [...(await pricesOf(1))].map(([name, [offer]]) => [name, offer?.[2]])
      expect(stocks.sort()).toEqual([
        [nameOf(0), null],
        [nameOf(1), null],
        [nameOf(2), null],
        [nameOf(3), 0],
      ])
    })

    it('does not bring a sold tyre back while its page rests, and asks such a page again', async () => {
      await withProducts(10, { rest_days: 2 })
      await readOn(0)
      show('/tyre/9', '<h1>Нет такого товара</h1>')
      await readOn(2)
      expect((await pricesOf(2)).get(nameOf(9))?.[0]?.[2]).toBe(0)
      const before = shop.asked.length
      await readOn(3)
      expect((await pricesOf(3)).get(nameOf(9))?.[0]?.[2]).toBe(0)
      expect(asked().slice(before)).toContain('/tyre/9')
      await readOn(4)
      expect((await pricesOf(4)).has(nameOf(9))).toBe(false)
    })

    it('is read though its sitemaps are named twice, by themselves too, and one is damaged', async () => {
      await withProducts(3, { sitemaps: [`${shop.origin}/all.xml`] })
      const named = ['/all.xml', '/sitemap.xml', '/sitemap.xml', '/cut.xml.gz']
      const entries = named.map((path) => `<sitemap><loc>${shop.origin}${path}</loc></sitemap>`).join('')
      shop.feeds.set('/all.xml', serving(`<sitemapindex>${entries}</sitemapindex>`))
      const packed = gzipSync('<urlset></urlset>')
      shop.feeds.set('/cut.xml.gz', (_, response) => response.end(packed.subarray(0, packed.length - 9)))
      expect(await readOn(0)).toMatchObject({ state: 'imported', tyres: 3 })
      expect(asked().filter((path) => path === '/all.xml' || path === '/sitemap.xml')).toHaveLength(2)
    })

    it('is read within its hours', async () => {
      await withProducts(1, { hours: { from: '01:00', to: '06:00' } })
      expect(await readOn(0)).toMatchObject({
        state: 'waiting',
        message: 'Страницы читаются с 01:00 до 06:00',
        attempt: 0,
      })
      expect(asked()).toEqual([])
      at.at(`${DAY}T22:00:00Z`)
      await at.work()
      expect(await at.last(source)).toMatchObject({ state: 'imported', message: '' })
    })

    it('is read at once when its hours are removed', async () => {
      await withProducts(1, { hours: { from: '01:00', to: '06:00' } })
      expect(await readOn(0)).toMatchObject({ state: 'waiting' })
      const settings = crawl({ ...productsBySitemap, sitemaps: [`${shop.origin}/sitemap.xml`] })
      await at.changeSource(source, { site: 'shop.ru', kind: 'shop', times: ['06:00'], crawl: settings })
      await at.work()
      expect(await at.last(source)).toMatchObject({ state: 'imported', message: '' })
    })

    it.each<[string, Partial<ShopCrawl>, string]>([
      ['no pages', { products: [] }, 'на каких страницах магазина шины'],
      ['no start', { sitemaps: [] }, 'с каких страниц магазина начинать'],
      ['an address of the internal network', { starts: ['http://10.0.0.1/'] }, 'внутреннюю сеть'],
      [
        'a city without its value',
        { cities: { by: 'path', name: '', values: [{ city: 'Омск', value: '' }] } },
        'Город «Омск»',
      ],
      [
        'a cookie without its name',
        { cities: { by: 'cookie', name: 'a=b; c', values: [{ city: 'Омск', value: '1' }] } },
        'имя cookie',
      ],
      [
        'two cities of one value',
        {
          cities: {
            by: 'path',
            name: '',
            values: ['Омск', 'Томск'].map((city) => ({ city, value: '1' })),
          },
        },
        'одно значение',
      ],
      ['hours that have no length', { hours: { from: '05:00', to: '05:00' } }, 'в одно время'],
    ])('is refused with %s', async (_, over, words) => {
      await expect(withProducts(1, over)).rejects.toThrow(words)
    })
  })
}
