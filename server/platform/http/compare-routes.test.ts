import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MOVES, type Move, type MoveCounts } from '../../../contract/reports/moves.ts'
import { readCsv } from '../../../tests/support/csv.ts'
import { ENGINES } from '../../../tests/support/database.ts'
import { runs } from '../../../tests/support/extent.ts'
import { type Line, savePrices } from '../../../tests/support/prices.ts'
import { type TestWire, testWire } from '../../../tests/support/wire.ts'

const THEN = '2026-04-10'
const DAY = '2026-04-18'

interface Page {
  items: WireRow[]
  total_rows: number
  has_more: boolean
  counts: MoveCounts
  compared: string
}

interface WireRow {
  specifications: Record<string, string>
  daykon_price: number | null
  availability: {
    city: string
    retailers: {
      website: string
      storage: string
      prices: { retail: number | null; opt: number | null; cost: number | null }
      change_percent: number | string | null
    }[]
  }[]
}

const tyre = (article: string, brand = 'Arktika') => ({ article, brand, name: `Шина ${article}` })
const line = (article: string, price: Line[1]): Line => [tyre(article), price]

const listUrl = (query: Record<string, string> = {}) =>
  `/api/analytics/thresholdAnalyse?${new URLSearchParams({ date: DAY, compare: THEN, ...query })}`

