import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../tests/support/database.ts'
import { runs } from '../../tests/support/extent.ts'
import { storedHistory } from '../../tests/support/history.ts'
import { type Line, savePrices } from '../../tests/support/prices.ts'
import { removeDay } from '../features/sources/days/remove-day.ts'
import type { Db } from '../platform/db/db.ts'
import { dropOldestDay } from '../prices/remove-snapshot.ts'
import { lockPrices } from './backfill.ts'
import { firstImportedDay, importEvents, type TyreEvent } from './import-events.ts'

const DAYS = Array.from({ length: 7 }, (_, day) => `2026-03-0${day + 1}`)
const ARTICLES = ['A1', 'A2'] as const

const day = fc.constantFrom(...DAYS)
const article = fc.constantFrom(...ARTICLES)
const price = fc.constantFrom(null, 1000, 2000)
const line = fc
  .record({ article, city: fc.constantFrom('Томск', 'Не указан'), retail: price })
  .map(({ article: name, ...offer }): Line => [{ article: name }, offer])
const event = fc.record({ article, day, retail: price, wholesale: price })
type Event = NonNullable<typeof event extends fc.Arbitrary<infer One> ? One : never>

/** Operations on a site that has imported days. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('import' as const), day, lines: fc.array(line, { maxLength: 3 }) }),
  fc.record({
    kind: fc.constant('events' as const),
    events: fc.array(event, { minLength: 1, maxLength: 5 }),
  }),
  fc.record({ kind: fc.constant('remove' as const), day }),
  fc.record({ kind: fc.constant('past keeping' as const) }),
)

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`a history from elsewhere on ${engine} (specification 14.5)`, () => {
    let database: TestDatabase
    beforeAll(async () => {
      database = await (open as () => Promise<TestDatabase>)()
      const catalog = ARTICLES.map((name): Line => [{ article: name }, { retail: 1 }])
      await savePrices(database.db, 'catalog.ru', '2026-03-01', catalog)
    })
    afterAll(() => database?.remove())

    it('is the same whether the imported days came before the list or after it', async () => {
      const { db } = database
      let sites = 0
      await fc.assert(
        fc.asyncProperty(day, fc.array(step, { minLength: 1, maxLength: 8 }), async (first, steps) => {
          const [site, plain] = [`s${++sites}.ru`, `p${sites}.ru`]
          const own = new Map<string, readonly Line[]>([[first, []]])
          let list: readonly Event[] = []
          let removed = false
          await savePrices(db, site, first, [])
          for (const one of steps) {
            if (one.kind === 'import') {
              await savePrices(db, site, one.day, one.lines)
              own.set(one.day, one.lines)
            } else if (one.kind === 'events') {
              if (await readList(db, site, one.events)) list = one.events
            } else if (one.kind === 'remove') {
              if (own.size === 1 || !(await db.transaction((sql) => removeDay(sql, { site, day: one.day }))))
                continue
              own.delete(one.day)
              removed = true
            } else {
              await passKeeping(db, site)
            }
          }
          // Reads the list again: the removed day had replaced a day of the list, which is in no table any more.
          if (removed && list.length > 0) await readList(db, site, list)
          for (const [at, lines] of [...own].sort()) await savePrices(db, plain, at, lines)
          if (list.length > 0) await readList(db, plain, list)
          expect(await storedHistory(db, site)).toEqual(await storedHistory(db, plain))
        }),
        { numRuns: runs(engine === 'sqlite' ? 300 : 100) },
      )
    })
  })
}

/** @returns true if any event of the list counts */
async function readList(db: Db, host: string, list: readonly Event[]): Promise<boolean> {
  const rows = await db.all<{ id: number; article: string }>('SELECT id, article FROM tyres')
  const ids = new Map(rows.map((row) => [row.article, row.id]))
  const events = list
    .map(({ article: name, ...rest }): TyreEvent => ({ ...rest, tyre: ids.get(name) as number }))
    .toSorted((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)))
  return db.transaction(async (sql) => {
    await lockPrices(sql)
    const site = await sql.get<{ id: number }>('SELECT id FROM sites WHERE host = ?', host)
    const siteId = (site as { id: number }).id
    const first = (await firstImportedDay(sql, siteId)) as string
    const until = (events.at(-1) as TyreEvent).day
    const place = { city: 'Не указан', warehouse: '' }
    return (await importEvents(sql, siteId, first, events, until, place)).from !== null
  })
}

async function passKeeping(db: Db, host: string): Promise<void> {
  const oldest = await db.get<{ site_id: number; day: string }>(
    `SELECT site_id, day FROM snapshots WHERE site_id = (SELECT id FROM sites WHERE host = ?)
     ORDER BY day LIMIT 1`,
    host,
  )
  if (oldest) await db.transaction((sql) => dropOldestDay(sql, oldest.site_id, oldest.day))
}
