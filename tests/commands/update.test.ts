// Specification 10.33

import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SCHEMA_VERSION } from '../../server/platform/db/migrations.ts'
import { readDatabase } from '../../server/platform/db/open.ts'
import { type EmptyPlace, ENGINES } from '../support/database.ts'
import { FULL_EXTENT } from '../support/extent.ts'
import { type MadeUpInstallation, madeUpInstallation } from '../support/installation.ts'
import { finished, startProgram } from '../support/processes.ts'

const FORMER = { version: '1.9.0', columns: ['note'] }
const NEXT = { version: '1.10.0', columns: ['note', 'currency'] }

/** Ends a test of some fifty kills if it hangs. */
const EVERY_KILL_MS = 15 * 60_000

let template: MadeUpInstallation
let installed: MadeUpInstallation
/** Starts an installation of the former version with prices. */
async function startFormer(): Promise<void> {
  installed = await madeUpInstallation(template)
  expect(installed.supervise('start')).toBe(0)
}

const columns = () =>
  installed.query((database) =>
    database
      .prepare("SELECT name FROM pragma_table_info('prices')")
      .all()
      .map(({ name }) => name),
  )
const sold = () =>
  installed.query((database) => database.prepare("SELECT price FROM prices WHERE note = 'sold'").all())

/** Expects the former version to run with all data, and nothing half done. */
async function expectFormer(former: string): Promise<void> {
  expect([installed.current(), await installed.served(), sold()]).toEqual([former, '1.9.0', [{ price: 7 }]])
  expect(installed.list('releases').filter((name) => name.startsWith('.partial'))).toEqual([])
}

