import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseSparklines, parseTyreHistory } from '../../../contract/tyre/history-answer.ts'
import { parseTyreAnswer } from '../../../contract/tyre/tyre-answer.ts'
import { ENGINES } from '../../../tests/support/database.ts'
import { type Line, savePrices } from '../../../tests/support/prices.ts'
import { type TestWire, testWire } from '../../../tests/support/wire.ts'
import { dropOldDays } from '../../features/sources/site-days.ts'

/** Tyre A1 at its own site and at another, which has no prices on the third day and has lost the tyre on the last. */
const OWN: Record<string, readonly Line[]> = {
  '2026-02-27': [[{}, { retail: 5000, wholesale: 4000, cost: 3000 }]],
  '2026-02-28': [[{}, { retail: 5000, wholesale: 4100, cost: 3000 }]],
  '2026-03-01': [[{}, { retail: 5000, wholesale: 4100, cost: 3000 }]],
  '2026-03-02': [[{}, { retail: 5200, wholesale: 4100, cost: 3000, stock: 0 }]],
  '2026-03-03': [[{ article: 'GONE' }, { retail: 1 }]],
}
const OTHER: Record<string, readonly Line[]> = {
  '2026-02-28': [
    [{}, { retail: 4800 }],
    [{}, { retail: 4900, warehouse: 'Склад' }],
    [{}, { city: 'Омск', retail: 0 }],
  ],
  '2026-03-02': [[{}, { retail: 4700 }]],
  '2026-03-03': [[{ article: 'GONE' }, { retail: null, wholesale: 1 }]],
}

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`on ${engine}`, () => {
    let wire: TestWire
    beforeAll(async () => {
      wire = await testWire({ OWN_SITE: 'shop.ru' }, open)
      const { db } = wire.database
      for (const [day, lines] of Object.entries(OTHER)) await savePrices(db, 'a.ru', day, lines)
      for (const [day, lines] of Object.entries(OWN)) await savePrices(db, 'shop.ru', day, lines)
    })
    afterAll(() => wire.close())

    const ask = (path: string) => wire.as('anna', { url: `/api/companion/tyres/${path}` })
    const history = async (query: string) => parseTyreHistory((await ask(`A1/history${query}`)).body)
    const sparklines = (payload: object) =>
      wire.as('anna', { method: 'POST', url: '/api/companion/sparklines', payload })

    describe('GET /api/companion/tyres/:key/history (specification 14.3)', () => {
      it('has every day of all cities, with gaps where a site was not imported', async () => {
        expect(await history('?kind=retail')).toEqual({
          kind: 'retail',
          city: '',
          from: '2026-02-27',
          to: '2026-03-02',
          min: [5000, 0, 5000, 4700],
          median: [5000, 4850, 5000, 4950],
          max: [5000, 5000, 5000, 5200],
          sites: [
            {
              site: 'shop.ru',
              own: true,
              prices: [5000, 5000, 5000, 5200],
              moved: [],
              out: [['2026-03-02', '2026-03-02']],
            },
            { site: 'a.ru', own: false, prices: [null, 0, null, 4700], moved: [], out: [] },
          ],
          cities: ['Омск', 'Томск'],
        })
      })

      it('has one city, one kind, one point, or nothing', async () => {
        const omsk = { from: '2026-02-28', to: '2026-02-28', min: [0], median: [0], max: [0] }
        expect(await history('?city=%D0%9E%D0%BC%D1%81%D0%BA')).toMatchObject({
          ...omsk,
          sites: [{ site: 'a.ru', prices: [0] }],
          cities: ['Омск', 'Томск'],
        })
        expect(await history('?kind=wholesale')).toMatchObject({ median: [4000, 4100, 4100, 4100] })
        const nothing = { from: null, to: null, min: [], median: [], max: [], sites: [] }
        expect(await history('?kind=wholesale&city=Nowhere')).toMatchObject({
          ...nothing,
          cities: ['Омск', 'Томск'],
        })
      })

      it('refuses what is no tyre and no kind', async () => {
        expect((await ask('NONE/history')).json()).toEqual({ error: 'Такой шины нет' })
        expect((await ask('A1/history?kind=cost')).statusCode).toBe(400)
        expect((await ask(`A1/history?city=${'x'.repeat(201)}`)).statusCode).toBe(400)
        expect((await wire.app.inject({ url: '/api/companion/tyres/A1/history' })).statusCode).toBe(401)
      })
    })

    it('says since when each price stands, and outlives the days past keeping, which cannot be shown', async () => {
      const since = async (date: string) => {
        const { offers, lastDay } = parseTyreAnswer((await ask(`A1?date=${date}`)).body)
        return {
          lastDay,
          since: Object.fromEntries(
            offers.map((offer) => [`${offer.site} ${offer.city} ${offer.warehouse}`, offer.since]),
          ),
        }
      }
      const [own, first] = ['shop.ru Томск ', '2026-02-27']
      expect(await since('2026-03-02')).toEqual({
        lastDay: '2026-03-02',
        since: {
          [own]: { retail: '2026-03-02', wholesale: '2026-02-28', cost: first },
          'a.ru Томск ': { retail: '2026-03-02', wholesale: null, cost: null },
        },
      })
      expect((await since('2026-03-01')).since[own]).toEqual({
        retail: first,
        wholesale: '2026-02-28',
        cost: first,
      })
      await dropOldDays(wire.database.db, 1, Date.parse('2026-03-03T12:00'))
      expect(await since('2026-03-03')).toEqual({ lastDay: null, since: {} })
      expect(parseTyreAnswer((await ask('GONE?date=2026-03-01')).body).lastDay).toBe('2026-03-03')
      expect(await history('?kind=retail')).toMatchObject({ median: [5000, 4850, 5000, 4950] })
    })

    describe('POST /api/companion/sparklines (specification 14.3)', () => {
      const nulls = (days: number) => new Array<null>(days).fill(null)

      it('has 30 medians up to the day, of the tyres that are known', async () => {
        const answer = await sparklines({
          keys: ['A1', 'GONE', 'NONE', '__proto__'],
          kind: 'retail',
          city: '',
          date: '2026-03-03',
        })
        expect([...parseSparklines(answer.body)]).toEqual([
          // On the first day only one site was imported, on the last day both.
          ['A1', { prices: [...nulls(25), 5000, 4850, 5000, 4950, null], mixed: true }],
          ['GONE', { prices: [...nulls(29), 1], mixed: false }],
        ])
        const later = await sparklines({ keys: ['A1'], kind: 'wholesale', city: 'Томск', date: '2026-03-29' })
        expect(parseSparklines(later.body).get('A1')).toEqual({
          prices: [4100, 4100, 4100, ...nulls(27)],
          mixed: false,
        })
      })

      it.each([
        { keys: new Array(101).fill('A1'), date: '2026-03-03' },
        { keys: 'A1', date: '2026-03-03' },
        { keys: ['A1'] },
        { keys: ['A1'], date: '2026-02-30' },
        { keys: ['A1'], date: '2026-03-03', kind: 'cost' },
      ])('refuses $keys.length keys of $kind on $date', async (payload) => {
        expect((await sparklines(payload)).statusCode).toBe(400)
      })
    })
  })
}
