// Specification 26.6
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readReportPage } from '../../../contract/legacy/report-page.ts'
import { ENGINES, type TestDatabase } from '../../../tests/support/database.ts'
import { type Line, savePrices } from '../../../tests/support/prices.ts'
import { saveRecommended } from '../../../tests/support/recommended.ts'
import { type TestWire, testWire } from '../../../tests/support/wire.ts'

const [THEN, DAY] = ['2026-04-17', '2026-04-18']

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`the quick filter 'belowRrp' on ${engine}`, () => {
    let wire: TestWire
    beforeAll(async () => {
      wire = await testWire({}, open as () => Promise<TestDatabase>)
      const line = (article: string, city: string, retail: number | null, wholesale = 100): Line => [
        { article },
        { city, retail, wholesale },
      ]
      const { db } = wire.database
      await savePrices(db, 'a.ru', DAY, [
        line('A1', 'Томск', 4999.99),
        line('A2', 'Томск', 5000),
        line('A3', 'Омск', 4000),
        line('A4', 'Томск', null),
        line('A5', 'Томск', 10),
      ])
      await savePrices(db, 'daikon.ru', DAY, [line('A2', 'Томск', 3000)])
      await savePrices(db, 'a.ru', THEN, [line('A1', 'Томск', 4999)])
    })
    afterAll(() => wire?.close())

    async function found(query: Record<string, string>, list = 'allTyres') {
      const text = new URLSearchParams({ date: DAY, only: 'belowRrp', ...query })
      const { body } = await wire.as('anna', { url: `/api/analytics/${list}?${text}` })
      return readReportPage(list === 'thresholdAnalyse' ? 'changes' : 'analytics', body).rows.map(
        ({ specs }) => specs.article,
      )
    }

    it('leaves no tyre before the first list', async () => {
      expect(await found({})).toEqual([])
    })

    it('leaves tyres that a competitor sells below the recommended price in the compared city', async () => {
      await saveRecommended(
        wire.database.db,
        ['A1', 'A2', 'A3', 'A4'].map((article) => ({ article, price: 5000 })),
      )
      expect(await found({})).toEqual(['A1', 'A3'])
      expect(await found({ in: 'Томск' })).toEqual(['A1'])
      expect(await found({ in: 'Томск', kind: 'wholesale' })).toEqual(['A1'])
      expect(await found({ city: 'Омск' })).toEqual(['A3'])
      expect(await found({}, 'optTyres')).toEqual(['A1', 'A3'])
      expect(await found({ compare: THEN, in: 'Томск' }, 'thresholdAnalyse')).toEqual(['A1'])
    })

    it('uses a new list at once', async () => {
      await saveRecommended(wire.database.db, [{ article: 'A2', price: 5000.01 }])
      expect(await found({})).toEqual(['A2'])
    })
  })
}
