import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readReportPage } from '../../../contract/legacy/report-page.ts'
import { FILTER_NAMES, type FilterName } from '../../../contract/reports/filters.ts'
import type { ReportRow } from '../../../contract/reports/report-row.ts'
import { REPORTS } from '../../../contract/reports/reports.ts'
import { readCsv } from '../../../tests/support/csv.ts'
import { USUAL_ENGINES } from '../../../tests/support/database.ts'
import { type Line, savePrices } from '../../../tests/support/prices.ts'
import { type TestWire, testWire } from '../../../tests/support/wire.ts'

const THEN = '2026-04-17'
const DAY = '2026-04-18'
const SITES = ['daikon.ru', 'a.ru', 'b.ru', 'c.ru']
const CITIES = ['Томск', 'Омск', 'Уфа']
const BRANDS = ['Arktika', 'Zorki', 'КАМА', '']
const SEASONS = ['Зимняя', 'Летняя', '']
const LIST = REPORTS['retail-stats'].sources.retail.list

type Query = readonly (readonly [string, string])[]

const tyre = fc.record({
  brand: fc.constantFrom(...BRANDS),
  season: fc.constantFrom(...SEASONS),
  offers: fc.array(
    fc.record({
      site: fc.constantFrom(...SITES),
      city: fc.constantFrom(...CITIES),
      retail: fc.integer({ min: 50, max: 90 }).map((hundreds) => hundreds * 100),
    }),
    { minLength: 1, maxLength: 8 },
  ),
})

