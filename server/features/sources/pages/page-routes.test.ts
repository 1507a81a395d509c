// Specification 23.3, 23.6, 23.7, 23.11

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LISTING_CALLS } from '../../../../contract/matching/listing-calls.ts'
import { PAGE_CALLS } from '../../../../contract/pages/page-calls.ts'
import type {
  PageReadingAnswer,
  TrackedPage,
  TrackedPagesAnswer,
} from '../../../../contract/pages/tracked-page.ts'
import type { Source } from '../../../../contract/sources/source.ts'
import { SOURCE_PATHS } from '../../../../contract/sources/source-paths.ts'
import { ENGINES } from '../../../../tests/support/database.ts'
import { type FeedServer, serving, startFeedServer } from '../../../../tests/support/feed-server.ts'
import { offer, savePrices } from '../../../../tests/support/prices.ts'
import { productPage } from '../../../../tests/support/shop-pages.ts'
import { type SourcesServer, sourcesServer } from '../../../../tests/support/sources.ts'
import { zoneTime } from '../schedule.ts'
import { enterPage, SELLERS_PAGES } from './page-store.ts'

const DAY = '2026-04-18'
const NAME = 'Arktika Polar 3 205/55 R16 91T'
const html = { 'content-type': 'text/html; charset=utf-8' }
const as = (token: string) => ({ authorization: `Bearer ${token}` })

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`tracking of pages on ${engine}`, () => {
    let shop: FeedServer
    let server: SourcesServer
    let seller: string
    let other: string
    beforeAll(async () => {
      shop = await startFeedServer()
      server = await sourcesServer(
        { PAGES_ALLOWED_HOSTS: shop.host, PUBLIC_URL: 'https://prices.example.ru' },
        open,
      )
      for (const name of ['seller', 'other']) await server.addUser(name)
      seller = (await server.signIn('seller')).token
      other = (await server.signIn('other')).token
      const tyre = (n: number) => ({
        article: `TS${n}`,
        name: NAME.replace('205', String(205 + 10 * n)),
        width: String(205 + 10 * n),
        loadIndex: '91',
        speedIndex: 'T',
      })
      const lines = Array.from({ length: 6 }, (_, n) => [tyre(n), offer({ retail: 5_000 }), {}] as const)
      await savePrices(server.database.db, 'own.ru', DAY, lines)
    })
    afterAll(async () => {
      await shop?.close()
      await server?.close()
    })
    beforeEach(() => {
      shop.asked.length = 0
    })

    const show = (n: number, product: Parameters<typeof productPage>[0] = {}) =>
      shop.feeds.set(
        `/tyre-${n}`,
        serving(productPage({ name: NAME.replace('205', String(205 + 10 * n)), ...product }), html),
      )
    const read = (n: number, address = `${shop.origin}/tyre-${n}`, token = seller) =>
      server.send('POST', PAGE_CALLS.read.path, { tyre: `TS${n}`, address }, as(token))
    const confirm = (reading: string, over: object = {}, token = seller) =>
      server.send(
        'POST',
        PAGE_CALLS.list.path,
        { reading, price: 0, city: 'Томск', zone: 'Europe/Moscow', ...over },
        as(token),
      )
    const reading = async (n: number) => (await read(n)).body as unknown as PageReadingAnswer
    const list = async (query = '', token = seller) =>
      (await server.send('GET', `${PAGE_CALLS.list.path}${query}`, undefined, as(token)))
        .body as unknown as TrackedPagesAnswer
    const sourceOfShop = async () => {
      const { sources } = (await server.get(SOURCE_PATHS.sources)) as unknown as { sources: Source[] }
      return sources.find(({ kind }) => kind === 'pages') as Source
    }
    const idle = async () => {
      await expect.poll(async () => (await sourceOfShop())?.last_run?.finished_at).toBeTruthy()
    }

    it('a page is read, shown, confirmed, and its price stands in the reports', async () => {
      show(0, { price: 5_490 })
      const begun = performance.now()
      const found = await reading(0)
      expect(found).toMatchObject({
        address: `${shop.origin}/tyre-0`,
        site: 'localhost',
        title: NAME,
        proposed: 0,
        city: '',
        prices: [
          {
            origin: 'json-ld',
            place: 'Product › offers › price',
            price: 5_490,
            pieces: 1,
            problem: '',
            doubt: '',
          },
        ],
      })
      const { body } = await confirm(found.reading)
      expect(body.page).toMatchObject({
        tyre: 'TS0',
        state: 'ok',
        price: 5_490,
        city: 'Томск',
        removable: true,
      })
      await idle()
      expect(performance.now() - begun).toBeLessThan(60_000)
      expect(shop.asked.map(({ path }) => path)).toEqual(['/robots.txt', '/tyre-0'])
      expect(await sourceOfShop()).toMatchObject({
        site: 'localhost',
        tyres: 1,
        times: ['06:00'],
        last_run: { trigger: 'pages', state: 'imported' },
      })
      const { id } = await sourceOfShop()
      const { traffic, pages } = (await server.page(id)) as {
        traffic: { requests: number; bytes: number }[]
        pages: object
      }
      expect(pages).toEqual({ ok: 1, held: 0, failed: 0, gone: 0, new: 0 })
      expect(traffic).toEqual([{ day: expect.any(String), requests: 2, bytes: expect.any(Number) }])
      expect(traffic[0]?.bytes).toBeGreaterThan(productPage().length)
      const card = await server.get(
        `/api/companion/tyres/TS0?date=${zoneTime('Europe/Moscow', Date.now()).day}`,
      )
      expect(JSON.stringify(card)).toContain('5490')
    })

    it('a reading is confirmed by its reader alone, once', async () => {
      show(1)
      const { reading: id } = await reading(1)
      expect(await confirm(id, {}, other)).toMatchObject({ status: 404 })
      expect(await confirm(id, { price: 7 })).toMatchObject({
        status: 400,
        body: { error: 'Этой цены на странице нет' },
      })
      expect(await confirm(id)).toMatchObject({ status: 200 })
      expect(await confirm(id)).toMatchObject({ status: 404 })
    })

    it('a page is removed by who added it, analysts and administrators', async () => {
      const { pages } = await list('?tyre=TS1', other)
      const [page] = pages as [TrackedPage]
      expect(page).toMatchObject({ tyre: 'TS1', added_by: 'seller', removable: false })
      const remove = (token: string) =>
        server.send('POST', `${PAGE_CALLS.list.path}/${page.id}/remove`, {}, as(token))
      expect(await remove(other)).toMatchObject({
        status: 403,
        body: { error: 'Эту страницу добавил другой человек: изменить её может он или аналитик' },
      })
      expect(await remove(seller)).toMatchObject({ status: 200 })
      expect(await remove(seller)).toMatchObject({ status: 404 })
      expect((await list('?tyre=TS1')).pages).toEqual([])
    })

    it('what speaks against a price is said, and decided by the person', async () => {
      show(2, { name: 'Michelin X-Ice 205/55 R16 91T', brand: 'Michelin' })
      const found = await reading(2)
      expect(found.prices).toMatchObject([
        { doubt: expect.stringContaining('На странице другая шина (другая марка)') },
      ])
      expect(await confirm(found.reading)).toMatchObject({ status: 200 })
    })

    it('a price that only an element shows is picked in the preview', async () => {
      shop.feeds.set('/tyre-4', serving(`<h1>Шина</h1><script>x()</script><p id="price">5 100 ₽</p>`, html))
      const found = await reading(4)
      expect(found).toMatchObject({
        proposed: null,
        prices: [{ origin: 'element', place: '#price', price: 5_100, mark: 1 }],
        preview: '<h1>Шина</h1><p><mark>1</mark> 5 100 ₽</p>',
      })
      const { body } = await confirm(found.reading)
      expect(body.page).toMatchObject({ state: 'ok', origin: 'element', place: '#price', price: 5_100 })
    })

    it('characters that no database holds do no harm', async () => {
      const name = `${NAME}\u0000\u202e\ud800`
      shop.feeds.set('/tyre-4', serving(`${productPage({ name, price: 5_100 })}<p>a\u0000b</p>`, html))
      const found = await reading(4)
      expect(found.prices[0]?.name).toContain(NAME)
      expect(JSON.stringify(found)).not.toMatch(/\\u0000|\u202e/)
    })

    it('a page that is built too deep is refused in words', async () => {
      shop.feeds.set('/deep', serving('<i>'.repeat(5_000), html))
      expect(await read(3, `${shop.origin}/deep`)).toMatchObject({
        status: 400,
        body: { error: 'Страница устроена слишком сложно' },
      })
    })

    it.each([
      ['an address of the internal network', 'http://10.0.0.1/', 'внутреннюю сеть'],
      ['no address', 'шина', 'не имя сайта'],
      ['a page that is missing', 'missing', 'Такой страницы на сайте нет (ответ 404)'],
    ])('refuses %s', async (_, address, words) => {
      const { status, body } = await read(3, address === 'missing' ? `${shop.origin}/missing` : address)
      expect(status).toBe(400)
      expect(body.error).toContain(words)
    })

    it('refuses an unknown tyre, and a site with a price list', async () => {
      show(4)
      const answer = await server.send(
        'POST',
        PAGE_CALLS.read.path,
        { tyre: 'NOPE', address: `${shop.origin}/tyre-4` },
        as(seller),
      )
      expect(answer).toMatchObject({ status: 404, body: { error: 'Такой шины нет' } })
      await server.addSource({ site: 'taken.ru', title: 'Прайс' })
      expect((await read(4, 'https://www.taken.ru/tyre')).body.error).toContain(
        'уже приходят прайс-листом «Прайс»',
      )
      const { reading: id } = await reading(4)
      await server.database.db.run("UPDATE page_readings SET site = 'taken.ru' WHERE id = ?", id)
      expect(await confirm(id)).toMatchObject({
        status: 409,
        body: { error: expect.stringContaining('уже приходят прайс-листом «Прайс»') },
      })
    })

    it('a second page of the site for the tyre is refused', async () => {
      show(5)
      await confirm((await reading(5)).reading)
      shop.asked.length = 0
      expect(await read(5, `${shop.origin}/same`)).toMatchObject({
        status: 409,
        body: { error: 'На этой шине уже есть предложение сайта localhost: за его страницей следят' },
      })
      expect(shop.asked).toEqual([])
    })

    it('a page that moved or is not tracked any more is replaced by another', async () => {
      shop.feeds.delete('/tyre-5')
      await server.database.db.run("UPDATE shop_pages SET state = 'gone' WHERE address LIKE '%/tyre-5'")
      shop.feeds.set('/moved', serving(productPage({ name: NAME.replace('205', '255') }), html))
      const { body } = await read(5, `${shop.origin}/moved`)
      expect(await confirm((body as unknown as PageReadingAnswer).reading)).toMatchObject({ status: 200 })
      const { pages } = await list('?tyre=TS5')
      expect(pages.map(({ address }) => address)).toEqual([`${shop.origin}/moved`])
      await server.send('POST', `${PAGE_CALLS.list.path}/${pages[0]?.id}/remove`, {}, as(seller))
      show(5)
      expect(await confirm((await reading(5)).reading)).toMatchObject({ status: 200 })
      expect((await list('?tyre=TS5')).total).toBe(1)
    })

    it('says that a page is tracked already, and what speaks against a price', async () => {
      show(5, { price: 50_000 })
      expect(await read(5, undefined, server.token)).toMatchObject({
        body: {
          tracked: { added_by: 'seller', price: 5_490 },
          city: 'Томск',
          prices: [{ doubt: expect.stringContaining('проверьте её') }],
        },
      })
      show(3, { price: 20_000 })
      expect(await reading(3)).toMatchObject({
        tracked: null,
        market: 5_000,
        tyre_name: NAME.replace('205', '235'),
        prices: [{ doubt: expect.stringContaining('а на рынке') }],
      })
      show(5)
      show(3)
    })

    it('a page is changed by those who may remove it, and its record names who did', async () => {
      const refused = {
        status: 403,
        body: { error: 'Эту страницу добавил другой человек: изменить её может он или аналитик' },
      }
      shop.asked.length = 0
      expect(await read(5, undefined, other)).toMatchObject(refused)
      expect(shop.asked).toEqual([])
      const { db } = server.database
      // The page was nobody's when it was read.
      const { reading: id } = await reading(5)
      await db.run("UPDATE page_readings SET user_id = (SELECT id FROM users WHERE username = 'other')")
      expect(await confirm(id, { city: 'Омск' }, other)).toMatchObject(refused)
      expect((await list('?tyre=TS5')).pages).toMatchObject([{ city: 'Томск', changed_by: '' }])

      await db.run("UPDATE shop_pages SET state = 'gone' WHERE address LIKE '%/tyre-5'")
      expect(await read(5, `${shop.origin}/same`, other)).toMatchObject({
        status: 409,
        body: { error: expect.stringContaining('за его страницей следят') },
      })

      const { reading: mine } = (await read(5, undefined, server.token)).body as unknown as PageReadingAnswer
      const { body } = await confirm(mine, { city: 'Омск' }, server.token)
      expect(body.page).toMatchObject({ city: 'Омск', state: 'ok', added_by: 'seller', changed_by: 'admin' })
      const changes = await db.all<{ username: string; detail: string }>(
        "SELECT u.username, a.details AS detail FROM audit_log a JOIN users u ON u.id = a.user_id WHERE a.event = 'page changed'",
      )
      expect(changes.at(-1)).toEqual({ username: 'admin', detail: `${shop.origin}/tyre-5` })
    })

    it('a city is written as in the price lists', async () => {
      const { reading: id } = await reading(5)
      const { body } = await confirm(id, { city: ' тОМСК ' })
      expect(body.page).toMatchObject({ city: 'Томск' })
    })

    it('a seller cannot take a page to another tyre, nor from it; a detached one is tracked again by its adder', async () => {
      expect(
        await server.send(
          'POST',
          PAGE_CALLS.read.path,
          { tyre: 'TS4', address: `${shop.origin}/tyre-5` },
          as(other),
        ),
      ).toMatchObject({ status: 409, body: { error: expect.stringContaining('как за другой шиной') } })
      const { db } = server.database
      const listing = await db.get<{ id: number }>(
        "SELECT listing_id AS id FROM shop_pages WHERE address LIKE '%/tyre-5'",
      )
      const detach = `${LISTING_CALLS.search.path}/${listing?.id}/detach`
      expect(await server.send('POST', detach, {}, as(server.token))).toMatchObject({ status: 200 })
      expect((await list('?tyre=TS5')).pages).toEqual([])
      expect(await confirm((await reading(5)).reading)).toMatchObject({ status: 200 })
      expect((await list('?tyre=TS5')).pages).toHaveLength(1)
    })

    it('many come from a file, with a report', async () => {
      show(3)
      const file = [
        'Наш артикул;Адрес страницы;Город',
        `ts 3;${shop.origin}/tyre-3?utm_source=mail;Омск`,
        `TS5;${shop.origin}/tyre-5;`,
        `NOPE;${shop.origin}/x;`,
        `TS4;http://192.168.0.1/x;`,
        `TS4;${shop.origin}/tyre-5;`,
        ';https://shop.ru/;',
      ].join('\n')
      const send = (token: string) =>
        server.send('POST', `${PAGE_CALLS.file.path}?zone=Asia/Omsk`, file, {
          'content-type': 'text/csv',
          ...as(token),
        })
      expect(await send(seller)).toMatchObject({ status: 403 })
      expect(await send(server.token)).toMatchObject({
        status: 200,
        body: {
          lines: 6,
          added: 1,
          known: 1,
          problems: [
            { line: 4, text: 'Шины с артикулом NOPE нет' },
            { line: 5, text: expect.stringContaining('внутреннюю сеть') },
            { line: 6, text: expect.stringContaining('За этой страницей следят как за другой шиной') },
            { line: 7, text: 'Нет нашего артикула' },
          ],
        },
      })
      await expect.poll(async () => (await list('?tyre=TS3')).pages[0]?.state).toBe('ok')
      expect((await list('?tyre=TS3')).pages).toMatchObject([
        { city: 'Омск', price: 5_490, added_by: 'admin' },
      ])
      const exported = await server.app.inject({
        url: `${PAGE_CALLS.file.path}?format=csv`,
        headers: as(server.token),
      })
      expect(exported.body).toContain(`TS3;`)
      expect(exported.body).toContain(`${shop.origin}/tyre-3`)
    })

    it('a seller tracks a limited number of pages, whose known ones may still be confirmed', async () => {
      const { db } = server.database
      const page = await db.get<{ source_id: string; listing_id: number; id: string }>(
        `SELECT p.source_id, p.listing_id, u.id FROM shop_pages p, users u WHERE u.role = 'user' LIMIT 1`,
      )
      const { source_id: sourceId = '', listing_id: listingId = 0, id: by = '' } = page ?? {}
      const enter = (n: number) =>
        db.transaction((sql) =>
          enterPage(sql, { sourceId, address: `https://a.ru/${n}`, listingId, city: '', by }, n),
        )
      await db.run('UPDATE shop_pages SET added_by = NULL')
      for (let n = 0; n < SELLERS_PAGES; n++) await enter(n)
      await expect(enter(SELLERS_PAGES)).rejects.toThrow('больше может аналитик')
      expect(await enter(0)).toMatchObject({ done: 'nothing' })
    })
  })
}
