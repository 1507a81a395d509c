import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { embeddedFile, openDatabase } from '../../server/platform/db/open.ts'
import { type EmptyPlace, ENGINES } from '../support/database.ts'
import { everyRow, fillEveryTable, LAST_NOTIFICATION } from '../support/every-table.ts'
import {
  finished,
  type RunningServer,
  startProgram,
  startServer,
  temporaryFolder,
} from '../support/processes.ts'

const [, { place: postgresPlace }] = ENGINES
const PASSWORD = 'тайное/слово'
/** Matches any part of the password, plain or URL-encoded. */
const SHOWN = new RegExp(
  ['тайное', 'слово'].flatMap((part) => [part, encodeURIComponent(part)]).join('|'),
  'i',
)

let folder: ReturnType<typeof temporaryFolder>
let server: RunningServer | undefined
beforeEach(async () => {
  folder = temporaryFolder()
})
afterEach(async () => {
  await server?.stop()
  server = undefined
  folder.remove()
})

const source = () => ({ dataDir: join(folder.path, 'data'), databaseUrl: undefined })
const start = (args: readonly string[], input?: string) =>
  startProgram('server/commands/move.ts', args, { DATA_DIR: source().dataDir }, input)
const move = (...args: string[]) => finished(start(args))

describe.skipIf(!postgresPlace)('npm run move (specification 10.29)', () => {
  let place: EmptyPlace
  let address: string
  let before: Record<string, string[]>
  beforeEach(async () => {
    place = await (postgresPlace as () => Promise<EmptyPlace>)()
    const url = new URL(place.location.databaseUrl as string)
    // The test's database server accepts any password.
    url.password = encodeURIComponent(PASSWORD)
    address = url.href
    const db = await openDatabase(source())
    await fillEveryTable(db)
    before = await everyRow(db)
    await db.close()
  })
  afterEach(() => place?.remove())

  async function moved() {
    const db = await openDatabase(place.location)
    try {
      return await everyRow(db)
    } finally {
      await db.close()
    }
  }

  it('copies every row, prints the settings to change, and never displays the password', async () => {
    const { code, stdout, stderr } = await move('--to', address)
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^(?:Переносится|Сверяется): строк \d/),
    })
    expect(stdout).toMatch(/^Перенесено и сверено: строк \d+\n/)
    const { username, host, pathname } = new URL(address)
    expect(stdout).toContain(`DATABASE_URL=postgres://${username}:***@${host}${pathname}`)
    expect(stdout + stderr).not.toMatch(SHOWN)
    expect(await moved()).toEqual(before)
    const kept = await openDatabase(source())
    expect(await everyRow(kept)).toEqual(before)
    await kept.close()
  })

  it('gives new rows keys of their own', async () => {
    expect((await move('--to', address)).code).toBe(0)
    const db = await openDatabase(place.location)
    const notification = await db.get<{ id: number }>(
      `INSERT INTO notifications (user_id, day, vehicle_type, compared_with, threshold, percent, body, created_at)
       VALUES ('u1', '', '', '', 0, 0, '', 0) RETURNING id`,
    )
    expect(notification?.id).toBe(LAST_NOTIFICATION + 1)
    expect(await db.get("INSERT INTO sites (host) VALUES ('c.ru') RETURNING id")).toMatchObject({ id: 3 })
    await db.close()
  })

  it('starts over after it was killed with all tables but the last one copied', async () => {
    await (await openDatabase(place.location)).close()
    const client = new pg.Client({ connectionString: address })
    await client.connect()
    // Rows cannot be inserted into this table while the lock is held.
    await client.query('BEGIN; LOCK TABLE view_orders IN SHARE MODE')
    const program = start(['--to', address])
    const killed = finished(program)
    const waiting = `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'view_orders'::regclass`
    while ((await client.query(waiting)).rows.length === 0);
    // The source is locked: rows written to it during the copy would be lost.
    const other = new DatabaseSync(embeddedFile(source()), { timeout: 0 })
    expect(() => other.exec('BEGIN IMMEDIATE')).toThrow('locked')
    other.close()
    program.kill('SIGKILL')
    expect(await killed).toMatchObject({ signal: 'SIGKILL' })
    await client.query('COMMIT')
    await client.end()

    const again = await move('--to', address)
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('Перенесено и сверено') })
    expect(await moved()).toEqual(before)
  })

  it('reports that everything has been copied, as after a crash at the last moment', async () => {
    expect((await move('--to', address)).code).toBe(0)
    const again = await move('--to', address)
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('Всё уже перенесено, сверено') })
    expect(await moved()).toEqual(before)
  })

  it('refuses a target with other data, even with a single value', async () => {
    expect((await move('--to', address)).code).toBe(0)
    const db = await openDatabase(place.location)
    await db.run("UPDATE users SET username = 'other' WHERE id = 'u2'")
    await db.close()
    const refused = await move('--to', address)
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('переехать можно только в пустую базу'),
    })
    expect((await moved()).users?.join()).toContain('other')
  })

  it('reads the target’s URL from standard input, where nobody can see it', async () => {
    const { code, stdout, stderr } = await finished(start(['--to', '-'], `${address}\n`))
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Перенесено и сверено'),
    })
    expect(stdout + stderr).not.toMatch(SHOWN)
    expect(await moved()).toEqual(before)
  })

  it('waits for the server to be stopped', async () => {
    server = await startServer({ DATA_DIR: source().dataDir })
    const refused = await move('--to', address)
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('работает сервер: остановите его'),
    })
  })
})

describe('npm run move, called wrongly', () => {
  it.each([
    [[], 'Не указано, куда'],
    [['--to'], 'Неверный параметр --to'],
    [[`postgres://u:${PASSWORD}@h/db`], 'Лишний параметр'],
    [['--to', `mysql://u:${encodeURIComponent(PASSWORD)}@127.0.0.1/db`], 'Нужен адрес вида postgres://'],
    [['--to', `postgres://u:${PASSWORD}@127.0.0.1/db`], 'Нужен адрес вида postgres://'],
    [['--to', `postgres://u:${encodeURIComponent(PASSWORD)}@127.0.0.1:9/db`], 'Не удалось подключиться'],
  ])('says what is wrong with %j, though not the password', async (args, message) => {
    await (await openDatabase(source())).close()
    const { code, stderr } = await move(...args)
    expect(code).toBe(1)
    expect(stderr).toContain(message)
    expect(stderr).not.toContain('    at ')
    expect(stderr).not.toMatch(SHOWN)
  })

  it('creates nothing if there is no database', async () => {
    const { code, stderr } = await move('--to', 'postgres://127.0.0.1:9/db')
    expect(code).toBe(1)
    expect(stderr).toContain('нет: проверьте DATA_DIR')
  })

  it('explains itself', async () => {
    const { code, stdout } = await move('--help')
    expect(code).toBe(0)
    expect(stdout).toContain('npm run move -- --to postgres://')
  })
})