// Installations are on Linux.
describe.skipIf(process.platform !== 'linux')('deploy/update.mjs', () => {
  beforeAll(async () => {
    template = await madeUpInstallation()
    const ended = await template.update([template.release(FORMER)])
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('Работает версия 1.9.0') })
    template.query((database) => database.exec("INSERT INTO prices (price, note) VALUES (7, 'sold')"))
    template.supervise('stop')
  })
  afterAll(() => template.remove())
  beforeEach(startFormer)
  afterEach(() => installed.remove())

  it('saves the data, migrates and switches to a version that is ready', async () => {
    const former = installed.current()
    const ended = await installed.update([installed.release(NEXT)])
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect([await installed.served(), columns(), sold()]).toEqual([
      '1.10.0',
      ['price', 'note', 'currency'],
      [{ price: 7 }],
    ])
    expect(installed.journal()).toMatchObject({ step: 'done', from: former, to: installed.current() })
    const [backup, ...others] = installed.list('backups')
    expect([backup, others]).toEqual([expect.stringMatching(/^update-.*\.backup$/), []])
    expect(statSync(join(installed.root, 'backups')).mode & 0o777).toBe(0o700)
    expect(ended.stdout).not.toContain('made-up-secret')

    const again = await installed.update([installed.release(NEXT)])
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('уже работает') })
    const older = await installed.update([installed.release(FORMER)])
    expect(older).toMatchObject({ code: 2, stderr: expect.stringContaining('--rollback') })
    expect(await installed.served()).toBe('1.10.0')
  })

  it('leaves the former version running if the new one fails at any step', async () => {
    const former = installed.current()
    const faults = {
      build: 'не собралась',
      migrate: 'Таблицы не обновились',
      start: 'Служба не запускается',
    } as const
    for (const [fault, reason] of [
      ...Object.entries(faults),
      ['ready', 'ответ 503 (database), версия 1.10.0'],
    ]) {
      const failing = installed.release({ ...NEXT, fault: fault as keyof typeof faults | 'ready' })
      const ended = await installed.update(['--ready-seconds', '1', failing])
      expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining(reason as string) })
      await expectFormer(former)
    }
    expect(await installed.update([installed.release(NEXT)])).toMatchObject({ code: 0 })
    expect(await installed.served()).toBe('1.10.0')
  })

  it('changes nothing without space on the disk, a backup, a source or the service', async () => {
    const former = installed.current()
    const next = installed.release(NEXT)
    const nowhere = join(installed.root, 'nowhere')
    for (const [code, reason, ...args] of [
      [1, 'Мало места на диске', '--reserve-mb', '1000000000', next],
      [1, 'Служба не останавливается', '--stop-command', 'exit 5', next],
      [2, 'Нет папки или архива', nowhere],
      [2, 'нужно целое число', '--keep', 'all', next],
    ] as const) {
      expect(await installed.update(args)).toMatchObject({ code, stderr: expect.stringContaining(reason) })
      await expectFormer(former)
    }
    const unsaved = await installed.update([installed.release({ ...NEXT, fault: 'backup' })])
    const reason = expect.stringContaining('Резервная копия не получилась')
    expect(unsaved).toMatchObject({ code: 1, stderr: reason })
    await expectFormer(former)
  })

  it('starts the former version again if its journal cannot be written', async () => {
    const former = installed.current()
    const obstacle = join(installed.root, 'update.json.next')
    const stop = `${installed.command('stop')} && mkdir '${obstacle}'`
    const ended = await installed.update([installed.release(NEXT), '--stop-command', stop])
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('отменено') })
    expect(ended.stdout).toContain('Журнал не записан')
    await expectFormer(former)
    // The next update finishes what the journal names.
    rmdirSync(obstacle)
    expect(await installed.update(['--resume'])).toMatchObject({ code: 0 })
    expect(await installed.served()).toBe('1.10.0')
  })

  it('takes no settings and data out of an archive, and no folder that is a link', async () => {
    const sources = installed.release(NEXT)
    const archive = join(installed.root, 'sources.tar')
    const pack = (...names: string[]) =>
      execFileSync('tar', ['-cf', archive, '-C', join(sources, '..'), ...names])
    for (const name of ['.env.local', '.env']) writeFileSync(join(sources, name), 'AUTH_SECRET=working-copy')
    mkdirSync(join(sources, 'data'))
    pack(basename(sources))
    const ended = await installed.update([archive])
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    const release = `releases/${installed.current()}`
    expect(installed.list(release)).toEqual(expect.not.arrayContaining(['.env', 'data']))
    expect(readFileSync(join(installed.root, release, '.env.local'), 'utf8')).toContain('made-up-secret')
    symlinkSync('.', join(sources, '../link'))
    pack('link')
    expect(await installed.update([archive])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('нет package.json'),
    })
  })

  it('unpacks and builds where only its user can read', async () => {
    const sources = installed.release(NEXT)
    writeFileSync(join(sources, '.env'), 'AUTH_SECRET=working-copy', { mode: 0o644 })
    const archive = join(installed.root, 'sources.tar')
    execFileSync('tar', ['-cf', archive, '-C', sources, '.'])
    // As root, the builder passes the folders by their group.
    const others = process.getuid?.() === 0 ? 0o007 : 0o077
    for (const step of ['--list', '-xf', 'setup.mjs']) {
      expect((await installed.update([archive], { killAt: step })).signal).toBe('SIGKILL')
      const partial = installed.list('releases').filter((name) => name.startsWith('.partial'))
      expect([step, partial.length]).toEqual([step, 1])
      const folder = join(installed.root, 'releases', partial[0] as string)
      const readable = [folder, ...readdirSync(folder).map((name) => join(folder, name))].filter(
        (path) => statSync(path).mode & others,
      )
      expect([step, readable]).toEqual([step, []])
      if (step === '-xf') expect(statSync(join(folder, 'building/.env')).mode & 0o077).toBe(0)
      await installed.update(['--resume'])
    }
    expect(await installed.update([archive])).toMatchObject({ code: 0, stderr: '' })
    const release = join(installed.root, 'releases', installed.current())
    expect([release, join(release, 'package.json')].map((path) => statSync(path).mode & 0o777)).toEqual([
      0o755, 0o644,
    ])
  })

  it('takes nothing of a build but packages and app, whatever else its packages change', async () => {
    const sources = installed.release({ ...NEXT, hostile: [] })
    expect(await installed.update([sources])).toMatchObject({ code: 0, stderr: '' })
    const release = join(installed.root, 'releases', installed.current())
    expect(readdirSync(join(release, 'deploy'))).toEqual(['update.mjs'])
    const [shipped, written] = [release, sources].map((path) => readFileSync(join(path, 'deploy/update.mjs')))
    expect(shipped).toEqual(written)
  })

  it.runIf(process.getuid?.() === 0)(
    'builds as a user of its own, who reads no data and leaves nothing running',
    async () => {
      const closed = ['data', 'backups', '.env.local'].map((name) => join(installed.root, name))
      const sources = installed.release({ ...NEXT, hostile: closed })
      chmodSync(join(installed.root, 'data'), 0o755)
      const open = await installed.update([sources])
      expect(open).toMatchObject({ code: 2, stderr: expect.stringContaining('chmod o=') })
      chmodSync(join(installed.root, 'data'), 0o700)
      expect(await installed.update([sources])).toMatchObject({ code: 0, stderr: '' })
      const release = join(installed.root, 'releases', installed.current())
      const { uid, pid, read } = JSON.parse(readFileSync(join(release, 'dist/loot.json'), 'utf8'))
      expect([uid === 0, read, statSync(join(release, 'dist')).uid]).toEqual([false, [], 0])
      const state = existsSync(`/proc/${pid}`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : 'ended Z'
      expect(state).toContain(' Z')
      const own = await installed.update(['--build-user', '0', sources])
      expect(own).toMatchObject({ code: 2, stderr: expect.stringContaining('--build-user') })
    },
  )

  it('takes nothing of another release whose folder a package puts in the place of its own', async () => {
    const running = join(installed.root, 'releases', installed.current())
    const sources = installed.release(NEXT)
    // A package replaces the folder of the build as its last act.
    const swap = `
import fs from 'node:fs'
const built = new URL('..', import.meta.url).pathname.slice(0, -1)
process.on('exit', () => {
  fs.renameSync(built, built + '-built')
  fs.symlinkSync('${running}', built)
})
`
    appendFileSync(join(sources, 'scripts/setup.mjs'), swap)
    const archive = join(installed.root, 'sources.tar')
    execFileSync('tar', ['-cf', archive, '-C', join(sources, '..'), basename(sources)])
    const former = readdirSync(running)
    expect(await installed.update([archive])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('не папка'),
    })
    expect(readdirSync(running)).toEqual(former)
  })

  it('unpacks nothing of sources with what no release has', async () => {
    const former = installed.current()
    const sources = installed.release(NEXT)
    execFileSync('mkfifo', [join(sources, 'queue')])
    const ended = await installed.update([sources])
    expect(ended).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('именованный канал (FIFO) «./queue». Ничего не распаковано'),
    })
    await expectFormer(former)
  })

  it('takes a bare name for a version, whatever files are in the current folder', async () => {
    const sources = installed.release(NEXT)
    const cwd = join(sources, '..')
    const name = basename(sources)
    const unnamed = await installed.update([name], { cwd })
    expect(unnamed).toMatchObject({ code: 2, stderr: expect.stringContaining(`./${name}`) })
    const repository = installed.release({ version: '2.0.0' })
    execFileSync('git', ['init', '--quiet'], { cwd: repository })
    const unknown = await installed.update(['--from', repository, name], { cwd })
    expect(unknown).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        `В репозитории нет версии ${name}. Папку или архив укажите так: ./${name}`,
      ),
    })
    expect(await installed.update([`./${name}`], { cwd })).toMatchObject({ code: 0, stderr: '' })
    expect(await installed.served()).toBe('1.10.0')
  })

  it('takes a commit of a repository by its branch or tag, and no commit before the running one', async () => {
    const repository = installed.release(NEXT)
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@localhost', ...args], { cwd: repository })
    git('init', '--quiet', '--initial-branch=main')
    git('add', '.')
    git('commit', '--quiet', '-m', 'First')
    git('tag', 'v1.10.0')
    git('commit', '--quiet', '--allow-empty', '-m', 'Second')
    const commit = git('rev-parse', 'HEAD').toString().slice(0, 12)
    expect(await installed.update(['--from', repository, 'main'])).toMatchObject({ code: 0 })
    expect(installed.current()).toBe(`1.10.0-${commit}`)
    for (const [ref, reason] of [
      ['v1.10.0', '--rollback'],
      ['v9', 'В репозитории нет версии v9'],
    ] as const) {
      const ended = await installed.update(['--from', repository, ref])
      expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining(reason) })
    }
    expect(await installed.served()).toBe('1.10.0')
  })

  it('returns to the former version by hand, once, and keeps what the new one has saved', async () => {
    const former = installed.current()
    await installed.update([installed.release(NEXT)])
    installed.query((database) => database.exec("INSERT INTO prices (price, currency) VALUES (9, 'EUR')"))
    expect(await installed.update(['--rollback'])).toMatchObject({ code: 0 })
    await expectFormer(former)
    expect(columns()).toContain('currency')
    expect(await installed.update(['--rollback'])).toMatchObject({ code: 2 })
  })

  it('removes old versions and backups, but not the former version', async () => {
    for (const minor of [1, 2, 3]) {
      const release = installed.release({ version: `2.${minor}.0` })
      expect(await installed.update(['--keep', '2', release])).toMatchObject({ code: 0 })
    }
    const versions = installed.list('releases').map((name) => name.split('-')[0])
    expect([versions, installed.list('backups').length]).toEqual([['2.2.0', '2.3.0'], 2])
  })

  it('finishes an update that is killed at each of its steps, one version being able to start at any time', async () => {
    const next = installed.release(NEXT)
    for (const step of ['setup.mjs', 'backup.ts', 'stop', 'migrate', 'switch', 'start', 'check', 'done']) {
      const killed = await installed.update([next], { killAt: step })
      expect({ step, signal: killed.signal, stderr: killed.stderr }).toEqual({
        step,
        signal: 'SIGKILL',
        stderr: '',
      })
      // After a restart of the machine.
      if (step !== 'start') installed.supervise('start')
      const served = step === 'start' ? undefined : await installed.served()
      if (step !== 'start') expect(['1.9.0', '1.10.0']).toContain(served)
    }
    expect(await installed.update(['--resume'])).toMatchObject({ code: 0 })
    expect([await installed.served(), sold()]).toEqual(['1.10.0', [{ price: 7 }]])
    expect(installed.list('releases').filter((name) => name.startsWith('.partial'))).toEqual([])
  })

  it('finishes a rollback that was killed', async () => {
    const former = installed.current()
    const failing = installed.release({ ...NEXT, fault: 'start' })
    const killed = await installed.update([failing], { killAt: 'rollback' })
    expect([killed.signal, await installed.served()]).toEqual(['SIGKILL', undefined])
    expect(await installed.update(['--resume'])).toMatchObject({ code: 0 })
    await expectFormer(former)
  })

  it('waits for another update', async () => {
    const next = installed.release(NEXT)
    const [first, second] = await Promise.all([installed.update([next]), installed.update([next])])
    expect([first.code, second.code]).toEqual([0, 0])
    expect(`${first.stdout}${second.stdout}`).toContain('уже работает')
    expect(await installed.served()).toBe('1.10.0')
  })

  it.runIf(FULL_EXTENT).each([
    ['sound', {}, '1.10.0'],
    ['failing', { fault: 'start' }, '1.9.0'],
  ] as const)(
    'finishes or undoes a %s update that is killed before each change of a file',
    { timeout: EVERY_KILL_MS },
    async (_, fault, version) => {
      let at = 0
      let signal: string | null = 'SIGKILL'
      while (signal === 'SIGKILL') {
        at++
        const next = installed.release({ ...NEXT, ...fault })
        signal = (await installed.update([next], { killAt: at })).signal
        if (at % 2 === 0) installed.supervise('start')
        await installed.update([next])
        const context = `killed at ${at}`
        expect([context, await installed.served(), sold()]).toEqual([context, version, [{ price: 7 }]])
        installed.remove()
        await startFormer()
      }
      expect(at).toBeGreaterThan(30)
    },
  )
})

for (const { engine, place } of ENGINES) {
  describe.skipIf(!place)(`npm run migrate on ${engine}`, () => {
    it('migrates the tables, and does nothing if that has been done', async () => {
      const { location, remove } = await (place as () => Promise<EmptyPlace>)()
      const env = { DATA_DIR: location.dataDir, DATABASE_URL: location.databaseUrl ?? '' }
      for (const _ of ['first', 'second']) {
        const ended = await finished(startProgram('server/commands/migrate.ts', [], env))
        expect(ended).toMatchObject({
          code: 0,
          stderr: '',
          stdout: expect.stringContaining('Таблицы обновлены'),
        })
        const done = await readDatabase(location, (sql) => sql.all('SELECT id FROM migrations'))
        expect(done).toHaveLength(SCHEMA_VERSION)
      }
      await remove()
    })
  })
}
