// Specification 10.29

import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readBackupRecord } from '../../server/platform/backup/backup-record.ts'
import type { Db } from '../../server/platform/db/db.ts'
import { removeFact } from '../../server/platform/db/installation-facts.ts'
import { SCHEMA_VERSION } from '../../server/platform/db/migrations.ts'
import { type DatabaseLocation, openDatabase } from '../../server/platform/db/open.ts'
import { type EmptyPlace, ENGINE_PAIRS } from '../support/database.ts'
import { everyRow, fillEveryTable } from '../support/every-table.ts'
import {
  ADMIN,
  finished,
  type RunningServer,
  startProgram,
  startServer,
  temporaryFolder,
} from '../support/processes.ts'

let folder: ReturnType<typeof temporaryFolder>
let server: RunningServer | undefined
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(async () => {
  await server?.stop()
  server = undefined
  folder.remove()
})

const file = (name: string) => join(folder.path, name)
const env = ({ dataDir, databaseUrl }: DatabaseLocation): Record<string, string> => ({
  DATA_DIR: dataDir,
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
})
const backup = (of: DatabaseLocation, ...args: string[]) =>
  finished(startProgram('server/commands/backup.ts', args, env(of)))
const restore = (into: DatabaseLocation, ...args: string[]) =>
  finished(startProgram('server/commands/restore.ts', args, env(into)))
const embedded = (name: string): DatabaseLocation => ({ dataDir: file(name), databaseUrl: undefined })

