import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MOVES } from '../../../contract/reports/moves.ts'
import { sqliteDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { type Line, savePrices } from '../../../tests/support/prices.ts'
import type { Sql } from '../../platform/db/db.ts'
import { statementOf } from '../../platform/db/statement.ts'
import { selectTyres } from '../day-index.ts'
import { createOrderedTyres } from '../ordered-tyres.ts'
import { DayComparisons } from './day-comparisons.ts'

const PAIR = { day: '2026-04-18', compare: '2026-04-10' }

let database: TestDatabase
beforeEach(async () => {
  database = await sqliteDatabase()
  await save('2026-04-10', 1000)
  await save('2026-04-18', 1100)
  for (const day of Object.values(PAIR)) await savePrices(database.db, 'b.ru', day, [line('B', 500)])
})
afterEach(() => database.remove())

const line = (article: string, wholesale: number): Line => [{ article, name: article }, { wholesale }]
const save = (day: string, wholesale: number) =>
  savePrices(database.db, 'a.ru', day, [line('A', wholesale), line('B', 500)])

/**
 * Database that counts reads of offers.
 * @param onRead runs before each of them
 */
function watched(onRead: (reads: number) => Promise<unknown> | undefined = () => undefined) {
  let reads = 0
  const sql: Sql = {
    ...database.db,
    get: (...of) => database.db.get(...of),
    together: (work) => work(sql),
    async all(text, ...of) {
      if (statementOf(text, of)[0].includes('site_offers')) await onRead(++reads)
      return database.db.all(text, ...of)
    },
  }
  return { sql, reads: () => reads }
}

const movedIn = async (comparisons: DayComparisons) => {
  const comparison = await comparisons.of(PAIR)
  return MOVES.filter((move) => comparison && selectTyres(comparison.index, {}, [move]).length > 0)
}

describe('comparisons of days (specification 14.6)', () => {
  it('are computed once for concurrent requests, and cached', async () => {
    const { sql, reads } = watched()
    const comparisons = new DayComparisons(sql, createOrderedTyres(sql))
    const [first, second] = await Promise.all([comparisons.of(PAIR), comparisons.of(PAIR)])
    const once = reads()
    expect(second).toBe(first)
    expect(await comparisons.of(PAIR)).toBe(first)
    expect(reads()).toBe(once)
    expect(await movedIn(comparisons)).toEqual(['up'])
  })

  it('are consistent even if one of the days is imported during the comparison', async () => {
    // Runs when the first site has been read.
    const { sql } = watched((reads) => (reads === 2 ? save('2026-04-18', 900) : undefined))
    const comparisons = new DayComparisons(sql, createOrderedTyres(sql))
    expect(await movedIn(comparisons)).toEqual(['down'])
    await save('2026-04-10', 800)
    expect(await movedIn(comparisons)).toEqual(['up'])
  })

  it('are computed again after a failure', async () => {
    const { sql } = watched((reads) => (reads === 1 ? Promise.reject(new Error('lost')) : undefined))
    const comparisons = new DayComparisons(sql, createOrderedTyres(sql))
    await expect(comparisons.of(PAIR)).rejects.toThrow('lost')
    expect(await movedIn(comparisons)).toEqual(['up'])
  })

  it('need two days with prices', async () => {
    const comparisons = new DayComparisons(database.db, createOrderedTyres(database.db))
    expect(await comparisons.of({ ...PAIR, compare: '2026-04-11' })).toBeUndefined()
    expect(await comparisons.of({ ...PAIR, compare: PAIR.day })).toBeUndefined()
  })

  it('are cached only for the last three pairs of days', async () => {
    const days = ['2026-04-11', '2026-04-12', '2026-04-13']
    for (const day of days) await save(day, 1000)
    const comparisons = new DayComparisons(database.db, createOrderedTyres(database.db))
    const first = await comparisons.of(PAIR)
    for (const compare of days) await comparisons.of({ ...PAIR, compare })
    expect(await comparisons.of(PAIR)).not.toBe(first)
  })
})
