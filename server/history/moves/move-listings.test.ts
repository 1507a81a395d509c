// Specification 21.3, 21.4

import { describe, expect, it } from 'vitest'
import { ENGINES } from '../../../tests/support/database.ts'
import { type Line, savePrices } from '../../../tests/support/prices.ts'
import type { Sql } from '../../platform/db/db.ts'
import { statementOf } from '../../platform/db/statement.ts'
import { lockPrices } from '../backfill.ts'
import { joinTyres } from './move-listings.ts'

const DAY = '2026-04-17'
const WIDTHS = ['195', '205', '215', '225']

const lines = (model: string, article: (at: number) => string): Line[] =>
  WIDTHS.map((width, at) => [
    { article: article(at), width, name: `${width}/55R16 94V Arktika ${model}` },
    { retail: 5000 + at },
  ])

/** Notes the texts of the changing statements. */
const noting = (sql: Sql, statements: string[]): Sql => ({
  ...sql,
  run(text, ...values) {
    statements.push(statementOf(text, values)[0])
    return sql.run(text, ...values)
  },
})

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`joinTyres on ${engine}`, () => {
    it('moves the prices of all pairs and rewrites the lists of a site’s day once', async () => {
      const database = await (open as NonNullable<typeof open>)()
      const { db } = database
      try {
        await savePrices(
          db,
          'a.ru',
          DAY,
          lines('Polar', (at) => `A${at}`),
        )
        await savePrices(
          db,
          'b.ru',
          DAY,
          lines('Solar', () => ''),
        )
        const listings = await db.all<{ id: number; tyre: number }>(
          'SELECT id, tyre_id AS tyre FROM listings ORDER BY id',
        )
        const [ours, theirs] = [listings.slice(0, WIDTHS.length), listings.slice(WIDTHS.length)]
        const tyres = ours.map(({ tyre }) => tyre)
        const pairs = theirs.map(({ id }, at) => ({
          listing: id,
          tyre: tyres[at] as number,
          probability: 0.9,
        }))
        const statements: string[] = []
        await db.transaction(async (sql) => {
          await lockPrices(sql)
          await joinTyres(noting(sql, statements), pairs)
        })
        expect(
          await db.all(
            'SELECT tyre_id AS tyre, how, score FROM listings WHERE id > ? ORDER BY id',
            ours.at(-1)?.id ?? 0,
          ),
        ).toEqual(tyres.map((tyre) => ({ tyre, how: 'description', score: 0.9 })))
        const prices = await db.all<{ tyre: number }>(
          "SELECT tyre_id AS tyre FROM site_offers JOIN sites s ON s.id = site_id WHERE host = 'b.ru' ORDER BY tyre_id",
        )
        expect(prices.map(({ tyre }) => tyre)).toEqual(tyres)
        expect(statements.filter((text) => text.startsWith('UPDATE site_cities'))).toHaveLength(1)
      } finally {
        await database.remove()
      }
    })
  })
}