/** Returns every warehouse of a row: 'city site warehouse: wholesale, change'. */
const placesOf = (row: WireRow | undefined): string[] =>
  (row?.availability ?? [])
    .flatMap(({ city, retailers }) =>
      retailers.map(
        ({ website, storage, prices, change_percent: change }) =>
          `${city} ${website.replace('https://', '')} ${storage}: ${prices.opt ?? prices.retail}, ${change}`,
      ),
    )
    .sort()

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`any two days on ${engine} (specification 14.6)`, () => {
    let wire: TestWire

    beforeAll(async () => {
      wire = await testWire({}, open)
      const { db } = wire.database
      await savePrices(db, 'a.ru', THEN, [
        line('STAYS', { wholesale: 1000 }),
        line('UP', { wholesale: 1000 }),
        line('DOWN', { retail: 2000 }),
        line('BOTH', { wholesale: 1000 }),
        line('BOTH', { wholesale: 1000, city: 'Омск' }),
        line('GONE', { wholesale: 700, stock: 3 }),
        line('MOVED', { wholesale: 500, warehouse: 'Старый' }),
        line('UNPRICED', { wholesale: 900 }),
      ])
      await savePrices(db, 'daikon.ru', THEN, [line('UP', { wholesale: 1500, cost: 900 })])
      await savePrices(db, 'silent.ru', THEN, [
        line('UP', { wholesale: 1 }),
        line('SILENT', { wholesale: 1 }),
      ])
      // Prices of the days in between, which do not count.
      await savePrices(db, 'a.ru', '2026-04-17', [
        line('STAYS', { wholesale: 5 }),
        line('UP', { wholesale: 1100 }),
      ])
      await savePrices(db, 'a.ru', DAY, [
        line('STAYS', { wholesale: 1000, stock: 9 }),
        line('UP', { wholesale: 1100 }),
        line('DOWN', { retail: 1500 }),
        line('BOTH', { wholesale: 1200 }),
        line('BOTH', { wholesale: 900, city: 'Омск' }),
        line('NEW', { wholesale: 800 }),
        line('MOVED', { wholesale: 500, warehouse: 'Новый' }),
        line('UNPRICED', { stock: 4 }),
      ])
      await savePrices(db, 'daikon.ru', DAY, [line('UP', { wholesale: 1500, cost: 900 })])
      await savePrices(db, 'fresh.ru', DAY, [line('UP', { wholesale: 2 }), line('FRESH', { wholesale: 1 })])
    })
    afterAll(() => wire?.close())

    const page = async (query: Record<string, string> = {}): Promise<Page> => {
      const answer = await wire.as('anna', { url: listUrl(query) })
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json()
    }
    const articles = async (query: Record<string, string> = {}) =>
      (await page(query)).items.map(({ specifications }) => specifications.article)
    const rowOf = async (article: string) =>
      (await page()).items.find(({ specifications }) => specifications.article === article)

    it('lists the tyres whose prices differ, in report order, with the counts', async () => {
      expect(await articles()).toEqual(['BOTH', 'DOWN', 'GONE', 'MOVED', 'NEW', 'UNPRICED', 'UP'])
      expect(await page()).toMatchObject({
        total_rows: 7,
        has_more: false,
        counts: { up: 2, down: 2, new: 2, gone: 3 },
        compared: THEN,
      })
    })

    it.each<[Move, string[]]>([
      ['up', ['BOTH', 'UP']],
      ['down', ['BOTH', 'DOWN']],
      ['new', ['MOVED', 'NEW']],
      ['gone', ['GONE', 'MOVED', 'UNPRICED']],
    ])('only those that went %s, with the counts of all', async (moved, expected) => {
      expect(await articles({ moved })).toEqual(expected)
      expect((await page({ moved })).counts).toEqual({ up: 2, down: 2, new: 2, gone: 3 })
    })

    it('tells the change since the compared day, place by place, by the usual rule', async () => {
      expect(placesOf(await rowOf('BOTH'))).toEqual(['Омск a.ru : 900, -10', 'Томск a.ru : 1200, 20'])
      expect(placesOf(await rowOf('DOWN'))).toEqual(['Томск a.ru : 1500, -25'])
    })

    it('shows prices that went as they were on the compared day, and marks them and new ones', async () => {
      expect(placesOf(await rowOf('GONE'))).toEqual(['Томск a.ru : 700, ушла'])
      expect(placesOf(await rowOf('NEW'))).toEqual(['Томск a.ru : 800, появилась'])
      expect(placesOf(await rowOf('MOVED'))).toEqual([
        'Томск a.ru Новый: 500, появилась',
        'Томск a.ru Старый: 500, ушла',
      ])
      expect(placesOf(await rowOf('UNPRICED'))).toEqual(['Томск a.ru : 900, ушла'])
    })

    it('a site without prices of one of the days says nothing about what came or went', async () => {
      expect(await articles()).not.toContain('SILENT')
      expect(await articles()).not.toContain('FRESH')
      expect(placesOf(await rowOf('UP'))).toEqual([
        'Томск a.ru : 1100, 10',
        'Томск daikon.ru : 1500, null',
        'Томск fresh.ru : 2, null',
      ])
    })

    it('prices that went count for no figure', async () => {
      const { items } = await page({ moved: 'gone', site: 'a.ru' })
      expect(items.map(({ daykon_price: own }) => own)).toEqual([null, null, null])
    })

    it('within the filters by place, tyre and search', async () => {
      expect(await articles({ city: 'Омск' })).toEqual(['BOTH'])
      expect((await page({ city: 'Омск' })).counts).toEqual({ up: 0, down: 1, new: 0, gone: 0 })
      expect(await articles({ city: 'Омск', moved: 'up' })).toEqual([])
      expect((await page({ site: 'daikon.ru' })).counts).toEqual({ up: 0, down: 0, new: 0, gone: 0 })
      expect((await page({ site: 'fresh.ru' })).total_rows).toBe(0)
      expect((await page({ brand: 'Другой' })).counts).toEqual({ up: 0, down: 0, new: 0, gone: 0 })
      expect(await articles({ q: 'BOTH' })).toEqual(['BOTH'])
      expect((await page({ q: 'BOTH' })).counts).toEqual({ up: 1, down: 1, new: 0, gone: 0 })
    })

    it('the other way round what rose fell, and what went is new', async () => {
      const { counts } = await page({ date: THEN, compare: DAY })
      expect(counts).toEqual({ up: 2, down: 2, new: 3, gone: 2 })
    })

    it('without a second day the report is what it was', async () => {
      const answer = await wire.as('anna', { url: `/api/analytics/thresholdAnalyse?date=${DAY}` })
      const { items, ...paging } = answer.json() as Page
      expect(items.map(({ specifications }) => specifications.article)).toEqual(['STAYS'])
      expect(paging).toEqual({
        total_rows: 1,
        current_page: 1,
        page: 1,
        total_pages: 1,
        has_more: false,
        // Specific to this program (specification 10.12).
        state: expect.stringMatching(/^\d+$/),
      })
    })

    it('a day without prices, and the day itself, leave nothing', async () => {
      const nothing = { items: [], total_rows: 0, counts: { up: 0, down: 0, new: 0, gone: 0 } }
      expect(await page({ compare: '2026-01-01' })).toMatchObject({ ...nothing, compared: '2026-01-01' })
      expect(await page({ date: '2026-01-01', compare: DAY })).toMatchObject(nothing)
      expect(await page({ compare: DAY })).toMatchObject(nothing)
    })

    it('refuses other values in words', async () => {
      for (const query of [
        { compare: '2026-02-30' },
        { compare: "' OR 1" },
        { compare: '2999-01-01' },
        { compare: '2026-04-10T00:00:00' },
        { compare: '', moved: 'up' },
        { moved: 'sideways' },
        { moved: '' },
        { moved: '__proto__' },
      ]) {
        const answer = await wire.as('anna', { url: listUrl(query) })
        expect(answer.statusCode, JSON.stringify(query)).toBe(400)
        expect(answer.json().error).toMatch(/[а-я]/)
      }
      const payload = { date: DAY, compare: 'вчера' }
      const url = '/api/analytics/rprices-threshold'
      expect((await wire.as('anna', { method: 'POST', url, payload })).statusCode).toBe(400)
    })

    it('the download has the same rows', async () => {
      const file = async (payload: object) => {
        const url = '/api/analytics/rprices-threshold'
        const answer = await wire.as('anna', {
          method: 'POST',
          url,
          payload: { date: DAY, compare: THEN, ...payload },
        })
        const name = answer.headers['content-disposition']
        return {
          name,
          status: answer.statusCode,
          rows: answer.statusCode === 200 ? readCsv(answer.body) : [],
        }
      }
      const { rows, name } = await file({})
      expect(name).toBe(`attachment; filename="notifications_${DAY}_${THEN}.csv"`)
      const all = rows.map((cells) => cells.join(';'))
      for (const article of await articles())
        expect(all.filter((row) => row.includes(`${article};`))).toHaveLength(1)
      const asGone = await file({ moved: 'gone', city: 'Томск' })
      expect(asGone.name).toBe(`attachment; filename="notifications_${DAY}_${THEN}_gone.csv"`)
      const gone = asGone.rows.map((cells) => cells.join(';'))
      expect(gone.filter((row) => row.includes('ушла'))).toHaveLength(3)
      expect(gone.some((row) => row.includes('BOTH'))).toBe(false)
      expect((await file({ compare: '2026-01-01' })).status).toBe(204)
    })

    it('is offered, and asks for a session', async () => {
      expect((await wire.as('anna', { url: '/api/companion' })).json().offers).toContain('compare')
      expect((await wire.app.inject({ url: listUrl() })).statusCode).toBe(401)
    })

    it('a corrected import of either day changes the answer, also on requests at the same time', async () => {
      const { db } = wire.database
      await savePrices(db, 'daikon.ru', THEN, [line('UP', { wholesale: 1600, cost: 900 })])
      const pages = await Promise.all([page(), page(), page({ moved: 'down' })])
      expect(pages.map(({ counts }) => counts)).toEqual(Array(3).fill({ up: 2, down: 3, new: 2, gone: 3 }))
      await savePrices(db, 'daikon.ru', DAY, [line('OTHER', { wholesale: 1 })])
      expect((await page()).counts).toEqual({ up: 2, down: 2, new: 3, gone: 4 })
    })
  })
}

