// Specification 10.29

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backupOptions, nothing, saveBackup } from '../../../tests/support/backups.ts'
import { type EmptyPlace, ENGINE_PAIRS, ENGINES, type TestDatabase } from '../../../tests/support/database.ts'
import { everyRow, fillEveryTable, LAST_NOTIFICATION } from '../../../tests/support/every-table.ts'
import { temporaryFolder } from '../../../tests/support/processes.ts'
import type { Db } from '../db/db.ts'
import { migrateTo, SCHEMA_VERSION } from '../db/migrations.ts'
import { connectDatabase, openDatabase, readDatabase } from '../db/open.ts'
import { tablesIn } from '../db/tables.ts'
import { moveTables } from './move-tables.ts'
import { checkBackup, restoreBackup } from './read-backup.ts'
import { writeBackup } from './write-backup.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const { place: postgresPlace } = ENGINES[1]
const file = () => join(folder.path, 'copy')
const restored = async (db: Db) => restoreBackup(db, await checkBackup(file(), nothing), nothing, nothing)
const tables = (db: Db) =>
  db.transaction(async (sql) => [...(await tablesIn(sql))].filter((name) => !name.startsWith('sqlite_')))

for (const { from, to } of ENGINE_PAIRS) {
  describe.skipIf(!from.open || !to.place)(`a copy of ${from.engine} in ${to.engine}`, () => {
    let source: TestDatabase
    let place: EmptyPlace
    let target: Db
    beforeEach(async () => {
      source = await (from.open as () => Promise<TestDatabase>)()
      await fillEveryTable(source.db)
      place = await (to.place as () => Promise<EmptyPlace>)()
      target = await connectDatabase(place.location)
    })
    afterEach(async () => {
      await source?.remove()
      await target?.close()
      await place?.remove()
    })

    it('has every row of every table, and gives new rows keys of their own', async () => {
      await saveBackup(source.location, file())
      await restored(target)
      expect(await everyRow(target)).toEqual(await everyRow(source.db))

      const added = await target.get<{ id: number }>("INSERT INTO sites (host) VALUES ('c.ru') RETURNING id")
      expect(added?.id).toBe(3)
      const notification = await target.get<{ id: number }>(
        `INSERT INTO notifications (user_id, day, vehicle_type, compared_with, threshold, percent, body, created_at)
         VALUES ('u1', '', '', '', 0, 0, '', 0) RETURNING id`,
      )
      // The key continues after a deleted notification.
      expect(notification?.id).toBe(LAST_NOTIFICATION + 1)
      if (target.engine === 'sqlite') return
      const given = target.run("INSERT INTO sites (id, host) VALUES (50, 'd.ru')")
      await expect(given).rejects.toThrow('cannot insert a non-DEFAULT value')
    })

    it('goes into a database with tables, as long as they are empty', async () => {
      await saveBackup(source.location, file())
      await (await openDatabase(place.location)).close()
      await restored(target)
      expect(await everyRow(target)).toEqual(await everyRow(source.db))
    })

    it('goes nowhere where there is anything, which stays as it is', async () => {
      await saveBackup(source.location, file())
      const other = await openDatabase(place.location)
      await other.run("INSERT INTO day_summaries (day, state, summary) VALUES ('d', 'x', '')")
      const before = await everyRow(other)
      await expect(restored(target)).rejects.toThrow('уже есть данные (таблица day_summaries)')
      expect(await everyRow(other)).toEqual(before)
      await other.close()
    })

    it('goes nowhere where tables of others have our names', async () => {
      await saveBackup(source.location, file())
      await target.run('CREATE TABLE users (id INTEGER)')
      await expect(restored(target)).rejects.toThrow('В базе уже есть таблица users, не этой программы')
      expect(await tables(target)).toEqual(['users'])
    })

    it('leaves the place empty when what was written is not what was to be', async () => {
      await saveBackup(source.location, file())
      const backup = await checkBackup(file(), nothing)
      const users = { ...(backup.sums.users as { rows: number; sum: string; lastKey: null }) }
      users.sum = users.sum.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
      const forged = { ...backup, sums: { ...backup.sums, users } }
      await expect(restoreBackup(target, forged, nothing, nothing)).rejects.toThrow('таблица users')
      expect(await tables(target)).toEqual([])
    })
  })
}

