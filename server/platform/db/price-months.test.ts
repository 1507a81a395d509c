import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isDaikon } from '../../../contract/lib/host-name.ts'
import { nothing, saveBackup } from '../../../tests/support/backups.ts'
import { runImport } from '../../../tests/support/commands.ts'
import { type EmptyPlace, ENGINES } from '../../../tests/support/database.ts'
import { type Line, savePrices } from '../../../tests/support/prices.ts'
import { temporaryFolder } from '../../../tests/support/processes.ts'
import { ownPrices } from '../../features/decisions/own-prices.ts'
import { dropOldDays } from '../../features/sources/site-days.ts'
import { lastDayOf, tyreMarket } from '../../prices/tyre-market.ts'
import { checkBackup, restoreBackup } from '../backup/read-backup.ts'
import type { Db } from './db.ts'
import { migrate, migrateTo } from './migrations.ts'
import { connectDatabase, openDatabase, readDatabase } from './open.ts'
import { createMonthPartitions } from './price-months.ts'
import { statementOf } from './statement.ts'

const { place } = ENGINES[1]
/** Schema version with partitions by month, and the last one without. */
const MONTHS = 19
const BEFORE = MONTHS - 1
const LINES: readonly Line[] = [[{}, { retail: 5000 }]]

/** Returns the partition of each day's prices. */
const places = async (db: Db) => {
  const rows = await db.all<{ day: string; name: string }>(
    'SELECT DISTINCT day, tableoid::regclass::text AS name FROM site_offers ORDER BY day',
  )
  return Object.fromEntries(rows.map(({ day, name }) => [day, name]))
}

