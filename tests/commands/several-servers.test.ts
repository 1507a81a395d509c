import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openPooled, type TestDatabase } from '../support/database.ts'
import {
  ADMIN,
  finished,
  type RunningServer,
  startProgram,
  startServer,
  temporaryFolder,
} from '../support/processes.ts'
import { BOT_TOKEN, startTelegram, type TelegramDouble } from '../support/telegram.ts'

const postgres = ENGINES.find(({ engine }) => engine === 'postgres')?.open

describe.skipIf(!postgres)('several servers on one database (specification 10.30)', () => {
  let database: TestDatabase
  let telegram: TelegramDouble
  let folder: ReturnType<typeof temporaryFolder>
  let servers: RunningServer[]

  beforeEach(async () => {
    database = await (postgres as () => Promise<TestDatabase>)()
    telegram = await startTelegram()
    folder = temporaryFolder()
    servers = []
  })
  afterEach(async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await telegram.close()
    await database.remove()
    folder.remove()
  })

  const start = async (name: string, { location } = database): Promise<RunningServer> => {
    const server = await startServer({
      DATABASE_URL: location.databaseUrl as string,
      DATA_DIR: join(folder.path, name),
      TELEGRAM_BOT_TOKEN: BOT_TOKEN,
      TELEGRAM_API_ROOT: telegram.origin,
    })
    servers.push(server)
    return server
  }
  const botServer = async () =>
    (await database.db.get<{ server: string }>('SELECT server FROM duties'))?.server
  const alive = () => database.db.all<{ id: string }>('SELECT id FROM servers')

  it.each([
    ['is killed', 'SIGKILL'],
    ['stops', 'SIGTERM'],
  ] as const)('when the one that serves the bot %s, another goes on', async (_, signal) => {
    const first = await start('first')
    await telegram.called('getUpdates', 1)
    await start('second')
    await expect.poll(alive).toHaveLength(2)
    telegram.say(1, 'one')
    await telegram.message(1)
    const before = await botServer()
    await first.stop(signal)
    servers.shift()
    telegram.say(1, 'two')
    await telegram.message(2)
    expect(await botServer()).not.toBe(before)
    await expect.poll(alive).toHaveLength(1)
  })

  it('one that cannot change the tables yet says so, and starts once it can', async () => {
    const lock = Promise.withResolvers<void>()
    const free = Promise.withResolvers<void>()
    const migrating = database.db.transaction(async (sql) => {
      await sql.get('SELECT pg_advisory_xact_lock(7420113)')
      lock.resolve()
      await free.promise
    })
    await lock.promise
    const program = startProgram('server/main.ts', [], {
      DATABASE_URL: database.location.databaseUrl as string,
      DATA_DIR: folder.path,
      HOST: '127.0.0.1',
    })
    const ended = finished(program)
    let said = ''
    program.stdout?.on('data', (chunk) => {
      said += chunk
    })
    await expect.poll(() => said).toContain('Обновление таблиц ждёт')
    free.resolve()
    await migrating
    await expect.poll(() => said).toContain('Сервер запущен')
    program.kill('SIGTERM')
    expect(await ended).toMatchObject({ code: 0, stderr: '' })
  })

  it.skipIf(!openPooled)('PgBouncer in transaction mode may stand between', async () => {
    const pooled = await (openPooled as () => Promise<TestDatabase>)()
    const both = [await start('first', pooled), await start('second', pooled)]
    await expect.poll(() => pooled.db.all('SELECT id FROM servers')).toHaveLength(2)
    telegram.say(1, 'one')
    await telegram.message(1)
    const signIn = ({ origin }: RunningServer) =>
      fetch(`${origin}/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(ADMIN),
      })
    expect(await Promise.all(both.map(async (server) => (await signIn(server)).status))).toEqual([200, 200])
    await Promise.all(servers.splice(0).map((server) => server.stop()))
    expect(await pooled.db.all('SELECT id FROM servers')).toEqual([])
    await pooled.remove()
  })
})
