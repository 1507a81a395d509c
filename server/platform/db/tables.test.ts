// Specification 10.29

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../../tests/support/database.ts'
import { everyRow, fillEveryTable } from '../../../tests/support/every-table.ts'
import { SCHEMA_VERSION } from './migrations.ts'
import { storedTables, tablesIn, tablesOf, versionOf } from './tables.ts'

const tables = tablesOf(SCHEMA_VERSION)
const names = tables.map(({ name }) => name)

describe('the tables of a version', () => {
  it('stand behind those that they refer to', () => {
    const inOrder = (one: string, other: string) =>
      expect(names.indexOf(one), `${one} before ${other}`).toBeLessThan(names.indexOf(other))
    inOrder('users', 'sessions')
    inOrder('sessions', 'push_subscriptions')
    inOrder('notifications', 'outbox')
    inOrder('sites', 'snapshots')
  })

  it('are those of that time', () => {
    expect(tablesOf(1).map(({ name }) => name)).toEqual(['users', 'sessions', 'refresh_tokens'])
    expect(tablesOf(1)[0]?.columns).not.toContain('last_sign_in_at')
    expect(tables.find(({ name }) => name === 'users')?.columns).toContain('last_sign_in_at')
  })
})

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`the tables on ${engine}`, () => {
    let database: TestDatabase
    beforeAll(async () => {
      database = await (open as () => Promise<TestDatabase>)()
    })
    afterAll(() => database?.remove())

    it('are all that the migrations have made', async () => {
      const there = await database.db.transaction((sql) => tablesIn(sql))
      const own = [...there].filter((name) => name !== 'migrations' && !name.startsWith('sqlite_'))
      expect(own.sort()).toEqual([...names].sort())
      expect(await database.db.transaction(versionOf)).toBe(SCHEMA_VERSION)
    })

    it('are described alike by the database itself and by the migrations', async () => {
      const stored = await database.db.transaction(storedTables)
      expect(stored).toEqual(tables.map((table) => ({ ...table, hasOwnRows: false })))
    })

    it('are all filled by the test of copies, which would not notice a missing one otherwise', async () => {
      await fillEveryTable(database.db)
      const rows = await everyRow(database.db)
      expect(Object.keys(rows).filter((name) => rows[name]?.length === 0)).toEqual([])
    })

    it('are read in batches, whole and in a bounded size', async () => {
      const { db } = database
      const long = 'x'.repeat(100_000)
      await db.insertMany(
        'day_summaries',
        ['day', 'state', 'summary'],
        Array.from({ length: 100 }, (_, n) => [`d${n}`, 'x', long]),
      )
      const sizes = await db.transaction(async (sql) => {
        const found: number[] = []
        for await (const batch of sql.batches("SELECT day, summary FROM day_summaries WHERE state = 'x'")) {
          found.push(batch.length)
        }
        return found
      })
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(101)
      expect(Math.max(...sizes)).toBeLessThan(40)
    })
  })
}