const partitions = async (db: Db) => {
  const rows = await db.all<{ name: string }>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'site_offers'::regclass`,
  )
  return rows.map(({ name }) => name.replace('site_offers_', '')).sort()
}

const insert = (db: Db, day: string, tyre = 1) =>
  db.run("INSERT INTO site_offers (day, site_id, tyre_id, offers) VALUES (?, 1, ?, '[]')", day, tyre)

describe.skipIf(!place)('months of prices on PostgreSQL (specification 10.32)', () => {
  let there: EmptyPlace
  let folder: ReturnType<typeof temporaryFolder>
  let db: Db
  beforeEach(async () => {
    there = await (place as () => Promise<EmptyPlace>)()
    folder = temporaryFolder()
    db = await connectDatabase(there.location)
  })
  afterEach(async () => {
    await db.close()
    await there.remove()
    folder.remove()
  })
  const drop = (on: string, keep = 10) => dropOldDays(db, keep, Date.parse(`${on}T12:00:00Z`))

  it('are made ahead by an import: the month of its day and the next', async () => {
    const file = join(folder.path, 'a.csv')
    writeFileSync(file, 'article,brand,name,city,retail\nX1,Arktika,Шина,Томск,5000\n')
    const imported = await runImport(['--site', 'a.ru', '--date', '2025-12-31', file], {
      DATABASE_URL: there.location.databaseUrl as string,
      DATA_DIR: folder.path,
    })
    expect(imported.code, imported.stderr).toBe(0)
    expect(await places(db)).toEqual({ '2025-12-31': 'site_offers_2025_12' })
    expect(await partitions(db)).toEqual(['2025_12', '2026_01', 'rest'])
  })

  it('are made once, by however many servers at the same time', async () => {
    await migrate(db)
    const others = await Promise.all(Array.from({ length: 4 }, () => connectDatabase(there.location)))
    await Promise.all(others.map((other) => createMonthPartitions(other, '2026-04-18')))
    expect(await partitions(db)).toEqual(['2026_04', '2026_05', 'rest'])
    await Promise.all(others.map((other) => other.close()))
  })

  it('take over what stood there before them, as it is, in one partition', async () => {
    await db.transaction((sql) => migrateTo(sql, 'postgres', BEFORE))
    await insert(db, '2025-11-30')
    await insert(db, '2026-04-18')
    await migrate(db)
    expect(await places(db)).toEqual({
      '2025-11-30': 'site_offers_before',
      '2026-04-18': 'site_offers_before',
    })
    await createMonthPartitions(db, '2026-04-19')
    await insert(db, '2026-04-19')
    await insert(db, '2026-05-01')
    expect(await places(db)).toMatchObject({
      '2026-04-19': 'site_offers_before',
      '2026-05-01': 'site_offers_2026_05',
    })
    await expect(insert(db, '2026-04-18')).rejects.toThrow('duplicate key')
  })

  it('come when nobody is in the way, and hold nobody up until then', async () => {
    await db.transaction((sql) => migrateTo(sql, 'postgres', BEFORE))
    await insert(db, '2026-04-18')
    const copied = Promise.withResolvers<void>()
    const reading = Promise.withResolvers<void>()
    const copy = readDatabase(there.location, async (sql) => {
      await sql.get('SELECT 1 FROM site_offers')
      reading.resolve()
      await copied.promise
    })
    await reading.promise
    const busy = Promise.withResolvers<void>()
    const migrated = migrate(db, busy.resolve)
    await busy.promise
    // Reads and writes of the running version.
    await insert(db, '2026-04-19')
    expect(Object.keys(await places(db))).toEqual(['2026-04-18', '2026-04-19'])
    expect(await partitions(db)).toEqual([])
    copied.resolve()
    await copy
    await migrated
    expect(await partitions(db)).toEqual(['before', 'rest'])
  })

  it('leave days of no time to the rest, and what stood there before them if it has no others', async () => {
    await db.transaction((sql) => migrateTo(sql, 'postgres', BEFORE))
    for (const day of ['2026-04-18', '2062-04-18', 'unknown', '9999-12-31']) await insert(db, day)
    await migrate(db)
    const rest = 'site_offers_rest'
    const odd = { '2062-04-18': rest, '9999-12-31': rest, unknown: rest }
    expect(await places(db)).toEqual({ '2026-04-18': 'site_offers_before', ...odd })
    await createMonthPartitions(db, '2026-05-01')
    await createMonthPartitions(db, '2062-04-18')
    expect(await partitions(db)).toEqual(['2026_05', '2026_06', '2062_04', '2062_05', 'before', 'rest'])

    const other = await (place as () => Promise<EmptyPlace>)()
    const onlyOdd = await connectDatabase(other.location)
    await onlyOdd.transaction((sql) => migrateTo(sql, 'postgres', BEFORE))
    await insert(onlyOdd, 'unknown')
    await migrate(onlyOdd)
    expect(await partitions(onlyOdd)).toEqual(['rest'])
    expect(await places(onlyOdd)).toEqual({ unknown: rest })
    await onlyOdd.close()
    await other.remove()
  })

  it('are left to the next import while somebody reads all prices, as a copy does', async () => {
    await migrate(db)
    const other = await connectDatabase(there.location)
    await other.transaction(async (sql) => {
      await sql.get('SELECT 1 FROM site_offers')
      await savePrices(db, 'a.ru', '2026-04-18', LINES)
      expect(await partitions(db)).toEqual(['rest'])
    })
    await other.close()
    await savePrices(db, 'a.ru', '2026-04-19', LINES)
    expect(await places(db)).toEqual({
      '2026-04-18': 'site_offers_2026_04',
      '2026-04-19': 'site_offers_2026_04',
    })
  })

  it('take in prices of a program that knows no months', async () => {
    await migrate(db)
    await insert(db, '2026-04-18')
    await insert(db, '2026-06-01')
    expect(await places(db)).toEqual({ '2026-04-18': 'site_offers_rest', '2026-06-01': 'site_offers_rest' })
    await createMonthPartitions(db, '2026-04-19')
    expect(await places(db)).toEqual({
      '2026-04-18': 'site_offers_2026_04',
      '2026-06-01': 'site_offers_rest',
    })
    await expect(insert(db, '2026-04-18')).rejects.toThrow('duplicate key')
  })

  it('go as a whole once all of their days are past keeping', async () => {
    await migrate(db)
    const days = ['2026-03-30', '2026-03-31', '2026-04-01', '2026-04-20']
    for (const day of days) await savePrices(db, 'a.ru', day, LINES)
    expect(await drop('2026-04-09')).toBe(1)
    expect(await partitions(db)).toEqual(['2026_03', '2026_04', '2026_05', 'rest'])
    // Prices of the removed day are dropped with their month, in which another day remains.
    expect(Object.keys(await places(db))).toEqual(days)
    expect(await db.all('SELECT day FROM days ORDER BY day')).toEqual(days.slice(1).map((day) => ({ day })))
    expect(await drop('2026-04-10')).toBe(1)
    expect(await partitions(db)).toEqual(['2026_04', '2026_05', 'rest'])
    expect(Object.keys(await places(db))).toEqual(days.slice(2))
  })

  it('let go, day by day, of what stood there before them', async () => {
    await db.transaction((sql) => migrateTo(sql, 'postgres', BEFORE))
    const [oldest, newest] = ['2026-04-01', '2026-04-20'] as const
    await insert(db, oldest)
    await migrate(db)
    await savePrices(db, 'a.ru', newest, LINES)
    await savePrices(db, 'a.ru', oldest, LINES)
    expect(await drop('2026-04-20')).toBe(1)
    expect(await places(db)).toEqual({ '2026-04-20': 'site_offers_before' })
    expect(await drop('2026-06-20')).toBe(1)
    expect(await partitions(db)).toEqual(['rest'])
  })

  it('stay while somebody reads or brings a day back, and go another night', async () => {
    await migrate(db)
    await savePrices(db, 'a.ru', '2026-03-31', LINES)
    await savePrices(db, 'a.ru', '2026-04-20', LINES)
    const other = await connectDatabase(there.location)
    await other.transaction(async (sql) => {
      await sql.get('SELECT 1 FROM site_offers')
      expect(await drop('2026-04-20')).toBe(1)
    })
    expect(await partitions(db)).toContain('2026_03')
    await savePrices(other, 'a.ru', '2026-03-31', LINES)
    await db.run('DELETE FROM history_days')
    await drop('2026-04-20')
    expect(await partitions(db)).toContain('2026_03')
    await db.run('DELETE FROM snapshots WHERE day < ?', '2026-04-01')
    await drop('2026-04-20')
    expect(await partitions(db)).toEqual(['2026_04', '2026_05', 'rest'])
    await other.close()
  })

  it('show nothing of a day past keeping whose prices they still have', async () => {
    await migrate(db)
    const [gone, kept] = ['2026-04-01', '2026-04-20'] as const
    for (const day of [gone, kept]) await savePrices(db, 'daikon.ru', day, LINES)
    await savePrices(db, 'b.ru', gone, [[{ article: 'B1' }, { retail: 1 }]])
    expect(await drop('2026-04-20')).toBe(2)
    // Only b.ru gets the day again.
    await savePrices(db, 'b.ru', gone, [[{ article: 'B1' }, { retail: 1 }]])
    expect(Object.keys(await places(db))).toEqual([gone, kept])
    const tyre = await db.get<{ id: number }>("SELECT id FROM tyres WHERE article = 'A1'")
    const id = tyre?.id ?? 0
    expect(await lastDayOf(db, id, gone)).toBeNull()
    expect(await lastDayOf(db, id, kept)).toBe(kept)
    expect(await tyreMarket(db, id, kept, gone)).toMatchObject({
      offers: [{ site: 'daikon.ru', before: null }],
      gone: [],
      uncompared: ['daikon.ru'],
    })
    const own = async (day: string) =>
      (await ownPrices({ sql: db, keys: async () => id, isOwnSite: isDaikon }, day, ['A1'])).get('A1')
    expect(await own(gone)).toBeUndefined()
    expect(await own(kept)).toHaveLength(1)
  })

  it('are not all looked into for the last day of a tyre, whatever is known of them', async () => {
    await migrate(db)
    await savePrices(db, 'a.ru', '2026-06-20', LINES)
    for (const month of ['03', '04', '05', '06']) {
      await createMonthPartitions(db, `2026-${month}-01`)
      await db.run(
        `INSERT INTO site_offers SELECT '2026-${month}-' || to_char(d, 'FM00'), 1, t, '[]'
         FROM generate_series(1, 12) d, generate_series(10, 1000) t`,
      )
      await db.run(
        `INSERT INTO days SELECT '2026-${month}-' || to_char(d, 'FM00'), 1 FROM generate_series(1, 12) d`,
      )
      await db.run(
        `INSERT INTO snapshots SELECT '2026-${month}-' || to_char(d, 'FM00'), 1, 1, 1, 1 FROM generate_series(1, 12) d`,
      )
      // Autovacuum analyses partitions, but not the partitioned table.
      await db.run(`ANALYZE site_offers_2026_${month}`)
    }
    await db.run('ANALYZE days')
    await db.run('ANALYZE snapshots')
    let query = ''
    const watched: Db = {
      ...db,
      get(text, ...parameters) {
        query = statementOf(text, parameters)[0].replace('?', "'2026-07-01'").replace('?', '1')
        return db.get(text, ...parameters)
      },
    }
    expect(await lastDayOf(watched, 1, '2026-07-01')).toBe('2026-06-20')
    const plan = await db.all<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) ${query}`)
    const text = plan.map((line) => line['QUERY PLAN']).join('\n')
    for (const month of ['03', '04', '05'])
      expect(text).toMatch(new RegExp(`on site_offers_2026_${month} \\w+ \\(never executed\\)`))
  })

  it('are where a copy is taken in', async () => {
    await migrate(db)
    for (const day of ['2026-03-31', '2026-04-01']) await savePrices(db, 'a.ru', day, LINES)
    await insert(db, 'unknown', 7)
    const file = join(folder.path, 'copy')
    await saveBackup(there.location, file)
    const target = await (place as () => Promise<EmptyPlace>)()
    const restored = await connectDatabase(target.location)
    await restoreBackup(restored, await checkBackup(file, nothing), nothing, nothing)
    expect(await places(restored)).toEqual({
      '2026-03-31': 'site_offers_2026_03',
      '2026-04-01': 'site_offers_2026_04',
      unknown: 'site_offers_rest',
    })
    await restored.close()
    await target.remove()

    // Without months nothing would remove expired prices, which the copy still has.
    await drop('2026-04-11')
    const later = join(folder.path, 'later')
    await saveBackup(there.location, later)
    const embedded = await connectDatabase({ dataDir: folder.path, databaseUrl: undefined })
    await restoreBackup(embedded, await checkBackup(later, nothing), nothing, nothing)
    expect(await embedded.all('SELECT day FROM site_offers')).toEqual([])
    await embedded.close()
  })

  it('are the only ones that a list of one day is read from', async () => {
    await migrate(db)
    for (const day of ['2026-03-31', '2026-04-01']) await savePrices(db, 'a.ru', day, LINES)
    const plan = await db.all<{ 'QUERY PLAN': string }>(
      "EXPLAIN SELECT tyre_id, offers FROM site_offers WHERE day = '2026-04-01' AND site_id = 1",
    )
    const text = plan.map((line) => line['QUERY PLAN']).join('\n')
    expect(text).toContain('site_offers_2026_04')
    expect(text).not.toMatch(/site_offers_(2026_03|rest)/)
  })

  it('are nothing to the embedded engine', async () => {
    const embedded = await openDatabase({ dataDir: folder.path, databaseUrl: undefined })
    await savePrices(embedded, 'a.ru', '2026-03-31', LINES)
    expect(await dropOldDays(embedded, 1, Date.parse('2026-06-01T12:00:00Z'))).toBe(1)
    expect(await embedded.all('SELECT day FROM site_offers')).toEqual([])
    await embedded.close()
  })
})
