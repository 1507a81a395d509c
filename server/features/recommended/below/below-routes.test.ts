// Specification 26.7, 26.8, 26.9, 26.10
import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readAnswer } from '../../../../contract/lib/answer.ts'
import { BelowAnswer, TyreBelowRrp } from '../../../../contract/recommended/below.ts'
import { SHEET_PART } from '../../../../contract/spreadsheet/xlsx-parts.ts'
import { readCsv } from '../../../../tests/support/csv.ts'
import { ENGINES, type TestDatabase } from '../../../../tests/support/database.ts'
import { type Line, savePrices } from '../../../../tests/support/prices.ts'
import { saveRecommended } from '../../../../tests/support/recommended.ts'
import { type TestWire, testWire } from '../../../../tests/support/wire.ts'

const DAYS = ['2026-04-15', '2026-04-16', '2026-04-17', '2026-04-18'] as const
const LAST = DAYS[3]
const BELOW = '/api/companion/recommended/below'

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`the report of prices below the recommended ones on ${engine}`, () => {
    let wire: TestWire
    beforeEach(async () => {
      wire = await testWire({}, open as () => Promise<TestDatabase>)
    })
    afterEach(() => wire.close())

    const line = (article: string, retail: number | null, city = 'Томск', warehouse = ''): Line => [
      { article, brand: article.startsWith('B') ? 'Borealis' : 'Arktika', name: `Шина ${article}` },
      { retail, wholesale: 1, city, warehouse },
    ]
    const save = (site: string, day: string, ...lines: Line[]) =>
      savePrices(wire.database.db, site, day, lines)
    const recommend = (...prices: [article: string, price: number][]) =>
      saveRecommended(
        wire.database.db,
        prices.map(([article, price]) => ({ article, price, brand: '' })),
      )
    const report = async (query: Record<string, string> = {}) =>
      readAnswer(BelowAnswer, (await wire.as('anna', { url: `${BELOW}?${new URLSearchParams(query)}` })).body)
    const found = async (query: Record<string, string> = {}) =>
      (await report(query)).rows.map(({ site, city, article, price, percent }) => [
        site,
        city,
        article,
        price,
        percent,
      ])

    it('names site, city, price and difference, the largest first', async () => {
      await save('a.ru', LAST, line('A1', 4750), line('A2', 6000), line('B1', 6300), line('A1', 4700, 'Омск'))
      await save('b.ru', LAST, line('A1', 4900), line('A1', 4800, 'Томск', 'Склад'), line('B1', null))
      await save('daikon.ru', LAST, line('A2', 5340))
      await recommend(['A1', 5000], ['A2', 6000], ['B1', 7000])
      const answer = await report()
      expect(answer).toMatchObject({
        day: LAST,
        first_day: LAST,
        last_day: LAST,
        has_list: true,
        total: 5,
        tyres: 3,
        pages: 1,
      })
      expect(await found()).toEqual([
        ['daikon.ru', 'Томск', 'A2', 5340, 11],
        ['a.ru', 'Томск', 'B1', 6300, 10],
        ['a.ru', 'Омск', 'A1', 4700, 6],
        ['a.ru', 'Томск', 'A1', 4750, 5],
        ['b.ru', 'Томск', 'A1', 4800, 4],
      ])
      expect(answer.sites).toEqual([
        { site: 'a.ru', own: false, tyres: 2, mean: 8, largest: 10 },
        { site: 'daikon.ru', own: true, tyres: 1, mean: 11, largest: 11 },
        { site: 'b.ru', own: false, tyres: 1, mean: 4, largest: 4 },
      ])
      expect([answer.brands, answer.cities]).toEqual([
        ['Arktika', 'Borealis'],
        ['Омск', 'Томск'],
      ])
    })

    it('is filtered by site, brand, city, search and tolerance', async () => {
      await save('a.ru', LAST, line('A1', 4950), line('B1', 6300), line('A1', 4900, 'Омск'))
      await save('b.ru', LAST, line('A1', 4000))
      await recommend(['A1', 5000], ['B1', 7000])
      expect(await found({ site: 'b.ru' })).toEqual([['b.ru', 'Томск', 'A1', 4000, 20]])
      expect((await report({ site: 'b.ru' })).sites).toHaveLength(2)
      expect(await found({ brand: 'Borealis' })).toEqual([['a.ru', 'Томск', 'B1', 6300, 10]])
      expect(await found({ city: 'Омск' })).toEqual([['a.ru', 'Омск', 'A1', 4900, 2]])
      expect(await found({ q: 'B1' })).toEqual([['a.ru', 'Томск', 'B1', 6300, 10]])
      expect((await found({ over: '1' })).map(([, , , price]) => price)).toEqual([4000, 6300, 4900])
      expect((await found({ over: '1', site: 'a.ru', city: 'Томск' })).map(([, , , price]) => price)).toEqual(
        [6300],
      )
      expect((await found({ over: '0.9' })).map(([, , , price]) => price)).toEqual([4000, 6300, 4900, 4950])
    })

    it('proves since when a price has been below, and when it was imported', async () => {
      const tyres = (...prices: (number | null)[]) =>
        prices.flatMap((price, i) => (price === null ? [] : [line(`A${i + 1}`, price)]))
      // Always below, below since the third day, above in between, not sold in between.
      await save('a.ru', DAYS[0], ...tyres(4000, 5000, 4000, 4000))
      await save('a.ru', DAYS[1], ...tyres(4100, 6000, 5000, null))
      await save('a.ru', DAYS[2], ...tyres(4200, 4999, 4900, 4000))
      await save('a.ru', LAST, ...tyres(4200, 4998, 4900, 4000))
      await recommend(['A1', 5000], ['A2', 5000], ['A3', 5000], ['A4', 5000])
      const since = async (date: string) =>
        Object.fromEntries(
          (await report({ date })).rows.map(({ article, since: day, earlier }) => [
            article,
            earlier ? `<= ${day}` : day,
          ]),
        )
      expect(await since(LAST)).toEqual({ A1: `<= ${DAYS[0]}`, A2: DAYS[2], A3: DAYS[2], A4: DAYS[2] })
      expect(await since(DAYS[0])).toEqual({ A1: `<= ${DAYS[0]}`, A3: `<= ${DAYS[0]}`, A4: `<= ${DAYS[0]}` })
      const [row] = (await report()).rows
      const snapshot = await wire.database.db.get<{ imported_at: number }>(
        'SELECT imported_at FROM snapshots WHERE day = ?',
        LAST,
      )
      expect(row).toMatchObject({
        imported_at: new Date(Number(snapshot?.imported_at)).toISOString(),
        source: '',
        page: '',
      })
    })

    it('does not end the time on days without a list of the site', async () => {
      await save('a.ru', DAYS[0], line('A1', 5000))
      await save('b.ru', DAYS[0], line('A1', 5000))
      await save('a.ru', DAYS[1], line('A1', 4000))
      await save('a.ru', LAST, line('A1', 4000))
      await recommend(['A1', 5000])
      expect((await report()).rows).toMatchObject([{ since: DAYS[1], earlier: false }])
    })

    it('names the source, and the page that states the price', async () => {
      const { db } = wire.database
      await save('a.ru', LAST, line('A1', 4000), line('A2', 4000))
      await db.run(
        `INSERT INTO sources (id, site, title, enabled, kind, address, secret_names, secrets, mapping, times, zone, expected_by, max_bad, created_at)
         VALUES ('s1', 'a.ru', 'Магазин А', 1, 'pages', '', '[]', '', '{}', '[]', 'Asia/Tomsk', '', 20, 0)`,
      )
      const listing = await db.get<{ id: number }>("SELECT id FROM listings WHERE key = 'A1'")
      await db.run(
        `INSERT INTO shop_pages (source_id, address, listing_id, city, created_at) VALUES ('s1', 'https://a.ru/a1', ?, '', 0)`,
        listing?.id ?? 0,
      )
      await db.run(
        `INSERT INTO crawl_records (source_id, city, code, listing_key, page, record, seen_by_run, seen_at)
         VALUES ('s1', 'Томск', '2', 'A2', ?, '{}', 1, 0)`,
        'https://a.ru/tyres?page=2',
      )
      await recommend(['A1', 5000], ['A2', 5000])
      const rows = (await report()).rows.map(({ article, source, page }) => [article, source, page])
      expect(rows.sort()).toEqual([
        ['A1', 'Магазин А', 'https://a.ru/a1'],
        ['A2', 'Магазин А', 'https://a.ru/tyres?page=2'],
      ])
    })

    it('has pages, and a file with all rows', async () => {
      const articles = Array.from({ length: 120 }, (_, i) => `A${i}`)
      await save('a.ru', LAST, ...articles.map((article, i) => line(article, 1000 + i)))
      await save('b.ru', LAST, [{ article: '=A0', name: '=1+1' }, { retail: 100.5 }])
      await recommend(...articles.map((article): [string, number] => [article, 2000]), ['=A0', 200])
      const pages = await Promise.all(['1', '2', '3', '4'].map((page) => report({ page })))
      expect(pages.map(({ rows, total, pages: count }) => [rows.length, total, count])).toEqual([
        [50, 121, 3],
        [50, 121, 3],
        [21, 121, 3],
        [0, 121, 3],
      ])
      const file = await wire.as('anna', { url: `${BELOW}/file?format=csv` })
      const [header, ...rows] = readCsv(file.body.replace('\ufeff', ''))
      expect(header).toEqual(
        expect.arrayContaining([
          'Артикул',
          'Сайт',
          'РРЦ',
          'Цена',
          'Отличие от РРЦ, %',
          'Цена загружена (Москва)',
        ]),
      )
      expect(rows.map((row) => row[1]).filter((article) => article?.startsWith('A'))).toEqual(
        pages
          .flatMap((page) => page.rows.map(({ article }) => article))
          .filter((article) => article !== '=A0'),
      )
      const odd = rows.find((row) => row.includes('b.ru'))
      expect(odd).toEqual(expect.arrayContaining(["'=A0", "'=1+1", '200', '100,5', '-99,5', '-49,8']))
      expect(file.headers['content-disposition']).toBe(`attachment; filename="below_rrp_${LAST}.csv"`)
      const xlsx = await wire.as('anna', { url: `${BELOW}/file?format=xlsx&site=b.ru` })
      expect(xlsx.statusCode).toBe(200)
      const sheet = strFromU8(unzipSync(xlsx.rawPayload)[SHEET_PART] as Uint8Array)
      expect(sheet).toMatch(/<sheetData><row r="1"><c r="A1"[^>]*><is><t[^>]*>Дата</)
    })

    it('answers with what is missing: prices, a list, a day', async () => {
      expect(await report()).toMatchObject({ day: null, has_list: false, total: 0, rows: [] })
      await save('a.ru', LAST, line('A1', 4000))
      expect(await report()).toMatchObject({ day: LAST, has_list: false, total: 0 })
      await recommend(['A1', 5000])
      expect(await report({ date: DAYS[0] })).toMatchObject({
        day: DAYS[0],
        has_list: true,
        has_prices: false,
        total: 0,
      })
      expect((await wire.as('anna', { url: `${BELOW}?date=soon` })).statusCode).toBe(400)
      expect((await wire.as('anna', { url: `${BELOW}?over=-1` })).statusCode).toBe(400)
      expect((await wire.app.inject({ url: BELOW })).statusCode).toBe(401)
    })

    it('names the sites without a list of the day', async () => {
      await save('a.ru', LAST, line('A1', 6000))
      await save('b.ru', DAYS[1], line('A1', 4000))
      await save('c.ru', '2026-03-01', line('A1', 4000))
      await recommend(['A1', 5000])
      expect(await report()).toMatchObject({ has_prices: true, total: 0, late: ['b.ru'] })
      expect(await report({ date: DAYS[1] })).toMatchObject({ total: 1, late: [] })
    })

    it('tells a tyre’s card its price and who sells below', async () => {
      await save('a.ru', LAST, line('A1', 4000), line('A2', 6000))
      await save('b.ru', LAST, line('A1', 3000))
      await recommend(['A1', 5000], ['A2', 5000])
      const card = async (key: string) =>
        readAnswer(
          TyreBelowRrp,
          (await wire.as('anna', { url: `/api/companion/recommended/tyre?key=${key}` })).body,
        )
      expect(await card('A1')).toMatchObject({
        recommended: 5000,
        below: [
          { site: 'b.ru', price: 3000, percent: 40 },
          { site: 'a.ru', price: 4000, percent: 20 },
        ],
      })
      expect(await card('A2')).toEqual({ recommended: 5000, below: [] })
      expect(await card('nothing')).toEqual({ recommended: null, below: [] })
    })

    it('agrees with a plain count for any prices', async () => {
      const offers = fc.array(
        fc.record({
          site: fc.constantFrom('a.ru', 'b.ru', 'daikon.ru'),
          article: fc.constantFrom('A1', 'A2', 'B1'),
          city: fc.constantFrom('Томск', 'Омск'),
          warehouse: fc.constantFrom('', 'Склад'),
          retail: fc.option(fc.integer({ min: 40, max: 60 }).map((hundreds) => hundreds * 100 + 0.5)),
        }),
        { minLength: 1, maxLength: 15 },
      )
      let day = 0
      await recommend(['A1', 5000], ['A2', 5200.5])
      const limits: Record<string, number> = { A1: 5000, A2: 5200.5 }
      await fc.assert(
        fc.asyncProperty(offers, async (list) => {
          const date = `2025-0${1 + Math.floor(day / 28)}-${String(1 + (day++ % 28)).padStart(2, '0')}`
          const lowest = new Map<string, number>()
          for (const site of new Set(list.map((one) => one.site))) {
            const own = list.filter((one) => one.site === site)
            const unique = [
              ...new Map(own.map((one) => [`${one.article}${one.city}${one.warehouse}`, one])).values(),
            ]
            await save(
              site,
              date,
              ...unique.map((one) => line(one.article, one.retail, one.city, one.warehouse)),
            )
            for (const { article, city, retail } of unique) {
              if (retail === null || !(retail < (limits[article] ?? 0))) continue
              const key = `${site} ${city} ${article}`
              lowest.set(key, Math.min(lowest.get(key) ?? Number.POSITIVE_INFINITY, retail))
            }
          }
          const rows = (await report({ date })).rows.map((row) => [
            `${row.site} ${row.city} ${row.article}`,
            row.price,
          ])
          expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(lowest))
        }),
        { numRuns: 20 },
      )
    })
  })
}
