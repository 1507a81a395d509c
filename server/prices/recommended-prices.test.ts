// Specification 26.1, 26.2.
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../tests/support/database.ts'
import { type Line, savePrices } from '../../tests/support/prices.ts'
import { type RecommendedLine, saveRecommended } from '../../tests/support/recommended.ts'
import {
  encodeRecommended,
  loadArticles,
  ROWS_PER_PART,
  recommendedByTyre,
  recommendedRows,
} from './recommended-prices.ts'

const DAY = '2026-04-18'
const tyre = (article: string, brand = 'Arktika', name = article): Line => [
  { article, brand, name: `${brand} ${name}` },
  { retail: 5000 },
]

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`recommendedByTyre on ${engine}`, () => {
    let database: TestDatabase
    beforeEach(async () => {
      database = await (open as () => Promise<TestDatabase>)()
    })
    afterEach(() => database.remove())

    const list = (...lines: Line[]) => savePrices(database.db, 'a.ru', DAY, lines)
    const save = (...lines: RecommendedLine[]) => saveRecommended(database.db, lines)
    /** Returns the prices by article and brand of the tyre. */
    async function prices(day?: string): Promise<Record<string, number>> {
      const found = await recommendedByTyre(database.db, day)
      const rows = await database.db.all<{ id: number; article: string; brand: string }>(
        'SELECT id, article, brand FROM tyres',
      )
      const named = rows.flatMap(({ id, article, brand }) => {
        const price = found.get(id)
        return price === undefined ? [] : [[`${brand} ${article}`, price] as const]
      })
      return Object.fromEntries(named)
    }

    it('has no prices before the first list', async () => {
      await list(tyre('A1'))
      expect(await prices()).toEqual({})
    })

    it('matches the article in any spelling within the family of the brand', async () => {
      await list(tyre('TS-719 12', 'Ikon Tyres'), tyre('B2', 'Кама'))
      await save(
        { article: 'ts71912', brand: 'Nokian', price: 5100.5 },
        { article: 'B2', brand: 'Kama', price: 3000 },
        { article: 'TS71912', brand: 'Arktika', price: 1 },
      )
      expect(await prices()).toEqual({ 'Ikon Tyres TS-719 12': 5100.5, 'Кама B2': 3000 })
    })

    it('matches another notation of the article only if one tyre of the brand has it', async () => {
      await list(tyre('0357951', 'Conti'), tyre('468110', 'Conti'), tyre('46811', 'Conti'))
      await save(
        { article: '357951', brand: 'Conti', price: 7000 },
        { article: '0468110', brand: 'Conti', price: 8000 },
        { article: '357951', brand: '', price: 9000 },
      )
      expect(await prices()).toEqual({ 'Conti 0357951': 7000 })
    })

    it('matches an article without a brand unless several brands have it', async () => {
      await list(tyre('A1'), tyre('X1', 'Arktika'))
      await savePrices(database.db, 'b.ru', DAY, [tyre('X1', 'Borealis')])
      await save({ article: 'A1', brand: '', price: 5000 }, { article: 'X1', brand: '', price: 6000 })
      expect(await prices()).toEqual({ 'Arktika A1': 5000 })
    })

    it('ignores suppliers’ own codes', async () => {
      await savePrices(database.db, 'a.ru', DAY, [
        [{ article: '', name: 'Arktika Polar' }, { retail: 5000 }, { code: '700123' }],
      ])
      await save({ article: '700123', price: 5000 })
      expect(await prices()).toEqual({})
    })

    it('uses the row with the latest day that has come', async () => {
      await list(tyre('A1'))
      await save({ price: 5200, from: '2026-04-20' }, { price: 5000 }, { price: 5100, from: '2026-04-18' })
      expect(await prices('2026-04-17')).toEqual({ 'Arktika A1': 5000 })
      expect(await prices('2026-04-19')).toEqual({ 'Arktika A1': 5100 })
      expect(await prices('2026-04-20')).toEqual({ 'Arktika A1': 5200 })
      expect(await prices()).toEqual({ 'Arktika A1': 5200 })
    })

    it('reads a new list, and new tyres of the catalog, at the next call', async () => {
      await list(tyre('A1'))
      await save({ price: 5000 }, { article: 'B2', price: 6000 })
      expect(await prices()).toEqual({ 'Arktika A1': 5000 })
      await savePrices(database.db, 'b.ru', DAY, [tyre('B2')])
      expect(await prices()).toEqual({ 'Arktika A1': 5000, 'Arktika B2': 6000 })
      await save({ article: 'B2', price: 6500 })
      expect(await prices()).toEqual({ 'Arktika B2': 6500 })
    })

    it('stores rows of any text in order', async () => {
      const rows = fc.array(
        fc.record({
          article: fc.string({ unit: 'grapheme' }),
          brand: fc.string(),
          kopecks: fc.nat(),
          from: fc.constantFrom('', DAY),
        }),
        { maxLength: 3 },
      )
      await fc.assert(
        fc.asyncProperty(rows, fc.uuid(), async (some, content) => {
          // More rows than one part, and characters that PostgreSQL does not store as text.
          const all = Array.from({ length: some.length && ROWS_PER_PART }, () => some).flat()
          const parts = [...encodeRecommended(all)].map((prices, place) => [content, place, prices])
          await database.db.insertMany('recommended_rows', ['content', 'place', 'prices'], parts)
          expect(await recommendedRows(database.db, content)).toEqual(all)
        }),
        { numRuns: 10 },
      )
    })
  })
}

describe('loadArticles', () => {
  it('finds nothing for an empty article', async () => {
    const database = await (ENGINES[0].open as () => Promise<TestDatabase>)()
    try {
      await savePrices(database.db, 'a.ru', DAY, [tyre('', 'Arktika', 'Polar')])
      const { tyresOf } = await loadArticles(database.db)
      expect(tyresOf({ article: ' - ', brand: 'Arktika' })).toEqual([])
    } finally {
      await database.remove()
    }
  })
})
