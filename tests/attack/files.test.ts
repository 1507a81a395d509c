import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runImport } from '../support/commands.ts'
import { finished, startProgram, startServer, temporaryFolder } from '../support/processes.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const at = (...names: string[]) => join(folder.path, ...names)
const rights = (path: string) => (statSync(path).mode & 0o777).toString(8)
/** Returns the permissions of a folder and of everything in it. */
const rightsOfAll = (path: string): Record<string, string> => ({
  '.': rights(path),
  ...Object.fromEntries(
    readdirSync(path, { recursive: true }).map((name) => [String(name), rights(join(path, String(name)))]),
  ),
})
const privately = (of: Record<string, string>) =>
  Object.fromEntries(
    Object.keys(of).map((name) => [name, name === '.' || name === 'rejects' ? '700' : '600']),
  )

describe('what the server stores', () => {
  it('is readable by its owner only: folder, database, lock, rejects', async () => {
    const server = await startServer({ DATA_DIR: at('data') })
    writeFileSync(at('prices.csv'), 'article,brand,name,city,retail\nA1,B,N,Томск,abc\nA2,B,N,Томск,100\n')
    const { code } = await runImport(
      ['--site', 'a.ru', '--date', '2026-04-18', '--max-bad', '100', at('prices.csv')],
      { DATA_DIR: at('data') },
    )
    expect(code).toBe(0)
    const found = rightsOfAll(at('data'))
    await server.stop()
    expect(Object.keys(found)).toEqual(
      expect.arrayContaining(['prices.sqlite', 'prices.sqlite-wal', 'server.lock', 'rejects']),
    )
    expect(Object.keys(found).some((name) => name.endsWith('.rejects.jsonl'))).toBe(true)
    expect(found).toEqual(privately(found))
  })

  it('is closed to others on start, with a message, if it was open', async () => {
    await (await startServer({ DATA_DIR: at('data') })).stop()
    mkdirSync(at('data', 'rejects'))
    writeFileSync(at('data', 'rejects', 'a.rejects.jsonl'), '')
    writeFileSync(at('data', 'backup.sqlite'), '')
    for (const [name, was] of Object.entries(rightsOfAll(at('data')))) {
      chmodSync(at('data', name), was === '700' || name === 'rejects' ? 0o755 : 0o644)
    }
    const program = startProgram('server/main.ts', [], { DATA_DIR: at('data'), HOST: '127.0.0.1' })
    const end = finished(program)
    await new Promise<void>((resolve) => {
      program.stdout?.on('data', (piece) => String(piece).includes('http://') && resolve())
    })
    const found = rightsOfAll(at('data'))
    program.kill()
    expect(found).toEqual(privately(found))
    expect((await end).stdout).toContain(`закрыт доступ: ${at('data', 'backup.sqlite')}`)
  })

  it('does not close a folder shared by all users', async () => {
    mkdirSync(at('shared'))
    chmodSync(at('shared'), 0o1777)
    await (await startServer({ DATA_DIR: at('shared') })).stop()
    expect(rights(at('shared'))).toBe('777')
    expect(rights(at('shared', 'prices.sqlite'))).toBe('600')
  })
})

describe('.env.local', () => {
  /** Runs the configuring step of npm start in a copy of the scripts. */
  const configure = (env: Record<string, string> = {}) => {
    cpSync('scripts/setup.mjs', at('scripts', 'setup.mjs'))
    const run = `import('${at('scripts', 'setup.mjs')}').then((setup) => setup.ensureConfigured())`
    return spawnSync(process.execPath, ['-e', run], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...env },
    })
  }

  it('is closed to others, with a message that it was open', () => {
    writeFileSync(at('.env.local'), 'AUTH_SECRET=x\n')
    chmodSync(at('.env.local'), 0o644)
    expect(configure().stdout).toContain('могли читать другие пользователи')
    expect(rights(at('.env.local'))).toBe('600')
    expect(configure().stdout).toBe('')
  })
})
