import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Today } from '../../../contract/dashboard/today.ts'
import { readAnswer } from '../../../contract/lib/answer.ts'
import { addDays, isoToday } from '../../../contract/lib/dates.ts'
import { ENGINES } from '../../../tests/support/database.ts'
import { type Line, savePrices } from '../../../tests/support/prices.ts'
import { type TestWire, testWire } from '../../../tests/support/wire.ts'
import { removeDay } from '../sources/days/remove-day.ts'

const TODAY = isoToday()
const [BEFORE, YESTERDAY] = [addDays(TODAY, -3), addDays(TODAY, -1)]

const tyre = (n: number, retail: number | null, over: object = {}): Line => [
  { article: `A${n}`, name: `Шина ${n}` },
  { retail, ...over },
]

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`GET /api/companion/today (specification 2.15) on ${engine}`, () => {
    let wire: TestWire
    beforeEach(async () => {
      wire = await testWire({ OWN_SITE: 'own.ru' }, open)
    })
    afterEach(() => wire?.close())

    const today = async () => {
      const answer = await wire.as('anna', { url: '/api/companion/today' })
      expect(answer.statusCode).toBe(200)
      return readAnswer(Today, answer.body)
    }
    const save = (site: string, day: string, lines: readonly Line[]) =>
      savePrices(wire.database.db, site, day, lines)

    it('has nothing without prices, and nothing of a day that has not begun', async () => {
      await save('a.ru', addDays(TODAY, 5), [tyre(1, 5000)])
      expect(await today()).toEqual({
        version: 1,
        day: null,
        sites: [],
        own: [],
        fallen: null,
        moves: [],
        moved: [],
      })
    })

    it('counts the tyres that rose and fell at each site since its own day before, and names the largest moves', async () => {
      await save('a.ru', BEFORE, [tyre(1, 5000), tyre(2, 5000), tyre(3, 5000)])
      await save('b.ru', YESTERDAY, [tyre(1, 4000)])
      expect((await today()).sites).toEqual([])
      await save('a.ru', TODAY, [tyre(1, 5500), tyre(2, 4000), tyre(3, 5005)])
      await save('b.ru', TODAY, [tyre(1, 4000)])
      await save('c.ru', TODAY, [tyre(1, 4000)])
      const answer = await today()
      expect(answer.day).toBe(TODAY)
      expect(answer.sites).toEqual([
        { site: 'a.ru', before: BEFORE, up: 2, down: 1 },
        { site: 'b.ru', before: YESTERDAY, up: 0, down: 0 },
      ])
      expect(answer.moves.map(({ name, site, percent }) => [name, site, percent])).toEqual([
        ['Шина 2', 'a.ru', -20],
        ['Шина 1', 'a.ru', 10],
        ['Шина 3', 'a.ru', 0.1],
      ])
    })

    it('counts tyres that fell at any competitor since the latest day before, each once', async () => {
      await save('old.ru', BEFORE, [tyre(1, 5000), tyre(2, 5000), tyre(5, 5000)])
      for (const site of ['a.ru', 'b.ru', 'own.ru'])
        await save(site, YESTERDAY, [tyre(1, 5000), tyre(2, 5000), tyre(3, 5000), tyre(4, 5000)])
      expect((await today()).fallen).toBeNull()
      await save('a.ru', TODAY, [tyre(1, 4000), tyre(2, 4000), tyre(3, 6000), tyre(4, 5000)])
      await save('b.ru', TODAY, [tyre(1, 4500), tyre(2, 5500), tyre(3, 5000), tyre(4, 5000)])
      await save('own.ru', TODAY, [tyre(1, 5000), tyre(2, 5000), tyre(3, 5000), tyre(4, 4000)])
      // Compared with another day, which the price-change report cannot show at the same time.
      await save('old.ru', TODAY, [tyre(1, 5000), tyre(2, 5000), tyre(5, 4000)])
      expect((await today()).fallen).toEqual({ since: YESTERDAY, tyres: 2 })
    })

    it('counts falls of a day that an older version has summed up without them', async () => {
      await save('a.ru', YESTERDAY, [tyre(1, 5000)])
      await save('a.ru', TODAY, [tyre(1, 4000)])
      await today()
      await wire.database.db.transaction(async (sql) => {
        const row = await sql.get<{ summary: string }>(
          'SELECT summary FROM day_summaries WHERE day = ?',
          TODAY,
        )
        const { fallen: _, ...older } = JSON.parse(row?.summary ?? '') as { fallen: unknown }
        await sql.run('UPDATE day_summaries SET summary = ? WHERE day = ?', JSON.stringify(older), TODAY)
      })
      expect((await today()).fallen).toEqual({ since: YESTERDAY, tyres: 1 })
    })

    it('counts own tyres above, at and below the median of each city, and where nobody asks less', async () => {
      await save('own.ru', TODAY, [
        tyre(1, 5000),
        tyre(2, 5000),
        tyre(3, 5000),
        tyre(4, 5000),
        tyre(5, 7000),
        tyre(6, null, { wholesale: 3000, city: 'Омск' }),
        tyre(7, 5000, { city: 'Не указан' }),
      ])
      await save('a.ru', TODAY, [
        tyre(1, 4000),
        tyre(2, 5000),
        tyre(3, 6000),
        tyre(4, 4000),
        tyre(6, null, { wholesale: 3500, city: 'Омск' }),
        tyre(7, 6000),
      ])
      await save('b.ru', TODAY, [tyre(4, 7000)])
      expect((await today()).own).toMatchObject([
        { city: '', kind: 'retail', above: 1, at: 1, below: 3, cheapest: 3 },
        { city: 'Томск', kind: 'retail', above: 1, at: 1, below: 2, cheapest: 2 },
        { city: '', kind: 'wholesale', above: 0, at: 0, below: 1, cheapest: 1 },
        { city: 'Омск', kind: 'wholesale', above: 0, at: 0, below: 1, cheapest: 1 },
      ])
    })

    it('draws the days before once they are summed up, and follows every import and removal', async () => {
      await save('a.ru', BEFORE, [tyre(1, 5000)])
      await save('a.ru', YESTERDAY, [tyre(1, 5500)])
      await save('own.ru', YESTERDAY, [tyre(1, 6000)])
      await save('own.ru', TODAY, [tyre(1, 6000)])
      await save('a.ru', TODAY, [tyre(1, 5500)])
      expect((await today()).moved.at(-1)).toBe(0)
      // The other days are summarised after the answer.
      await expect.poll(async () => (await today()).moved.slice(-4)).toEqual([null, null, 1, 0])
      expect((await today()).own.map(({ dearer }) => dearer)).toEqual(
        Array(2).fill([...Array(28).fill(null), 1, 1]),
      )
      await save('a.ru', YESTERDAY, [tyre(1, 5000)])
      const after = await today()
      expect(after.sites).toEqual([{ site: 'a.ru', before: YESTERDAY, up: 1, down: 0 }, expect.anything()])
      await wire.database.db.transaction((sql) => removeDay(sql, { site: 'a.ru', day: TODAY }))
      await wire.database.db.transaction((sql) => removeDay(sql, { site: 'own.ru', day: TODAY }))
      expect((await today()).day).toBe(YESTERDAY)
    })

    it('needs a session', async () => {
      expect((await wire.app.inject({ url: '/api/companion/today' })).statusCode).toBe(401)
    })
  })
}