async function opened<T>(location: DatabaseLocation, work: (db: Db) => Promise<T>): Promise<T> {
  const db = await openDatabase(location)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

async function signIn(): Promise<number> {
  const answer = await fetch(`${server?.origin}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  return answer.status
}

const COUNTED =
  'SELECT (SELECT count(*) FROM audit_log) AS logged, (SELECT count(*) FROM history_places) AS places'

for (const { from, to } of ENGINE_PAIRS) {
  describe.skipIf(!from.place || !to.place)(
    `npm run backup on ${from.engine}, restore on ${to.engine}`,
    () => {
      let places: EmptyPlace[]
      let source: DatabaseLocation
      let target: DatabaseLocation
      beforeEach(async () => {
        places = await Promise.all([from, to].map(({ place }) => (place as () => Promise<EmptyPlace>)()))
        ;[source, target] = places.map(({ location }) => location) as [DatabaseLocation, DatabaseLocation]
      })
      afterEach(async () => {
        await server?.stop()
        server = undefined
        await Promise.all(places.map((place) => place.remove()))
      })

      // Only for pairs of different engines, which suffice to read and to fill each engine.
      if (from !== to)
        it('copies a consistent state of a running server during writes, with which another server starts', async () => {
          server = await startServer(env(source))
          const start = await opened(source, (db) => db.get<{ logged: number; places: number }>(COUNTED))
          let saved: Awaited<ReturnType<typeof backup>> | undefined
          const saving = backup(source, file('copy')).then((ended) => {
            saved = ended
          })
          let written = 0
          await opened(source, async (db) => {
            while (!saved) {
              await db.transaction(async (sql) => {
                await sql.run("INSERT INTO audit_log (at, event, details) VALUES (?, 'x', '')", Date.now())
                await sql.run(
                  "INSERT INTO history_places (id, city, warehouse) VALUES (?, '', '')",
                  1_000 + written,
                )
              })
              written++
              // Yields, because the embedded database never waits and nothing else would run.
              await turn()
            }
          })
          await saving
          expect(saved).toMatchObject({
            code: 0,
            stdout: expect.stringMatching(/^Сохранено: таблиц \d+, строк/),
          })
          expect(await opened(source, readBackupRecord)).toMatchObject({ path: file('copy') })
          await server.stop()

          const restored = await restore(target, file('copy'))
          expect(restored).toMatchObject({
            code: 0,
            stdout: expect.stringContaining('Восстановлено и сверено'),
          })
          const copied = await opened(target, (db) => db.get<{ logged: number; places: number }>(COUNTED))
          const more = (copied?.logged as number) - (start?.logged as number)
          expect(more).toBeLessThanOrEqual(written)
          expect((copied?.places as number) - (start?.places as number)).toBe(more)
          server = await startServer({ ...env(target), ADMIN_PASSWORD: 'ignored once there are users' })
          expect(await signIn()).toBe(200)
        })

      it('copies every row of every table, once', async () => {
        const before = await opened(source, async (db) => {
          await fillEveryTable(db)
          return everyRow(db)
        })
        expect(await backup(source, file('copy'))).toMatchObject({ code: 0 })
        expect(await restore(target, file('copy'))).toMatchObject({ code: 0 })
        expect(await opened(target, everyRow)).toEqual(before)

        const again = await restore(target, file('copy'))
        expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('Ничего не изменено') })
        expect(again.stderr).not.toContain('    at ')
        expect(await opened(target, everyRow)).toEqual(before)
      })
    },
  )
}

describe('npm run backup', () => {
  beforeEach(() => opened(embedded('data'), fillEveryTable))

  it('writes a file readable by its owner only, and replaces a file only on request', async () => {
    expect((await backup(embedded('data'), file('copy'))).code).toBe(0)
    expect(statSync(file('copy')).mode & 0o777).toBe(0o600)
    const first = readFileSync(file('copy'))
    const refused = await backup(embedded('data'), file('copy'))
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('уже есть: укажите другое имя'),
    })
    expect(readFileSync(file('copy'))).toEqual(first)
    expect((await backup(embedded('data'), '--force', file('copy'))).code).toBe(0)
    expect(readFileSync(file('copy'))).not.toEqual(first)
    expect(readdirSync(folder.path).sort()).toEqual(['copy', 'data'])
  })

  it('reads the database of a killed server', async () => {
    server = await startServer({ DATA_DIR: file('killed') })
    await server.stop('SIGKILL')
    server = undefined
    expect((await backup(embedded('killed'), file('copy'))).code).toBe(0)
    // The backup is recorded after its file is complete.
    await opened(embedded('killed'), (db) => removeFact(db, 'last backup'))
    const before = await opened(embedded('killed'), everyRow)
    expect((await restore(embedded('other'), file('copy'))).code).toBe(0)
    expect(await opened(embedded('other'), everyRow)).toEqual(before)
  })

  it('does not create a missing database', async () => {
    const { code, stderr } = await backup(embedded('none'), file('copy'))
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `Базы ${join(file('none'), 'prices.sqlite')} нет: проверьте DATA_DIR\n`,
    })
    expect(existsSync(file('none'))).toBe(false)
    expect(existsSync(file('copy'))).toBe(false)
  })

  it.each([
    [[], 'Не указан файл'],
    [['a', 'b'], 'Файл один, лишнее: b'],
    [['--colour', 'a'], 'Неверный параметр --colour'],
    [['none/copy'], 'такой папки нет'],
    [['.'], 'не файл'],
  ])('says what is wrong with %j', async (args, message) => {
    const { code, stderr } = await backup(embedded('data'), ...args)
    expect(code).toBe(1)
    expect(stderr).toContain(message)
    expect(stderr).not.toContain('    at ')
  })

  it('explains itself', async () => {
    const { code, stdout, stderr } = await backup(embedded('data'), '--help')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('npm run backup -- [--force] ФАЙЛ')
  })
})

describe('npm run restore', () => {
  const prepared = temporaryFolder()
  beforeAll(async () => {
    const dataDir = join(prepared.path, 'data')
    await opened({ dataDir, databaseUrl: undefined }, fillEveryTable)
    await backup({ dataDir, databaseUrl: undefined }, join(prepared.path, 'copy'))
  })
  afterAll(() => prepared.remove())
  beforeEach(() => copyFileSync(join(prepared.path, 'copy'), file('copy')))

  it('only checks a copy with --check, and reports what cannot be read with another AUTH_SECRET', async () => {
    const checked = await restore(embedded('other'), '--check', file('copy'))
    expect(checked).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Копия цела: от .*, таблиц \d+/),
    })
    expect(existsSync(file('other'))).toBe(false)
    expect((await restore(embedded('other'), file('copy'))).stdout).not.toContain('AUTH_SECRET')
    const args = [file('copy')]
    const elsewhere = { DATA_DIR: file('third'), AUTH_SECRET: 'another-secret-of-at-least-32-characters' }
    const told = await finished(startProgram('server/commands/restore.ts', args, elsewhere))
    expect(told).toMatchObject({ code: 0, stdout: expect.stringContaining('AUTH_SECRET здесь другой') })
  })

  it.each([
    [
      'a flipped bit',
      (bytes: Buffer) => bytes.with(bytes.length >> 1, (bytes[bytes.length >> 1] as number) ^ 4),
      /повреждена|оборвана/,
    ],
    ['its end missing', (bytes: Buffer) => bytes.subarray(0, -100), /оборвана/],
    ['another format', () => Buffer.from('SQLite format 3'), /не резервная копия этой программы/],
  ])('creates nothing from a file with %s', async (_, change, message) => {
    writeFileSync(file('copy'), change(readFileSync(file('copy'))))
    const { code, stderr } = await restore(embedded('other'), file('copy'))
    expect(code).toBe(1)
    expect(stderr).toMatch(message)
    expect(stderr).not.toContain('    at ')
    expect(existsSync(file('other'))).toBe(false)
  })

  it('checks a copy of newer tables, and creates nothing from it', async () => {
    await opened(embedded('data'), (db) => db.run('INSERT INTO migrations (id) VALUES (?)', SCHEMA_VERSION))
    expect(await backup(embedded('data'), file('newer'))).toMatchObject({ code: 0 })
    expect(await restore(embedded('other'), '--check', file('newer'))).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^Копия цела[\s\S]*Восстановить её сможет только более новая версия программы/,
      ),
    })
    const { code, stderr } = await restore(embedded('other'), file('newer'))
    expect({ code, stderr }).toMatchObject({ code: 3, stderr: expect.stringContaining('обновите программу') })
    expect(existsSync(file('other'))).toBe(false)
  })

  it('refuses to replace the data of a running server', async () => {
    server = await startServer({ DATA_DIR: file('other') })
    const { code, stderr } = await restore(embedded('other'), file('copy'))
    expect(code).toBe(1)
    expect(stderr).toContain('работает сервер: остановите его')
    expect(await signIn()).toBe(200)
  })

  it.each([
    [[], 'Не указан файл'],
    [['a', 'b'], 'Файл один, лишнее: b'],
    [['--force', 'a'], 'Неверный параметр --force'],
    [['none'], 'Файл не найден: none'],
  ])('says what is wrong with %j', async (args, message) => {
    const { code, stderr } = await restore(embedded('other'), ...args)
    expect(code).toBe(1)
    expect(stderr).toContain(message)
    expect(stderr).not.toContain('    at ')
  })

  it('explains itself', async () => {
    const { code, stdout } = await restore(embedded('other'), '--help')
    expect(code).toBe(0)
    expect(stdout).toContain('npm run restore -- --check ФАЙЛ')
  })
})
