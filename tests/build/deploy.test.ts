import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readBackupRecord } from '../../server/platform/backup/backup-record.ts'
import { SCHEMA_VERSION } from '../../server/platform/db/migrations.ts'
import { openDatabase } from '../../server/platform/db/open.ts'
import { temporaryFolder } from '../support/processes.ts'

// Specification 10.34. deploy/try/try.sh installs everything for real.

const DEPLOY = join(import.meta.dirname, '../../deploy')
const read = (name: string) => readFileSync(join(DEPLOY, name), 'utf8')
const UNITS = ['tyre-prices.service', 'tyre-prices-backup.service']

describe('the systemd units', () => {
  // Debian's systemd has the command; other systems may have none.
  const analyze = '/usr/bin/systemd-analyze'
  it.skipIf(!existsSync(analyze))('expose at most 2.0 by systemd-analyze security', () => {
    const units = UNITS.map((unit) => join(DEPLOY, 'systemd', unit))
    const { stdout, status } = spawnSync(
      analyze,
      ['security', '--offline=true', '--threshold=20', ...units],
      {
        encoding: 'utf8',
      },
    )
    expect(stdout.match(/Overall exposure level.*/g)).toHaveLength(UNITS.length)
    expect(status).toBe(0)
  })

  it('restrict server and backup in the same way', () => {
    const [server, backup] = UNITS.map(
      (unit) => /^User=[\s\S]*?^# MemoryDeny.*$/m.exec(read(`systemd/${unit}`))?.[0],
    )
    expect(server).toContain('NoNewPrivileges=yes')
    expect(backup).toBe(server)
  })
})

describe('the container', () => {
  it('builds on an image that is named at build time by digest alone', () => {
    const dockerfile = read('../Dockerfile')
    expect(dockerfile.match(/^FROM .*/gm)).toHaveLength(2)
    expect(dockerfile.match(/^FROM \$\{BASE_IMAGE\}/gm)).toHaveLength(2)
    expect(dockerfile).not.toMatch(/^ARG BASE_IMAGE=/m)
    expect(dockerfile).toContain('*@sha256:*)')
  })

  it('gets neither secrets nor the data of a checkout', () => {
    const lines = read('../.dockerignore')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
    expect(lines[0]).toBe('*')
    expect(lines.filter((line) => line.startsWith('!')).join('\n')).not.toMatch(/env|data|node_modules/)
  })
})

it('the server starts with the options of npm start', () => {
  const options = /SERVER_OPTIONS = \['(.+)'\]/.exec(read('../scripts/server-options.mjs'))?.[1]
  expect(read('run.sh')).toContain(`"$node" ${options} "$root/server/main.ts"`)
})

it('both routes tell the server the guide’s command for a backup', () => {
  const guide = read('../docs/guide/installation.md')
  const command = { systemd: /"BACKUP_COMMAND=(.+)"/, container: /BACKUP_COMMAND="(.+)"/ }
  const systemd = command.systemd.exec(read('systemd/tyre-prices.service'))?.[1]
  const container = command.container.exec(read('../Dockerfile'))?.[1]
  expect(guide).toContain(`| backup now; when the next is due | \`${systemd}\`,`)
  expect(guide).toContain(`| backup now | \`${container}\` |`)
})

describe('nightly-backup.sh', () => {
  let folder: ReturnType<typeof temporaryFolder>
  beforeEach(() => {
    folder = temporaryFolder()
  })
  afterEach(() => folder.remove())

  const backUp = (env: Record<string, string> = {}) =>
    spawnSync(join(DEPLOY, 'nightly-backup.sh'), {
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DATA_DIR: join(folder.path, 'data'),
        BACKUP_DIR: folder.path,
        ...env,
      },
    })
  const files = () => readdirSync(folder.path).filter((name) => name !== 'data')

  /** Opens the database, which it creates, and returns the path of the last recorded backup. */
  async function recorded(): Promise<string | undefined> {
    const dataDir = join(folder.path, 'data')
    mkdirSync(dataDir, { recursive: true })
    const db = await openDatabase({ dataDir, databaseUrl: undefined })
    const record = await readBackupRecord(db)
    await db.close()
    return record?.path
  }

  it('saves a backup that was restored, deletes old ones, and leaves nothing else', async () => {
    expect(await recorded()).toBeUndefined()
    const old = join(folder.path, '2026-01-01T051500.backup')
    spawnSync('touch', ['-d', '20 days ago', old])
    spawnSync('touch', [
      join(folder.path, '2026-02-01T051500.backup'),
      join(folder.path, 'killed.untested.partial'),
    ])
    const { status, stdout } = backUp()
    expect(stdout).toContain('Восстановлено и сверено')
    expect(status).toBe(0)
    expect(files()).toHaveLength(2)
    expect(files().join(' ')).toMatch(/^2026-02-01T051500\.backup [\dT-]+\.backup$/)
    expect(await recorded()).toBe(join(folder.path, files()[1] ?? ''))
  })

  it('saves tables that stayed newer after a rollback, and tests their checksums', async () => {
    const dataDir = join(folder.path, 'data')
    mkdirSync(dataDir)
    const db = await openDatabase({ dataDir, databaseUrl: undefined })
    await db.run('INSERT INTO migrations (id) VALUES (?)', SCHEMA_VERSION)
    await db.close()
    const { status, stdout } = backUp()
    expect(stdout).toContain('Only the checksums were tested')
    expect(status).toBe(0)
    expect(files()).toEqual([expect.stringMatching(/^[\dT-]+\.backup$/)])
    expect(await recorded()).toBe(join(folder.path, files()[0] ?? ''))
  })

  it('records no backup that could not be restored', async () => {
    await recorded()
    const programs = join(folder.path, 'programs')
    mkdirSync(programs)
    writeFileSync(join(programs, 'mktemp'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
    expect(backUp({ PATH: `${programs}:${process.env.PATH}` }).status).toBe(1)
    expect(await recorded()).toBeUndefined()
  })

  it('fails without a database, and keeps the former backups however old', () => {
    const old = join(folder.path, '2026-01-01T051500.backup')
    spawnSync('touch', ['-d', '20 days ago', old])
    const { status, stderr } = backUp()
    expect(status).toBe(1)
    expect(stderr).toContain('prices.sqlite')
    expect(files()).toEqual(['2026-01-01T051500.backup'])
  })
})
