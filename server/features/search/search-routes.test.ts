import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { USUAL_ENGINES } from '../../../tests/support/database.ts'
import { type Line, savePrices } from '../../../tests/support/prices.ts'
import { type TestWire, testWire } from '../../../tests/support/wire.ts'

const DAY = '2026-04-18'
const YOKOHAMA = { article: 'Y1/20', brand: 'Yokohama', name: '205/55R16 91T iceGuard IG60 TL' }
const NOKIAN = { article: 'N1', brand: 'Nokian Tyres', name: 'Hakkapeliitta R5 205/55R16 94V' }
const OLD = { article: 'N0', brand: 'Nokian Tyres', name: 'Hakkapeliitta R5 205/55R16 95V' }
const WIDE = {
  article: 'N2',
  brand: 'Nokian Tyres',
  name: 'Hakkapeliitta R5 SUV 235/55R18',
  width: '235',
  diameter: '18',
}

interface Found {
  version: number
  day: string | null
  total: number
  priced: number
  tyres: Record<string, unknown>[]
}

for (const { engine, open } of USUAL_ENGINES) {
  describe.skipIf(!open)(`GET /api/companion/search on ${engine} (specification 16.3)`, () => {
    let wire: TestWire

    beforeAll(async () => {
      wire = await testWire({}, open)
    })
    afterAll(() => wire?.close())

    const get = async (url: string) => {
      const answer = await wire.as('anna', { url })
      expect(answer.statusCode).toBe(200)
      return answer.json()
    }
    const search = (query: string, more = ''): Promise<Found> =>
      get(`/api/companion/search?q=${encodeURIComponent(query)}${more}`)
    const articles = async (query: string) => (await search(query)).tyres.map(({ article }) => article)

    it('finds nothing before the first import', async () => {
      expect(await search('нокиан')).toEqual({ version: 1, day: null, total: 0, priced: 0, tyres: [] })
    })

    it('finds what an import brings', async () => {
      const { db } = wire.database
      const line = (tyre: object, price: object): Line => [tyre, price]
      await savePrices(db, 'b.ru', '2026-04-17', [line(OLD, { retail: 4000 })])
      await savePrices(db, 'daikon.ru', DAY, [
        line(NOKIAN, { retail: 5200, wholesale: 4700, cost: 4000 }),
        line(NOKIAN, { retail: 5100, city: 'Омск' }),
      ])
      await savePrices(db, 'b.ru', DAY, [
        line(NOKIAN, { retail: 5000, wholesale: 4500 }),
        line(WIDE, { retail: 9000 }),
        line(YOKOHAMA, { wholesale: 3900 }),
      ])
      // The former index answers until the new one is built.
      await expect.poll(() => articles('нокиан')).toHaveLength(3)
    })

    it('says what a tyre is, what it costs on the last day, and where it is offered', async () => {
      const { day, total, tyres } = await search('nokian r5 205/55')
      expect({ day, total }).toEqual({ day: DAY, total: 2 })
      expect(tyres[0]).toEqual({
        key: 'N1',
        article: 'N1',
        brand: 'Nokian Tyres',
        name: NOKIAN.name,
        width: '205',
        height: '55',
        diameter: '16',
        season: 'Зимняя',
        vehicle_type: 'Легковая',
        speed_index: 'V',
        load_index: '94',
        retail: { min: 5000, max: 5200 },
        wholesale: { min: 4500, max: 4700 },
        own: { retail: 5100, wholesale: 4700 },
        cities: 2,
        sites: 2,
      })
    })

    it('puts a tyre without prices of the last day after those that fit alike', async () => {
      const { tyres } = await search('hakka r5 205/55 16')
      expect(tyres.map(({ article, retail, own, cities }) => ({ article, retail, own, cities }))).toEqual([
        {
          article: 'N1',
          retail: { min: 5000, max: 5200 },
          own: { retail: 5100, wholesale: 4700 },
          cities: 2,
        },
        { article: 'N0', retail: null, own: null, cities: 0 },
      ])
    })

    it('gives no more than the limit, and says how many there are', async () => {
      const { total, priced, tyres } = await search('нокиан', '&limit=1')
      expect({ total, priced, given: tyres.length }).toEqual({ total: 3, priced: 2, given: 1 })
      for (const limit of ['0', '51', 'x', '1.5']) {
        const answer = await wire.as('anna', { url: `/api/companion/search?q=a&limit=${limit}` })
        expect(answer.statusCode, limit).toBe(400)
      }
    })

    it('takes an article with a slash, its part, and both alphabets', async () => {
      expect(await articles('Y1/20')).toEqual(['Y1/20'])
      expect((await search('Y1/20')).tyres[0]?.key).toBe('Y120')
      expect(await articles('йокохама')).toEqual(['Y1/20'])
      expect(await articles('нщлщрфьф')).toEqual(['Y1/20'])
    })

    it.each(['', ' ', '!?*()', '\u0000', '\u0000\u0000', '😀', '%', "';--", 'нет такой'])(
      'finds nothing for %j',
      async (query) => {
        expect(await search(query)).toMatchObject({ total: 0, tyres: [] })
      },
    )

    it('finds nothing for half a character, nor for an address that is none', async () => {
      expect(await get('/api/companion/search?q=%ED%A0%80')).toMatchObject({ total: 0 })
      expect(await get('/api/companion/search')).toMatchObject({ total: 0 })
    })

    it('reads the first 200 characters of a long query', async () => {
      expect(await articles(`йокохама${' '.repeat(300)}нет`)).toEqual(['Y1/20'])
      expect(await search('ж'.repeat(2_000))).toMatchObject({ total: 0 })
    })

    it('answers fifty questions at once', async () => {
      const asked = Array.from({ length: 50 }, (_, n) => search('нокиан хака'.slice(0, 1 + (n % 11))))
      for (const { version } of await Promise.all(asked)) expect(version).toBe(1)
    })

    it('is offered, and needs a session', async () => {
      expect((await get('/api/companion')).offers).toContain('search')
      expect((await wire.app.inject({ url: '/api/companion/search?q=a' })).statusCode).toBe(401)
    })

    describe('beside the filters (specification 16.4)', () => {
      const list = async (query: string) => {
        const page = await get(`/api/analytics/allTyres?date=${DAY}${query}`)
        const names = page.items.map((item: { tires_specs?: { name: string }; name?: string }) =>
          item.tires_specs ? item.tires_specs.name : item.name,
        )
        return { names, total: page.total_rows }
      }

      it('narrows a list to all tyres that are found, in the order of the report', async () => {
        expect(await list('')).toMatchObject({ total: 3 })
        expect(await list(`&q=${encodeURIComponent('нокиан')}`)).toEqual({
          names: [NOKIAN.name, WIDE.name],
          total: 2,
        })
        expect(await list(`&q=${encodeURIComponent('нокиан')}&width=235`)).toEqual({
          names: [WIDE.name],
          total: 1,
        })
      })

      it('leaves nothing if nothing is found, and everything if nothing is asked for', async () => {
        expect(await list(`&q=${encodeURIComponent('такой нет')}`)).toEqual({ names: [], total: 0 })
        expect(await list('&q=%00')).toMatchObject({ total: 0 })
        expect(await list('&q=')).toMatchObject({ total: 3 })
        expect(await list('&q=%20')).toMatchObject({ total: 3 })
      })

      it('narrows downloads', async () => {
        const download = (q: string) =>
          wire.as('anna', { method: 'POST', url: '/api/analytics/allprices', payload: { date: DAY, q } })
        const { sheets } = await readXlsx((await download('нокиан')).rawPayload)
        const cells = sheets[0]?.rows.flat() ?? []
        expect([NOKIAN, WIDE, YOKOHAMA].map(({ name }) => cells.includes(name))).toEqual([true, true, false])
        expect((await download('такой нет')).statusCode).toBe(204)
      })
    })
  })
}
