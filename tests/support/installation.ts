import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Finished, temporaryFolder } from './processes.ts'

const ROOT = join(import.meta.dirname, '../..')
const MADE_UP = join(import.meta.dirname, 'made-up-release')
const SERVICE = join(MADE_UP, 'service.mjs')
/** If root runs the tests: a user of no other process, since what the build has left running is killed. */
const BUILDER = process.getuid?.() === 0 ? 100_000 + process.pid : undefined
const KILLER = join(import.meta.dirname, 'kill-update.mjs')

interface MadeUpRelease {
  version: string
  /** columns of its table of prices, which its migration adds */
  columns?: readonly string[]
  /** paths that its build tries to read, beside planting code in the release */
  hostile?: readonly string[]
  /** step at which it fails */
  fault?: 'build' | 'backup' | 'migrate' | 'start' | 'ready'
}

interface UpdateOptions {
  /** place at which the update is killed (kill-update.mjs) */
  killAt?: string | number
  cwd?: string
}

/**
 * Creates an installation for deploy/update.mjs with made-up releases, real processes and a real SQLite file.
 * @param like installation to copy, whose service is stopped
 */
export async function madeUpInstallation(like?: { root: string }) {
  const folder = temporaryFolder()
  // The builder passes.
  chmodSync(folder.path, 0o711)
  const root = join(folder.path, 'installation')
  mkdirSync(root)
  if (like) {
    cpSync(like.root, root, { recursive: true, verbatimSymlinks: true })
    // Copies do not have the permissions of folders.
    rmSync(join(root, 'backups'), { recursive: true })
    chmodSync(join(root, 'data'), 0o700)
  }
  const port = await freePort()
  writeFileSync(join(root, '.env.local'), `PORT=${port}\nHOST=127.0.0.1\nAUTH_SECRET=made-up-secret\n`, {
    mode: 0o600,
  })
  const service = (verb: string) => `'${process.execPath}' '${SERVICE}' ${verb} '${root}'`

  function update(args: readonly string[], { killAt = '', cwd }: UpdateOptions = {}): Promise<Finished> {
    const builder = BUILDER === undefined ? [] : ['--build-user', String(BUILDER)]
    const commands = ['--stop-command', service('stop'), '--start-command', service('start')]
    const program = spawn(
      process.execPath,
      ['--import', KILLER, join(ROOT, 'deploy/update.mjs'), '--root', root, ...builder, ...commands, ...args],
      { cwd, env: { PATH: process.env.PATH, KILL_AT: String(killAt) }, stdio: ['ignore', 'pipe', 'pipe'] },
    )
    let stdout = ''
    let stderr = ''
    program.stdout.on('data', (chunk) => {
      stdout += chunk
    })
    program.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    // Waits for what a killed update has begun, which shares its output.
    return new Promise((resolve) => {
      program.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }))
    })
  }

  return {
    root,
    update,
    /** Creates the sources of a release. @returns their folder */
    release(release: MadeUpRelease): string {
      const path = join(folder.path, `${release.version}-${release.fault ?? 'sound'}`)
      cpSync(MADE_UP, path, { recursive: true })
      writeFileSync(join(path, 'package.json'), JSON.stringify({ type: 'module', columns: [], ...release }))
      return path
    },
    /** Returns the command that starts or stops the service. */
    command: service,
    /** Starts or stops the service like a supervisor. */
    supervise: (verb: 'start' | 'stop') => spawnSync('/bin/sh', ['-c', service(verb)]).status,
    current: () => basename(readlinkSync(join(root, 'current'))),
    journal: () => JSON.parse(readFileSync(join(root, 'update.json'), 'utf8')),
    list: (name: string) => readdirSync(join(root, name)).sort(),
    /** Returns the version that is ready; undefined if none is. */
    async served(): Promise<string | undefined> {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
      const { ready, version } = answer ? await answer.json() : {}
      return ready ? version : undefined
    },
    query<T>(work: (database: DatabaseSync) => T): T {
      const database = new DatabaseSync(join(root, 'data/prices.sqlite'), { timeout: 5_000 })
      try {
        return work(database)
      } finally {
        database.close()
      }
    },
    remove() {
      if (existsSync(join(root, 'pid')))
        process.kill(Number(readFileSync(join(root, 'pid'), 'utf8')), 'SIGKILL')
      folder.remove()
    },
  }
}

export type MadeUpInstallation = Awaited<ReturnType<typeof madeUpInstallation>>

/** Returns a port that nobody uses. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
