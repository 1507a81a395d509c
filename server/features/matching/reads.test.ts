// Specification 21.5, 21.7, 21.8

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../../tests/support/database.ts'
import { type Line, savePrices } from '../../../tests/support/prices.ts'
import type { Db, ReadSql } from '../../platform/db/db.ts'
import type { SqlHole, SqlText } from '../../platform/db/statement.ts'
import { decidePair, reportListing } from './decide-pairs.ts'
import { createMatchingReads, createMatchingThread, type MatchingThread } from './reads.ts'

const DAY = '2026-04-17'
const NOBODY = { userId: null, batch: '' }
const QUEUE = { own: [], limit: 20, skip: [] }

const lines = (article: string, model: string): Line[] =>
  ['195', '205'].map((width, at) => [
    { article: article && `${article}${at}`, width, name: `${width}/55R16 94V Arktika ${model}` },
    { retail: 5000 + at },
  ])

/** Counts the rows that are read. */
function counting(db: Db) {
  const counter = { rows: 0 }
  const sql: ReadSql = {
    ...db,
    async all<Row>(text: SqlText, ...holes: SqlHole[]) {
      const rows = await db.all<Row>(text, ...holes)
      counter.rows += rows.length
      return rows
    },
    together: (work) => work(sql),
  }
  return { sql, counter }
}

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`reads of the matching on ${engine}`, () => {
    let database: TestDatabase
    let db: Db
    let reads: ReturnType<typeof createMatchingReads>
    let counter: { rows: number }
    beforeEach(async () => {
      database = await (open as NonNullable<typeof open>)()
      db = database.db
      await savePrices(db, 'a.ru', DAY, lines('A', 'Polar'))
      await savePrices(db, 'b.ru', DAY, lines('', 'Polar Extra Grip'))
      const counted = counting(db)
      counter = counted.counter
      reads = createMatchingReads(counted.sql)
    })
    afterEach(() => database.remove())

    /** Returns a result, and the number of rows that it took. */
    const cost = async <T>(read: () => Promise<T>) => {
      const before = counter.rows
      return { result: await read(), rows: counter.rows - before }
    }

    it('reads no rows twice until a decision or a report', async () => {
      const all = async () => [await reads.queue(QUEUE), await reads.lines(null), await reads.coverage(null)]
      const first = await cost(all)
      expect(first.rows).toBeGreaterThan(0)
      expect(await cost(all)).toEqual({ result: first.result, rows: 0 })

      const { pairs, waiting } = await reads.queue(QUEUE)
      expect(waiting).toBe(2)
      const [one] = pairs as [(typeof pairs)[0]]
      await decidePair(db, { ...one, decision: 'same', shared: false }, NOBODY)
      expect(await reads.queue(QUEUE)).toEqual({ pairs: [pairs[1]], waiting: 1 })
      expect((await reads.coverage(null)).sites.map(({ waiting }) => waiting)).toEqual([0, 1])

      await database.db.run(
        "INSERT INTO users (id, username, password_hash, role, created_at) VALUES ('u', 'anna', 'x', 'user', 0)",
      )
      await reportListing(db, one.listing, 'u')
      const { pairs: reported } = await reads.queue(QUEUE)
      expect(reported.map(({ conflict }) => conflict)).toEqual(['reported', ''])
    })

    it('leaves out the pairs that the client has put off', async () => {
      const { pairs } = await reads.queue(QUEUE)
      const [one, other] = pairs as [(typeof pairs)[0], (typeof pairs)[0]]
      expect(await reads.queue({ ...QUEUE, limit: 1 })).toEqual({ pairs: [one], waiting: 2 })
      expect(await reads.queue({ ...QUEUE, skip: [`${one.listing}:${one.tyre}`] })).toEqual({
        pairs: [other],
        waiting: 2,
      })
    })

    it('searches without reading rows, and reads only changed descriptions after an import', async () => {
      const search = (text: string, site = '') => cost(() => reads.search({ text, site }))
      expect((await search('polar')).result).toHaveLength(4)
      expect(await search('grip 195')).toMatchObject({ rows: 0, result: [expect.any(Number)] })
      expect((await search('polar', 'b.ru')).result).toHaveLength(2)
      expect((await search('a1')).result).toHaveLength(1)
      expect((await search(' ')).result).toEqual([])

      await savePrices(db, 'a.ru', DAY, [
        ...lines('A', 'Polar'),
        [{ article: 'A7', name: 'Arktika Solar 205/55R16 94V' }, { retail: 1 }],
      ])
      // Identifiers of the five listings, and one description.
      expect(await search('solar')).toMatchObject({ rows: 6, result: [expect.any(Number)] })
    })

    it('answers the same from the thread', async () => {
      const thread: MatchingThread = createMatchingThread(db, database.location)
      const all = async () => [
        await thread.run('queue', QUEUE),
        await thread.run('lines', null),
        await thread.run('coverage', null),
        await thread.run('search', { text: 'polar', site: 'b.ru' }),
      ]
      const here = await all()
      thread.start()
      try {
        expect(await all()).toEqual(here)
      } finally {
        await thread.stop()
      }
      expect(await all()).toEqual(here)
    })
  })
}
