// Specification 23.4, 23.5

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../../../tests/support/database.ts'
import {
  answering,
  type FeedServer,
  serving,
  servingWithEtag,
  startFeedServer,
} from '../../../../tests/support/feed-server.ts'
import { offer, savePrices } from '../../../../tests/support/prices.ts'
import { SECRET } from '../../../../tests/support/processes.ts'
import { microdataPage, productPage } from '../../../../tests/support/shop-pages.ts'
import { type SourcesAt, sourcesAt } from '../../../../tests/support/source-runs.ts'
import { lockPrices } from '../../../history/backfill.ts'
import { createSecretBox } from '../../auth/secret-box.ts'
import { addRun } from '../runs.ts'
import { enterListingOfPage, enterPageSource } from './page-listing.ts'
import { enterPage } from './page-store.ts'

const DAY = '2026-11-21'
const NEXT = '2026-11-22'
/** 05:00 in Moscow, an hour before pages are read. */
const EARLY = `${DAY}T02:00:00Z`
/** Pages of the shop, each of another tyre. */
const SIZES = ['205/55 R16', '195/65 R15', '225/45 R17', '235/60 R18', '185/60 R14']
const nameOf = (n: number) => `Arktika Polar 3 ${SIZES[n]} 91T`
const html = { 'content-type': 'text/html; charset=utf-8' }

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`tracked pages on ${engine}`, () => {
    let shop: FeedServer
    let database: TestDatabase
    let at: SourcesAt
    let source: string
    beforeEach(async () => {
      shop = await startFeedServer()
      database = await (open as () => Promise<TestDatabase>)()
      at = await sourcesAt(database, shop.host, EARLY)
      await at.addAdmin('anna')
      const tyres = SIZES.map((size, n) => {
        const [width = '', height = '', diameter = ''] = size.split(/[/ R]+/)
        const tyre = {
          article: `TS${n}`,
          name: nameOf(n),
          width,
          height,
          diameter,
          loadIndex: '91',
          speedIndex: 'T',
        }
        return [tyre, offer({ retail: 5_000 + n }), {}] as const
      })
      await savePrices(at.db, 'own.ru', DAY, tyres)
      await track(3)
    })
    afterEach(async () => {
      await shop.close()
      await database.remove()
    })

    const path = (n: number) => `/tyre-${n}`
    const show = (n: number, product: Parameters<typeof productPage>[0] = {}) =>
      shop.feeds.set(path(n), serving(productPage({ name: nameOf(n), price: 5_000 + n, ...product }), html))
    /** Tracks the first pages of the shop, which nobody has read yet. */
    const track = async (count: number) => {
      const [anna] = await at.db.all<{ id: string }>('SELECT id FROM users')
      const user = anna?.id as string
      const tyres = await at.db.all<{ id: number; article: string }>('SELECT id, article FROM tyres')
      const box = createSecretBox(SECRET, 'source secrets')
      await at.db.transaction(async (sql) => {
        await lockPrices(sql)
        for (let n = 0; n < count; n++) {
          show(n)
          const address = `${shop.origin}${path(n)}`
          const site = 'shop.ru'
          const tyre = tyres.find(({ article }) => article === `TS${n}`)?.id as number
          ;({ id: source } = await enterPageSource(sql, box, { site, address, zone: 'Europe/Moscow' }))
          const listingId = await enterListingOfPage(
            sql,
            { site, address, tyre, name: '' },
            { id: user, role: 'user', mayMove: false },
          )
          await enterPage(sql, { sourceId: source, address, listingId, city: 'Томск', by: user }, at.clock())
        }
        await sql.run('UPDATE sources SET next_run = ? WHERE id = ?', Date.parse(`${DAY}T03:00:00Z`), source)
      })
    }
    const readAt = async (iso: string) => {
      at.at(iso)
      await at.work()
      return at.last(source)
    }
    const asked = () => shop.asked.map((request) => request.path)
    const pages = () =>
      at.db.all<{ state: string; message: string; price: number | null }>(
        'SELECT state, message, price FROM shop_pages ORDER BY id',
      )
    const retail = async (day: string) => {
      const rows = await at.db.all<{ article: string; offers: string }>(
        `SELECT t.article, o.offers FROM site_offers o JOIN tyres t ON t.id = o.tyre_id JOIN sites s ON s.id = o.site_id
         WHERE s.host = 'shop.ru' AND o.day = ? ORDER BY t.article`,
        day,
      )
      return Object.fromEntries(
        rows.map(({ article, offers }) => [article, (JSON.parse(offers) as unknown[][])[0]?.[2]]),
      )
    }

    it('become prices of their tyres, by one request each', async () => {
      expect(await readAt(`${DAY}T03:00:00Z`)).toMatchObject({
        state: 'imported',
        tyres: 3,
        trigger: 'schedule',
      })
      expect(asked()).toEqual(['/robots.txt', path(0), path(1), path(2)])
      expect(shop.asked[1]?.headers['user-agent']).toBe('tyre-price-monitor (+https://prices.example.ru)')
      expect(await retail(DAY)).toEqual({ TS0: 5_000, TS1: 5_001, TS2: 5_002 })
      expect(await at.db.all('SELECT DISTINCT how FROM listings WHERE key LIKE ?', '#%')).toEqual([
        { how: 'person' },
      ])
    })

    it('pause a second between two requests, or as long as robots.txt asks', async () => {
      const begun = Date.parse(`${DAY}T03:00:00Z`)
      await readAt(`${DAY}T03:00:00Z`)
      expect(at.clock() - begun).toBeGreaterThanOrEqual(3_000)
      shop.feeds.set('/robots.txt', serving('User-agent: *\nCrawl-delay: 30\nDisallow: /tyre-1'))
      shop.asked.length = 0
      const next = Date.parse(`${NEXT}T03:00:00Z`)
      await readAt(`${NEXT}T03:00:00Z`)
      expect(at.clock() - next).toBeGreaterThanOrEqual(30_000)
      expect(asked()).toEqual(['/robots.txt', path(0), path(2)])
      expect((await pages())[1]).toMatchObject({
        state: 'held',
        message: expect.stringContaining('robots.txt'),
      })
    })

    it('that did not change keep their price for the new day', async () => {
      for (let n = 0; n < 3; n++)
        shop.feeds.set(path(n), servingWithEtag(productPage({ name: nameOf(n), price: 5_000 + n }), `"${n}"`))
      await readAt(`${DAY}T03:00:00Z`)
      shop.asked.length = 0
      expect(await readAt(`${NEXT}T03:00:00Z`)).toMatchObject({ state: 'unchanged' })
      expect(shop.asked.slice(1).map(({ headers }) => headers['if-none-match'])).toEqual([
        '"0"',
        '"1"',
        '"2"',
      ])
      expect(await retail(NEXT)).toEqual({ TS0: 5_000, TS1: 5_001, TS2: 5_002 })
    })

    it('that are gone, other than before, or implausible are held back, and told once', async () => {
      await readAt(`${DAY}T03:00:00Z`)
      shop.feeds.set(path(0), answering(404))
      shop.feeds.set(path(1), serving(microdataPage(nameOf(1), 5_100), html))
      show(2, { price: 500_000 })
      await readAt(`${NEXT}T03:00:00Z`)
      expect(await pages()).toEqual([
        { state: 'gone', message: 'Страницы больше нет на сайте', price: 5_000 },
        {
          state: 'held',
          message: 'Страница устроена иначе, чем раньше: цены на прежнем месте нет',
          price: 5_001,
        },
        { state: 'held', message: expect.stringContaining('проверьте её'), price: 5_002 },
      ])
      expect(await retail(NEXT)).toEqual({})
      await readAt('2026-11-23T03:00:00Z')
      const told = await at.db.all<{ body: string }>(
        "SELECT body FROM notifications WHERE vehicle_type = 'Страницы магазинов'",
      )
      expect(told.map(({ body }) => body)).toEqual([
        `shop.ru: цена не взята. ${nameOf(0)}: Страницы больше нет на сайте. И ещё страниц: 2.`,
      ])
      show(2, { price: 5_200 })
      await readAt('2026-11-24T03:00:00Z')
      expect(await retail('2026-11-24')).toEqual({ TS2: 5_200 })
    })

    it('out of stock keep their price with a stock of 0', async () => {
      show(0, { availability: 'OutOfStock' })
      await readAt(`${DAY}T03:00:00Z`)
      const [row] = await at.db.all<{ offers: string }>(
        `SELECT o.offers FROM site_offers o JOIN tyres t ON t.id = o.tyre_id JOIN sites s ON s.id = o.site_id
         WHERE s.host = 'shop.ru' AND t.article = 'TS0'`,
      )
      expect(JSON.parse(row?.offers as string)[0]).toContain(0)
    })

    it.each([429, 503])('are left alone after %i, and later only the rest is read', async (status) => {
      shop.feeds.set(path(1), answering(status))
      expect(await readAt(`${DAY}T03:00:00Z`)).toMatchObject({ state: 'waiting', attempt: 1 })
      expect(asked()).toEqual(['/robots.txt', path(0), path(1)])
      show(1)
      shop.asked.length = 0
      at.pass(10)
      await at.work()
      expect(await at.last(source)).toMatchObject({ state: 'imported', tyres: 3 })
      expect(asked()).toEqual([path(2), path(1)])
    })

    it('of a shop that cannot be reached are tried later', async () => {
      await track(5)
      for (let n = 0; n < 5; n++) shop.feeds.set(path(n), (_, response) => response.destroy())
      expect(await readAt(`${DAY}T03:00:00Z`)).toMatchObject({ state: 'waiting', attempt: 1 })
      expect(asked()).toEqual(['/robots.txt', path(0), path(1), path(2)])
    })

    it('go on where a stopped server was', async () => {
      let [stopped, runner] = [false, at.runnerOf()]
      shop.feeds.set(path(1), (_request, response) => {
        if (stopped) return serving(productPage({ name: nameOf(1), price: 5_001 }), html)(_request, response)
        stopped = true
        void runner.stop()
      })
      at.at(`${DAY}T03:00:00Z`)
      await runner.runDue()
      runner = at.runnerOf()
      await at.work()
      expect(await at.last(source)).toMatchObject({ state: 'imported', tyres: 3 })
      expect(asked()).toEqual(['/robots.txt', path(0), path(1), path(1), path(2)])
    })

    it('that are new are read by themselves, and imported with the others', async () => {
      await readAt(`${DAY}T03:00:00Z`)
      shop.asked.length = 0
      await track(4)
      await at.db.transaction((sql) =>
        addRun(sql, { sourceId: source, day: DAY, startedBy: 'pages' }, at.clock()),
      )
      await at.work()
      expect(asked()).toEqual([path(3)])
      expect(Object.keys(await retail(DAY))).toEqual(['TS0', 'TS1', 'TS2', 'TS3'])
    })
  })
}
