// Specification 10.21

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Cuttable, cuttable } from '../../../tests/support/cuttable.ts'
import { ENGINES, type TestDatabase } from '../../../tests/support/database.ts'
import type { Db } from './db.ts'
import { openPostgres } from './postgres.ts'

const postgres = ENGINES.find(({ engine }) => engine === 'postgres')?.open
/** Generous time in ms for a busy machine to answer. */
const BUSY_MS = 2_000

describe.skipIf(!postgres)('a connection that falls silent', () => {
  let database: TestDatabase
  let way: Cuttable
  let db: Db
  beforeEach(async () => {
    database = await (postgres as () => Promise<TestDatabase>)()
    way = await cuttable(database.location.databaseUrl as string)
    db = await openPostgres(way.url, { connections: 1, answerMs: BUSY_MS })
    await db.run('CREATE TABLE some_rows (n INTEGER NOT NULL)')
  })
  afterEach(async () => {
    await db.close()
    await way.close()
    await database.remove()
  })

  it.each([
    ['a statement', () => db.get('SELECT 1')],
    ['a statement of a transaction', () => db.transaction((sql) => sql.run('DELETE FROM some_rows'))],
    ['rows that are inserted', () => db.insertMany('some_rows', ['n'], [[1], [2]])],
  ])('under %s is given up, and replaced', async (_, ask) => {
    way.silence()
    await expect(ask()).rejects.toThrow('недоступен')
    way.restore({ forgets: true })
    expect(await db.get('SELECT 2 AS two')).toEqual({ two: 2 })
  })

  it.each([
    ['a transaction that fails', () => Promise.reject(new Error('no'))],
    ['a transaction that is over', () => Promise.resolve()],
  ])('at the end of %s is given up, and replaced', async (_, outcome) => {
    const ending = db.transaction(async (sql) => {
      await sql.run('INSERT INTO some_rows (n) VALUES (1)')
      way.silence()
      await outcome()
    })
    await expect(ending).rejects.toThrow('недоступен')
    way.restore({ forgets: true })
    expect(await db.get('SELECT 2 AS two')).toEqual({ two: 2 })
  })

  it('for so long that PostgreSQL ends its transaction is not available, and replaced', async () => {
    const ending = db.transaction(async (sql) => {
      await sql.run(`SET LOCAL idle_in_transaction_session_timeout = ${BUSY_MS}`)
      way.silence()
      const others =
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'"
      await expect.poll(() => database.db.all(others)).toEqual([])
      // PostgreSQL's last message is still in flight.
      const late = sql.get('SELECT 1')
      way.restore()
      return late
    })
    await expect(ending).rejects.toMatchObject({ name: 'DatabaseUnavailable', cause: { code: '25P03' } })
    expect(await db.get('SELECT 2 AS two')).toEqual({ two: 2 })
  })
})
