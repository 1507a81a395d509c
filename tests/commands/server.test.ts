// Specification 10.3, 10.22, 10.24, 10.31

import { spawn, spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { openDatabase } from '../../server/platform/db/open.ts'
import { openSqlite } from '../../server/platform/db/sqlite.ts'
import { OperatorError } from '../../server/platform/operator-error.ts'
import { figureOf, METRICS_TOKEN } from '../support/metrics.ts'
import {
  ADMIN,
  finished,
  type RunningServer,
  SECRET,
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

const dataDir = () => join(folder.path, 'data')
const refused = (env: Record<string, string>) => finished(startProgram('server/main.ts', [], env))

async function signIn(origin: string): Promise<number> {
  const answer = await fetch(`${origin}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  return answer.status
}

describe('the server as a process', () => {
  it('stops even if a client keeps an incomplete request open', async () => {
    server = await startServer({ DATA_DIR: dataDir() })
    const { hostname, port } = new URL(server.origin)
    const stalled = connect(Number(port), hostname)
    await new Promise<void>((resolve) => stalled.write('GET / HTTP/1.1\r\n', () => resolve()))
    stalled.on('error', () => undefined)
    const closed = new Promise((resolve) => stalled.on('close', resolve))
    await server.stop()
    server = undefined
    await closed
  })

  it('stops with npm, even if only the npm process gets a SIGTERM', async () => {
    const env = { ...process.env, DATA_DIR: dataDir(), PORT: '0', HOST: '127.0.0.1' }
    const npm = spawn('npm', ['start'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    const origin = await new Promise<string>((resolve, reject) => {
      let said = ''
      npm.stdout.on('data', (chunk) => {
        said += chunk
        const address = /http:\/\/\S+/.exec(said)?.[0]
        if (address) resolve(address)
      })
      npm.on('close', () => reject(new Error(`npm start ended: ${said}`)))
    })
    expect((await fetch(origin)).status).toBe(200)
    // The output closes only when the last of the processes ends.
    const closed = new Promise((resolve) => npm.stdout.on('close', resolve))
    npm.kill('SIGTERM')
    await closed
    await expect(fetch(origin)).rejects.toThrow()
  })

  it('starts with an administrator and the sample, and keeps both across a SIGKILL', async () => {
    server = await startServer({ DATA_DIR: dataDir() })
    expect(await signIn(server.origin)).toBe(200)
    await server.stop('SIGKILL')
    server = await startServer({ DATA_DIR: dataDir(), ADMIN_PASSWORD: 'ignored once there are users' })
    expect(await signIn(server.origin)).toBe(200)
  })

  /** Output of a first start that ends before the sample is loaded. */
  const firstStart = async (env: Record<string, string>) => {
    const db = await openDatabase({ dataDir: dataDir(), databaseUrl: undefined })
    await db.run(
      "CREATE TRIGGER full BEFORE INSERT ON site_offers BEGIN SELECT RAISE(ABORT, 'no space left'); END",
    )
    await db.close()
    const { code, stdout } = await refused({ DATA_DIR: dataDir(), ...env })
    expect(code).toBe(1)
    return stdout
  }

  it('prints a code for the set-up instead of creating an administrator, and loads no sample', async () => {
    const env = { DATA_DIR: dataDir(), ADMIN_PASSWORD: '' }
    const start = async () => {
      const started = await startServer(env)
      server = started
      const line = /^Первая настройка: откройте (\S+)\/setup и введите код (\S+)$/m.exec(started.printed)
      return { ...started, address: line?.[1], code: line?.[2] }
    }
    const first = await start()
    expect(first).toMatchObject({
      address: first.origin,
      code: expect.stringMatching(/^(?:\w{4}-){2}\w{4}$/),
    })
    expect(await signIn(first.origin)).toBe(401)
    await first.stop('SIGKILL')
    const { origin, code, stop } = await start()
    expect(code).toBe(first.code)
    const created = await fetch(`${origin}/api/companion/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, ...ADMIN }),
    })
    expect(created.status).toBe(201)
    expect(await signIn(origin)).toBe(200)
    await stop()
    expect((await start()).code).toBeUndefined()
    await server?.stop()
    const db = await openDatabase({ dataDir: dataDir(), databaseUrl: undefined })
    expect(await db.all('SELECT host FROM sites')).toEqual([])
    await db.close()
  })

  it('prints the password that the set-up has generated, but none that the operator has chosen', async () => {
    cpSync('scripts/setup.mjs', join(folder.path, 'scripts', 'setup.mjs'))
    const setup = join(folder.path, 'scripts', 'setup.mjs')
    const run = `import('${setup}').then((setup) => setup.ensureConfigured())`
    expect(spawnSync(process.execPath, ['-e', run], { env: { PATH: process.env.PATH } }).status).toBe(0)
    const configured = parseEnv(readFileSync(join(folder.path, '.env.local'), 'utf8')) as Record<
      string,
      string
    >
    expect(configured.ADMIN_PASSWORD).toMatch(/^\S{16}$/)
    const chosen = { ...configured, ADMIN_PASSWORD: ADMIN.password }
    const printed = await firstStart(chosen)
    expect(printed).toContain('Администратор: admin\nПароль: задан в ADMIN_PASSWORD\n')
    expect(printed).not.toContain(ADMIN.password)
    rmSync(dataDir(), { recursive: true })
    expect(await firstStart(configured)).toContain(`Пароль: ${configured.ADMIN_PASSWORD}\n`)
  })

  it('makes lists of the last day ready before anybody asks', async () => {
    server = await startServer({ DATA_DIR: dataDir(), METRICS_TOKEN })
    const { origin } = server
    const readyBytes = async () => Number(await figureOf(origin, 'ready_rows_bytes'))
    await expect.poll(readyBytes).toBeGreaterThan(0)
  })

  it('refuses a data directory that another server uses, and leaves that one alone', async () => {
    server = await startServer({ DATA_DIR: dataDir() })
    const second = await refused({ DATA_DIR: dataDir() })
    expect(second).toMatchObject({ code: 1, stderr: expect.stringContaining('уже работает другой сервер') })
    expect(await signIn(server.origin)).toBe(200)
  })

  it('says which port is taken', async () => {
    server = await startServer({ DATA_DIR: dataDir() })
    const port = new URL(server.origin).port
    const second = await refused({ DATA_DIR: join(folder.path, 'other'), PORT: port, HOST: '127.0.0.1' })
    expect(second).toMatchObject({ code: 1, stderr: expect.stringContaining(`Порт ${port} уже занят`) })
  })

  it('says that a data directory cannot be written', async () => {
    writeFileSync(join(folder.path, 'file'), '')
    const { code, stderr } = await refused({ DATA_DIR: join(folder.path, 'file', 'data') })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Папка данных .* недоступна для записи/)
    expect(stderr).not.toContain('    at ')
  })

  it('says that the file is not a database', async () => {
    const program = await startServer({ DATA_DIR: dataDir() })
    await program.stop()
    writeFileSync(join(dataDir(), 'prices.sqlite'), 'x'.repeat(10_000))
    const { code, stderr } = await refused({ DATA_DIR: dataDir() })
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('это не файл базы данных'),
    })
  })

  it.each<[Record<string, string>, string]>([
    [{ DATABASE_URL: 'postgres://127.0.0.1:9/none' }, 'PostgreSQL'],
    [{ DATABASE_READ_URLS: 'postgres://u:secret@h/p' }, 'DATABASE_READ_URLS'],
  ])('reports %j without a stack and without secrets', async (env, word) => {
    const { code, stderr } = await refused({ DATA_DIR: dataDir(), ...env })
    expect(code).toBe(1)
    expect(stderr).toContain(word)
    expect(stderr).not.toMatch(/ {4}at |secret/)
  })

  it.each<[Record<string, string>, string]>([
    [{ PORT: 'abc' }, 'PORT'],
    [{ AUTH_SECRET: 'short' }, 'AUTH_SECRET'],
    [{ BACKEND_URL: 'backend' }, 'BACKEND_URL'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '10.0.0.0/8,proxy' }, 'TRUST_PROXY'],
    [{ DATABASE_URL: 'postgres://h/p', DATABASE_READ_URLS: 'postgres://h/p, u:secret@h' }, 'адрес 2'],
  ])('refuses the configuration %j', (env, word) => {
    const read = () => readConfig({ AUTH_SECRET: SECRET, ...env })
    expect(read).toThrow(OperatorError)
    expect(read).toThrow(word)
    expect(read).not.toThrow('secret')
  })

  it('says that the disk is full, and keeps existing data', async () => {
    const db = openSqlite(join(dataDir(), 'full.sqlite'))
    await db.run('CREATE TABLE t (x TEXT)')
    const { page_count: pages } = (await db.get<{ page_count: number }>('PRAGMA page_count')) ?? {
      page_count: 0,
    }
    await db.get(`PRAGMA max_page_count = ${pages + 1}`)
    const tooMuch = db.insertMany(
      't',
      ['x'],
      Array.from({ length: 100 }, () => ['y'.repeat(10_000)]),
    )
    await expect(tooMuch).rejects.toThrow('на диске нет места')
    expect(await db.all('SELECT * FROM t')).toEqual([])
    await db.close()
  })
})