for (const from of ENGINES) {
  describe.skipIf(!from.open || !postgresPlace)(`what ${from.engine} has, on its way to postgres`, () => {
    it('may keep the transaction there waiting, be it written or only compared', async () => {
      const source = await (from.open as () => Promise<TestDatabase>)()
      await fillEveryTable(source.db)
      const place = await (postgresPlace as () => Promise<EmptyPlace>)()
      const target = await connectDatabase(place.location)
      const limits: unknown[] = []
      const watched: Db = {
        ...target,
        transaction: (work) =>
          target.transaction(async (sql) => {
            try {
              return await work(sql)
            } finally {
              limits.push(await sql.get('SHOW idle_in_transaction_session_timeout'))
            }
          }),
      }
      const move = () =>
        readDatabase(source.location, (sql) =>
          moveTables(sql, watched, { onMoved: nothing, onChecked: nothing }),
        )
      expect(await move()).toMatchObject({ now: true })
      expect(await move()).toMatchObject({ now: false })
      const none = { idle_in_transaction_session_timeout: '0' }
      expect(limits).toEqual([none, none, none])
      await target.close()
      await place.remove()
      await source.remove()
    })
  })

  describe.skipIf(!from.open)(`a copy of ${from.engine}`, () => {
    let source: TestDatabase
    beforeEach(async () => {
      source = await (from.open as () => Promise<TestDatabase>)()
    })
    afterEach(() => source?.remove())

    it('is of one moment, whatever is written between two of its tables', async () => {
      const { db, location } = source
      await fillEveryTable(db)
      const before = await everyRow(db)
      let written = 0
      await readDatabase(location, async (sql) => {
        await sql.get('SELECT 1 FROM users')
        await writeBackup(
          {
            ...sql,
            async *batches(query) {
              written++
              await db.run('INSERT INTO days (day, version) VALUES (?, 1)', `day ${written}`)
              await db.run("INSERT INTO audit_log (at, event, details) VALUES (1, 'x', '')")
              yield* sql.batches(query)
            },
          },
          backupOptions(file()),
        )
      })
      expect(written).toBeGreaterThan(20)
      const target = await ENGINES[0].place()
      const restoredDb = await connectDatabase(target.location)
      await restored(restoredDb)
      expect(await everyRow(restoredDb)).toEqual(before)
      await restoredDb.close()
      await target.remove()
    })

    it('of tables that stayed newer after a rollback is whole, for the version that knows them', async () => {
      await fillEveryTable(source.db)
      const save = async (name: string) => {
        const path = join(folder.path, name)
        await saveBackup(source.location, path)
        const [header, ...lines] = gunzipSync(readFileSync(path)).toString().split('\n')
        return { path, schema: JSON.parse(header as string).schema, lines }
      }
      const known = await save('known')
      await source.db.run('INSERT INTO migrations (id) VALUES (?)', SCHEMA_VERSION)
      // The version that knows the tables reads the same lines.
      expect(await save('newer')).toMatchObject({ schema: SCHEMA_VERSION + 1, lines: known.lines })

      await source.db.run('CREATE TABLE later (id INTEGER PRIMARY KEY, by_user TEXT REFERENCES users (id))')
      await source.db.run("INSERT INTO later (id, by_user) VALUES (1, 'u1')")
      await source.db.run("ALTER TABLE days ADD COLUMN later TEXT NOT NULL DEFAULT 'x'")
      const { path, lines } = await save('changed')
      expect(lines[lines.indexOf('{"table":"later","columns":["id","by_user"]}') + 1]).toBe('[1,"u1"]')
      const days = lines.indexOf('{"table":"days","columns":["day","version","later"]}')
      expect(lines[days + 1]).toMatch(/,"x"\]$/)

      const place = await (from.place as () => Promise<EmptyPlace>)()
      const target = await connectDatabase(place.location)
      const restoring = restoreBackup(target, await checkBackup(path, nothing), nothing, nothing)
      await expect(restoring).rejects.toThrow('более новой версии программы')
      expect(await tables(target)).toEqual([])
      await target.close()
      await place.remove()
    })

    it('of an older version is brought up to date, though not into newer tables', async () => {
      const old = await (from.place as () => Promise<EmptyPlace>)()
      const older = await connectDatabase(old.location)
      await older.transaction((sql) => migrateTo(sql, older.engine, 1))
      await older.run(
        "INSERT INTO users (id, username, password_hash, role, created_at) VALUES ('u', 'anna', '', 'admin', 1)",
      )
      await saveBackup(old.location, file())
      await older.close()

      await expect(restored(source.db)).rejects.toThrow('новее данных')

      const place = await (from.place as () => Promise<EmptyPlace>)()
      const target = await connectDatabase(place.location)
      await restored(target)
      expect(await target.all('SELECT username, last_sign_in_at FROM users')).toMatchObject([
        { username: 'anna', last_sign_in_at: null },
      ])
      expect(await target.all('SELECT version FROM price_state')).toMatchObject([{ version: 0 }])
      await target.close()
      await Promise.all([old.remove(), place.remove()])
    })

    it('is not made where there is nothing to copy', async () => {
      const place = await (from.place as () => Promise<EmptyPlace>)()
      await (await connectDatabase(place.location)).close()
      await expect(saveBackup(place.location, file())).rejects.toThrow('сохранять нечего')
      await place.remove()
    })
  })
}