describe('the counts agree with a naive comparison (specification 14.6)', () => {
  let wire: TestWire

  beforeEach(async () => {
    wire = await testWire()
  })
  afterEach(() => wire.close())

  const SITES = ['a.ru', 'b.ru'] as const
  const CITIES = ['Томск', 'Омск'] as const
  const price = fc.constantFrom(null, 0, 100, 104.5, 105)
  const place = fc.record({
    site: fc.constantFrom(...SITES),
    article: fc.constantFrom('A', 'B', 'C', 'D'),
    city: fc.constantFrom(...CITIES),
    warehouse: fc.constantFrom('', 'Склад'),
    retail: price,
    wholesale: price,
  })
  type Place = typeof place extends fc.Arbitrary<infer Value> ? Value : never
  const day = fc.uniqueArray(place, {
    selector: ({ site, article, city, warehouse }) => [site, article, city, warehouse].join(),
    maxLength: 24,
  })

  const has = ({ retail, wholesale }: Place) => retail !== null || wholesale !== null
  const keyOf = ({ site, article, city, warehouse }: Place) => [site, article, city, warehouse].join()

  /** Compares tyre by tyre and warehouse by warehouse, by the text of the specification alone. */
  function naive(then: Place[], now: Place[], filters: Partial<Record<'site' | 'city', string>>): MoveCounts {
    const tyres: Record<Move, Set<string>> = {
      up: new Set(),
      down: new Set(),
      new: new Set(),
      gone: new Set(),
    }
    const both = SITES.filter((site) =>
      [then, now].every((places) => places.some((one) => one.site === site)),
    )
    const within = (one: Place) =>
      both.includes(one.site) &&
      (!filters.site || one.site === filters.site) &&
      (!filters.city || one.city === filters.city)
    for (const key of new Set([...then, ...now].filter(within).map(keyOf))) {
      const was = then.find((one) => keyOf(one) === key && has(one))
      const is = now.find((one) => keyOf(one) === key && has(one))
      const { article } = (is ?? was ?? {}) as Place
      if (is && !was) tyres.new.add(article)
      if (was && !is) tyres.gone.add(article)
      if (!was || !is) continue
      const kind = (['wholesale', 'retail'] as const).find(
        (one) => was[one] !== null && is[one] !== null && was[one] > 0 && was[one] !== is[one],
      )
      if (kind) tyres[(is[kind] as number) > (was[kind] as number) ? 'up' : 'down'].add(article)
    }
    return { up: tyres.up.size, down: tyres.down.size, new: tyres.new.size, gone: tyres.gone.size }
  }

  it('for any prices of two days, within any filters by place', async () => {
    const { db } = wire.database
    let imported = 0
    const save = async (date: string, places: Place[]) => {
      for (const site of SITES) {
        const lines = places
          .filter((one) => one.site === site)
          .map(({ article, site: _, ...offer }): Line => [tyre(article), offer])
        if (lines.length > 0) await savePrices(db, site, date, lines)
      }
    }
    await fc.assert(
      fc.asyncProperty(day, day, async (then, now) => {
        // Separate days, so that nothing remains of the previous prices.
        const [first, second] = [dayNumber(imported++), dayNumber(imported++)]
        await save(first, then)
        await save(second, now)
        for (const filters of [{}, { city: 'Омск' }, { site: 'a.ru' }, { site: 'b.ru', city: 'Томск' }]) {
          const url = listUrl({ date: second, compare: first, ...filters })
          const { counts, total_rows: total } = (await wire.as('anna', { url })).json() as Page
          expect(counts).toEqual(naive(then, now, filters))
          const moved = await Promise.all(
            MOVES.map(async (move) => {
              const answer = await wire.as('anna', { url: `${url}&moved=${move}` })
              return (answer.json() as Page).items.map(({ specifications }) => specifications.article)
            }),
          )
          expect(moved.map((list) => list.length)).toEqual(MOVES.map((move) => counts[move]))
          expect(new Set(moved.flat()).size).toBe(total)
        }
      }),
      { numRuns: runs(25) },
    )
  })

  const dayNumber = (n: number) => new Date(Date.UTC(2025, 0, 1 + n)).toISOString().slice(0, 10)
})
