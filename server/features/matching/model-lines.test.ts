// Specification 21.5

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../../tests/support/database.ts'
import { type Line, savePrices } from '../../../tests/support/prices.ts'
import { addUser } from '../../../tests/support/users.ts'
import type { Db } from '../../platform/db/db.ts'
import { decideLine, waitingLines } from './model-lines.ts'
import { undoDecisions } from './undo.ts'

const SIZES = [
  ['205', '55', '16', '94V'],
  ['215', '60', '17', '96V'],
] as const

const lines = (site: string, name: string): Line[] =>
  SIZES.map(([width, height, diameter, index], at) => [
    {
      article: site === 'own.ru' ? `A${at}` : '',
      name: `Arktika ${name} ${width}/${height}R${diameter} ${index}`,
      width,
      height,
      diameter,
      loadIndex: index.slice(0, -1),
    },
    { retail: 5000 + at },
  ])

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`model lines on ${engine}`, () => {
    let database: TestDatabase
    let db: Db
    let user: string
    beforeEach(async () => {
      database = await (open as () => Promise<TestDatabase>)()
      db = database.db
      await addUser(db, 'lena')
      user = (await db.get<{ id: string }>("SELECT id FROM users WHERE username = 'lena'"))?.id as string
      await savePrices(db, 'own.ru', '2026-04-17', lines('own.ru', 'Polar'))
      await savePrices(db, 'b.ru', '2026-04-17', lines('b.ru', 'Polar Extra Grip'))
    })
    afterEach(() => database.remove())

    const decide = async (decision: 'same' | 'different' = 'same') => {
      const [line] = await waitingLines(db)
      if (!line) throw new Error('No line waits')
      const { family, line_a, line_b } = line
      return decideLine(db, { family, line_a, line_b, decision }, user)
    }
    const undo = (batch: string) => undoDecisions(db, { batch }, user)
    const decidedAliases = async () =>
      (await db.all<{ decided: number }>('SELECT decided FROM model_aliases WHERE decided <> 0')).map(
        ({ decided }) => decided,
      )
    const idsOf = async (host: string) =>
      (
        await db.all<{ id: number; tyre_id: number }>(
          'SELECT l.id, tyre_id FROM listings l JOIN sites s ON s.id = site_id WHERE host = ? ORDER BY l.id',
          host,
        )
      ).map(({ id, tyre_id: tyre }) => ({ id, tyre }))
    const waits = (listing: number, tyre: number) =>
      db.run(
        'INSERT INTO possible_pairs (listing_id, tyre_id, probability) VALUES (?, ?, 0.2) ON CONFLICT DO NOTHING',
        listing,
        tyre,
      )
    /** Makes every listing of b.ru wait for a tyre that has another listing of b.ru. */
    const leaveRefusals = async () => {
      const [listings, tyres] = [await idsOf('b.ru'), await idsOf('own.ru')]
      await db.run("UPDATE listings SET how = 'description' WHERE how = 'person'")
      await waits(listings[0]?.id as number, tyres[1]?.tyre as number)
      await waits(listings[1]?.id as number, tyres[0]?.tyre as number)
    }

    it('answer the number of stored decisions, not that of the pairs', async () => {
      const [[listing], [, tyre]] = [await idsOf('b.ru'), await idsOf('own.ru')]
      await waits(listing?.id as number, tyre?.tyre as number)
      expect(await waitingLines(db)).toMatchObject([{ pairs: 2 }])
      expect(await decide()).toMatchObject({ decided: 2, refused: 0 })
      expect(await db.all('SELECT id FROM pair_decisions')).toHaveLength(2)
    })

    it('leave sizes in the queue that differ in more than the line, and lines that are the same', async () => {
      await savePrices(db, 'c.ru', '2026-04-17', lines('c.ru', 'Polar Extra Grip RFT'))
      await savePrices(db, 'd.ru', '2026-04-17', lines('d.ru', 'Polar AO'))
      const own = (await idsOf('own.ru')).map(({ tyre }) => tyre)
      for (const host of ['c.ru', 'd.ru']) {
        for (const [at, { id }] of (await idsOf(host)).entries()) await waits(id, own[at] as number)
      }
      const [line, ...others] = await waitingLines(db)
      expect(line).toMatchObject({ pairs: 2, disagreeing: ['205/55 R16', '215/60 R17'] })
      expect(others).toEqual([])
      expect(await decide()).toMatchObject({ decided: 2 })
      expect((await idsOf('c.ru')).filter(({ tyre }) => own.includes(tyre))).toEqual([])
    })

    it('store nothing if all pairs are refused, and say that the lines were decided', async () => {
      const { batch } = await decide()
      await leaveRefusals()
      const before = await db.get('SELECT version FROM price_state')
      await expect(decide()).rejects.toMatchObject({
        statusCode: 409,
        message: 'Об этих моделях уже решили.',
      })
      expect(await db.get('SELECT version FROM price_state')).toEqual(before)
      await undo(batch)
      expect(await decidedAliases()).toEqual([])
    })

    it('say why all pairs are refused if nobody decided about the lines', async () => {
      await decide()
      await leaveRefusals()
      await db.run('UPDATE model_aliases SET decided = 0')
      await expect(decide()).rejects.toMatchObject({
        message: 'Решить не удалось. На этой шине уже есть предложение сайта b.ru.',
      })
    })

    describe('decided twice', () => {
      const twice = async (second: 'same' | 'different') => {
        const first = await decide()
        const tyres = await idsOf('own.ru')
        await savePrices(db, 'c.ru', '2026-04-17', lines('c.ru', 'Polar Extra Grip'))
        await db.run('DELETE FROM possible_pairs')
        for (const [at, { id }] of (await idsOf('c.ru')).entries()) await waits(id, tyres[at]?.tyre as number)
        return [first.batch, (await decide(second)).batch] as const
      }

      it('return to the first decision when the second is undone', async () => {
        const [first, second] = await twice('different')
        expect(await decidedAliases()).toEqual([-1])
        await undo(second)
        expect(await decidedAliases()).toEqual([1])
        await undo(first)
        expect(await decidedAliases()).toEqual([])
      })

      it('stay decided until both are undone, in either order', async () => {
        const [first, second] = await twice('same')
        await undo(first)
        expect(await decidedAliases()).toEqual([1])
        await undo(second)
        expect(await decidedAliases()).toEqual([])
      })
    })
  })
}