for (const { engine, open } of USUAL_ENGINES) {
  describe.skipIf(!open)(`several values of a filter on ${engine} (specification 10.27)`, () => {
    let wire: TestWire

    beforeAll(async () => {
      wire = await testWire({}, open)
      // More tyres than a page has.
      const [tyres = []] = fc.sample(fc.array(tyre, { minLength: 240, maxLength: 240 }), {
        seed: 42,
        numRuns: 1,
      })
      for (const site of SITES) {
        for (const day of [THEN, DAY]) {
          const lines = tyres.flatMap(({ brand, season, offers }, n) =>
            offers
              .filter((offer) => offer.site === site)
              .map(({ city, retail }): Line => {
                const price = day === THEN && n % 3 === 0 ? retail + 50 : retail
                return [
                  { article: `T${n}`, name: `Шина ${n}`, brand, season },
                  { city, retail: price, wholesale: price - 500 },
                ]
              }),
          )
          await savePrices(wire.database.db, site, day, lines)
        }
      }
    }, 60_000)
    afterAll(() => wire?.close())

    const ask = (query: Query, path: string = LIST) =>
      wire.as('anna', { url: `${path}?${new URLSearchParams([['date', DAY], ...query] as string[][])}` })
    async function rowsOf(query: Query, path: string = LIST): Promise<ReportRow[]> {
      const rows: ReportRow[] = []
      for (let page = 1; ; page++) {
        const answer = await ask([...query, ['page', String(page)]], path)
        expect(answer.statusCode, answer.body).toBe(200)
        const read = readReportPage('analytics', answer.body)
        rows.push(...read.rows)
        if (!read.hasMore) return rows
      }
    }
    const articles = (rows: readonly ReportRow[]) => rows.map(({ specs }) => String(specs.article))
    const pairs = (name: string, values: readonly string[]): Query => values.map((value) => [name, value])

    const anySet = fc.constantFrom<[FilterName, readonly string[]]>(
      ['brand', BRANDS.filter(Boolean)],
      ['season', SEASONS.filter(Boolean)],
      ['city', CITIES],
      ['site', SITES],
    )

    it('select the union of what each selects, in report order, on pages', async () => {
      const all = articles(await rowsOf([]))
      await fc.assert(
        fc.asyncProperty(anySet, fc.integer({ min: 2, max: 4 }), async ([name, values], count) => {
          const some = [...values.slice(0, count), 'unknown']
          const each = await Promise.all(some.map((value) => rowsOf([[name, value]])))
          const union = new Set(each.flatMap(articles))
          const found = articles(await rowsOf(pairs(name, some)))
          expect(found).toEqual(all.filter((article) => union.has(article)))
        }),
        { numRuns: 12 },
      )
    })

    it('or all but them, with tyres that have no value', async () => {
      const all = await rowsOf([])
      for (const [name, values] of [
        ['brand', ['Arktika']],
        ['brand', ['Arktika', 'Zorki', 'unknown']],
        ['season', ['Летняя']],
      ] as const) {
        const found = await rowsOf(pairs(`not.${name}`, values))
        const left = all.filter(
          ({ specs }) => !(values as readonly string[]).includes(String(specs[name] ?? '')),
        )
        expect(articles(found)).toEqual(articles(left))
        expect(found.some(({ specs }) => (specs[name] ?? '') === '')).toBe(true)
      }
    })

    it('choose places: rows have the prices and statistics of the chosen ones', async () => {
      const of = (rows: readonly ReportRow[]) =>
        new Set(
          rows.flatMap(({ cities }) =>
            [...cities].flatMap(([city, { sites }]) => [...sites.keys()].map((site) => `${city} ${site}`)),
          ),
        )
      const without = await rowsOf([
        ...pairs('not.city', ['Уфа']),
        ...pairs('not.site', ['daikon.ru', 'a.ru']),
      ])
      const [only, expected] = [
        await rowsOf([...pairs('city', ['Томск', 'Омск']), ...pairs('site', ['b.ru', 'c.ru'])]),
        ['Омск b.ru', 'Омск c.ru', 'Томск b.ru', 'Томск c.ru'],
      ]
      expect([...of(without)].sort()).toEqual(expected)
      expect(without).toEqual(only)
      for (const { cities } of only) {
        for (const { statistics, sites } of cities.values()) {
          const prices = [...sites.values()].map(({ retail }) => Number(retail))
          expect([statistics.min, statistics.max]).toEqual([Math.min(...prices), Math.max(...prices)])
        }
      }
      // Naming all cities is no filter, neither for tyres nor for prices.
      expect(await rowsOf(pairs('city', CITIES))).toEqual(await rowsOf([]))
    })

    it('are sorted and narrowed as a whole, each selection by its own prices', async () => {
      const cheapest = async (query: Query) => {
        const rows = await rowsOf([...query, ['sort', 'market.min'], ['kind', 'retail']])
        const lowest = rows.map(({ cities }) =>
          Math.min(
            ...[...cities.values()].flatMap(({ sites }) =>
              [...sites.values()].map(({ retail }) => Number(retail)),
            ),
          ),
        )
        expect(lowest).toEqual(lowest.toSorted((a, b) => a - b))
        expect(articles(rows).toSorted()).toEqual(articles(await rowsOf(query)).toSorted())
      }
      for (const query of [
        pairs('site', ['a.ru', 'b.ru']),
        pairs('site', ['b.ru', 'c.ru']),
        pairs('not.site', ['b.ru', 'c.ru']),
        pairs('not.city', ['Томск']),
        [...pairs('city', ['Томск', 'Уфа']), ...pairs('not.brand', ['Zorki'])],
      ])
        await cheapest(query)
      const dearer = await rowsOf([...pairs('city', ['Томск', 'Омск']), ['only', 'dearer']])
      const all = new Set(articles(await rowsOf(pairs('city', ['Томск', 'Омск']))))
      expect(dearer.length).toBeGreaterThan(0)
      expect(articles(dearer).every((article) => all.has(article))).toBe(true)
    })

    it('compare two days within them', async () => {
      const path = REPORTS['price-changes'].sources.opt.list
      const counts = async (query: Query) => {
        const answer = await ask([['compare', THEN], ...query], path)
        expect(answer.statusCode, answer.body).toBe(200)
        return answer.json().total_rows as number
      }
      const [all, arktika, others] = [
        await counts([]),
        await counts([['brand', 'Arktika']]),
        await counts([['not.brand', 'Arktika']]),
      ]
      expect(arktika).toBeGreaterThan(0)
      expect(arktika + others).toBe(all)
      expect(await counts(pairs('brand', ['Arktika', 'Zorki']))).toBe(
        arktika + (await counts([['brand', 'Zorki']])),
      )
      expect(await counts(pairs('site', SITES))).toBe(all)
    })

    it('count once, and a repeated one is that one to the byte', async () => {
      const one = await ask([['brand', 'Zorki']])
      expect((await ask(pairs('brand', ['Zorki', 'Zorki', '']))).body).toBe(one.body)
      expect((await ask(pairs('brand', ['', '']))).body).toBe((await ask([])).body)
      expect((await ask(pairs('brand', ['Zorki', 'Arktika', 'Zorki']))).body).toBe(
        (await ask(pairs('brand', ['Arktika', 'Zorki']))).body,
      )
    })

    it('are in the file as in the list', async () => {
      const file = async (payload: object, path: string = REPORTS.retail.sources.retail.download) =>
        wire.as('anna', { method: 'POST', url: path, payload: { date: DAY, ...payload } })
      const answer = await file({
        brand: ['Arktika', 'КАМА'],
        'not.season': 'Летняя',
        city: ['Томск', 'Омск'],
      })
      const [sheet] = (await readXlsx(answer.rawPayload)).sheets
      const column = sheet?.rows.flatMap((row) => row.map(String).filter((text) => /^T\d+$/.test(text)))
      const rows = await rowsOf([
        ...pairs('brand', ['Arktika', 'КАМА']),
        ['not.season', 'Летняя'],
        ...pairs('city', ['Томск', 'Омск']),
      ])
      expect(column?.toSorted()).toEqual(articles(rows).toSorted())
      const changes = REPORTS['price-changes'].sources.opt.download
      const whole = readCsv((await file({}, changes)).body)
      const parts = await Promise.all([
        file({ brand: ['Arktika', 'Zorki'] }, changes),
        file({ 'not.brand': ['Arktika', 'Zorki'] }, changes),
      ])
      const lines = parts.map(({ body }) => readCsv(body).length - 1)
      expect(lines.every((count) => count > 0)).toBe(true)
      expect((lines[0] as number) + (lines[1] as number)).toBe(whole.length - 1)
      expect((await file({ brand: ['unknown', 'nobody'] })).statusCode).toBe(204)
    })

    describe('are refused', () => {
      const many = (count: number, length = 3) =>
        Array.from({ length: count }, (_, n) => String(n).padStart(length, 'x'))

      it('with what is left out beside them, in words', async () => {
        for (const name of FILTER_NAMES) {
          const answer = await ask([
            [name, 'a'],
            [`not.${name}`, 'b'],
          ])
          expect(answer.statusCode).toBe(400)
          expect(answer.json().error).toMatch(
            /^В фильтре «.+» и значения, и исключения: оставьте что-то одно$/,
          )
        }
        expect(
          (
            await ask([
              ['brand', 'Zorki'],
              ['not.season', 'Летняя'],
            ])
          ).statusCode,
        ).toBe(200)
      })

      it('if there are more than a hundred, or one is too long', async () => {
        for (const name of ['brand', 'not.brand', 'city', 'not.site']) {
          expect((await ask(pairs(name, many(100)))).statusCode).toBe(200)
          expect((await ask(pairs(name, [...many(100), ...many(100)]))).statusCode).toBe(200)
          const answer = await ask(pairs(name, many(101)))
          expect(answer.statusCode).toBe(400)
          expect(answer.json().error).toMatch(/^В фильтре «.+» больше 100 значений$/)
          expect((await ask(pairs(name, ['a', 'b'.repeat(501)]))).statusCode).toBe(400)
        }
      })

      it('if a value is none, which must not ask for everything', async () => {
        for (const name of ['brand', 'not.city'])
          expect(
            (
              await wire.as('anna', {
                method: 'POST',
                url: REPORTS.retail.sources.retail.download,
                payload: { date: DAY, [name]: [null, 'Zorki'] },
              })
            ).statusCode,
          ).toBe(400)
      })

      it('under any other name', async () => {
        for (const query of [
          [['not.date', DAY]],
          [['not.q', 'a']],
          [['not.', 'a']],
          [['date', DAY]],
        ] as Query[])
          expect((await ask(query)).statusCode).toBe(400)
      })
    })
  })
}
