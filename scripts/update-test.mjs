// npm run update-test [-- REVISION]: updates a real installation from an earlier release with data to this commit, on
// both databases, killed at every step; returns to it by hand, and undoes an update to a release that is never ready.
// The default is the commit that set the last version. Requires the project's git history, PostgreSQL and npm's
// registry, and takes some five minutes.
import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { ensureInstalled, ROOT, say } from './setup.mjs'
import { startPostgres } from './tools.mjs'

const ADMIN = { username: 'admin', password: 'pokryshka-2417' }
const KILLS = ['setup.mjs', 'backup.ts', 'stop', 'migrate.ts', 'switch', 'start', 'check']
/** As root, the server runs as Debian's nobody, as it should. */
const NOBODY = process.getuid?.() === 0 ? 65_534 : undefined
/** As root: a number of no other user, who builds. */
const BUILDER = '161000'
/** Without the cache that npm run names: it belongs to the user who runs it, and not to the one who builds. */
const { npm_config_cache: _, ...ENVIRONMENT } = process.env
/** After a kill at these steps somebody starts the service before the update is continued. */
const STARTED_AFTER = ['backup.ts', 'migrate.ts', 'check']

function git(cwd, ...args) {
  const { status, stdout } = spawnSync('git', args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error(`git ${args.join(' ')} ended with ${status}: is the whole history here?`)
  return stdout.trim()
}

function expect(text, actual, expected) {
  if (!isDeepStrictEqual(actual, expected))
    throw new Error(`${text}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`)
  say(`✓ ${text}`)
}

ensureInstalled()
const folder = mkdtempSync(join(tmpdir(), 'prices-update-'))
chmodSync(folder, 0o755)
const postgres = startPostgres()
const running = []
let status = 1
try {
  if (!postgres) throw new Error('PostgreSQL is not available')
  const repository = join(folder, 'repository')
  git(ROOT, 'clone', '--quiet', '--shared', ROOT, repository)
  const target = git(repository, 'rev-parse', 'HEAD')
  const former = git(
    repository,
    'rev-parse',
    process.argv[2] ?? git(repository, 'log', '-1', '--format=%H', '-G"version":', '--', 'package.json'),
  )
  const broken = breakStart(repository)
  let built
  for (const [engine, databaseUrl] of [
    ['SQLite', ''],
    ['PostgreSQL', postgres.url],
  ]) {
    say(`\n── ${engine}: from ${former.slice(0, 12)} to ${target.slice(0, 12)}`)
    const root = join(folder, engine)
    mkdirSync(root)
    // Packages and builds are the same for both.
    if (built)
      cpSync(join(built, 'releases'), join(root, 'releases'), { recursive: true, verbatimSymlinks: true })
    // A release that is there is not built again.
    const kills = built ? KILLS.slice(1) : KILLS
    await tryUpdate(await createInstallation(root, repository, databaseUrl), {
      former,
      target,
      broken,
      kills,
    })
    built = root
  }
  status = 0
} catch (error) {
  process.stderr.write(`✗ ${error.stack}\n`)
} finally {
  for (const installation of running) installation.end()
  postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(status)

/** Commits a version on top of HEAD whose server starts but is never ready. */
function breakStart(repository) {
  const file = join(repository, 'server/platform/health/health-routes.ts')
  const text = readFileSync(file, 'utf8')
  const faulty = text.replace(/\bbavail \* bsize >= FREE_BYTES/, 'bavail * bsize < 0')
  if (faulty === text) throw new Error(`${file} has changed: this script breaks another version now`)
  writeFileSync(file, faulty)
  git(
    repository,
    '-c',
    'user.name=x',
    '-c',
    'user.email=x@localhost',
    'commit',
    '--quiet',
    '-am',
    'Never be ready',
  )
  return git(repository, 'rev-parse', 'HEAD')
}

async function tryUpdate(installation, { former, target, broken, kills }) {
  const { update, supervise, current, state, importPrices } = installation
  const has = (commit) => current().endsWith(commit.slice(0, 12))
  expect('the former release is installed', [(await update([former])).code, has(former)], [0, true])
  await importPrices('2026-04-17', 5_111)
  const before = await state('2026-04-17')
  expect('it has prices', [before.signedIn, before.page.includes('5111')], [200, true])

  for (const killAt of kills) {
    const { signal } = await update([target], killAt)
    expect(`the update is killed at ${killAt}`, signal, 'SIGKILL')
    if (!STARTED_AFTER.includes(killAt)) continue
    supervise('start')
    expect(`a version with all data starts after the kill (${current()})`, await state('2026-04-17'), before)
  }
  const resumed = await update(['--resume'])
  expect('the update is finished', [resumed.code, has(target)], [0, true])
  expect('the new version has all data', await state('2026-04-17'), before)
  await importPrices('2026-04-18', 6_222)

  const returned = await update(['--rollback'])
  expect('the former release returns by hand', [returned.code, has(former)], [0, true])
  expect('it has all data on the newer tables', await state('2026-04-17'), before)
  expect('and what the new version has saved', (await state('2026-04-18')).page.includes('6222'), true)
  await importPrices('2026-04-19', 7_333)
  expect('and saves new prices', (await state('2026-04-19')).page.includes('7333'), true)

  const failed = await update(['--ready-seconds', '5', broken])
  expect('a version that is never ready is undone', [failed.code, has(former)], [1, true])
  expect('the former release has all data', await state('2026-04-17'), before)
  const again = await update([target])
  expect('the update succeeds', [again.code, has(target)], [0, true])
  say(again.stdout.trim().split('\n').at(-1))
  expect('the new version has all data', await state('2026-04-17'), before)
  expect('and what the former one has saved', (await state('2026-04-19')).page.includes('7333'), true)
  expect('an older version is refused', (await update([former])).code, 2)
  supervise('stop')
}

async function createInstallation(root, repository, databaseUrl) {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const settings = join(root, 'settings')
  const lines = {
    HOST: '127.0.0.1',
    PORT: port,
    AUTH_SECRET: 'a-secret-of-the-update-test-0123456789',
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(root, 'data'),
  }
  writeFileSync(
    settings,
    Object.entries(lines)
      .map((line) => `${line.join('=')}\n`)
      .join(''),
    { mode: 0o600 },
  )
  mkdirSync(join(root, 'data'), { mode: 0o700 })
  if (NOBODY) chownSync(join(root, 'data'), NOBODY, NOBODY)
  const user = NOBODY ? `setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups` : ''
  const node = `set -a; . '${settings}'; exec ${user} '${root}/current/node_modules/node/bin/node'`
  // A supervisor in two lines.
  const commands = {
    start: `cd '${root}'; [ -f pid ] && kill -0 $(cat pid) && exit; (${node} '${root}/current/server/main.ts') >>log 2>&1 & echo $! >'${root}/pid'`,
    stop: `cd '${root}'; [ -f pid ] || exit 0; kill $(cat pid); tail --pid=$(cat pid) -s 0.05 -f /dev/null; rm pid`,
  }
  const supervise = (verb) => spawnSync('/bin/sh', ['-c', commands[verb]], { stdio: 'ignore' }).status
  const answered = async (path, options) => {
    for (;;) {
      const answer = await fetch(`${origin}${path}`, options).catch(() => undefined)
      if (answer) return answer
      if (spawnSync('/bin/sh', ['-c', `kill -0 $(cat '${root}/pid')`]).status !== 0)
        throw new Error(`The server has ended: ${readFileSync(join(root, 'log'), 'utf8').slice(-2_000)}`)
    }
  }
  const installation = {
    supervise,
    /** Stops the service, and waits for what a killed update has begun. */
    end() {
      spawnSync('flock', [join(root, 'update.lock'), '/bin/true'])
      supervise('stop')
    },
    current: () => basename(readlinkSync(join(root, 'current'))),
    /** Runs the update, killed at a step (tests/support/kill-update.mjs) */
    update(args, killAt = '') {
      const options = [
        ...[
          '--build-user',
          BUILDER,
          '--root',
          root,
          '--env-file',
          settings,
          '--from',
          repository,
          '--keep',
          '4',
        ],
        ...['--stop-command', commands.stop, '--start-command', commands.start],
      ]
      const kill = ['--import', join(ROOT, 'tests/support/kill-update.mjs')]
      const program = spawn(
        process.execPath,
        [...kill, join(ROOT, 'deploy/update.mjs'), ...options, ...args],
        {
          env: { ...ENVIRONMENT, KILL_AT: killAt },
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      )
      let stdout = ''
      program.stdout.on('data', (chunk) => {
        stdout += chunk
        process.stdout.write(chunk)
      })
      // Not `close`: what a killed update has begun continues beside the next one.
      return new Promise((resolve) => program.on('exit', (code, signal) => resolve({ code, signal, stdout })))
    },
    /** Imports a price list with the installed version's own command. */
    async importPrices(day, price) {
      const file = join(root, 'prices.csv')
      const rows = Array.from(
        { length: 50 },
        (_, n) => `A${n},Arktika,Tyre 205/55 R16 ${n},Omsk,,${price},4000,4\n`,
      )
      writeFileSync(file, `article,brand,name,city,warehouse,retail,opt,stock\n${rows.join('')}`)
      const command = `cd '${root}'; ${node} '${root}/current/server/commands/import.ts' --site test.ru --date ${day} '${file}'`
      const { status, stderr } = spawnSync('/bin/sh', ['-c', command], { encoding: 'utf8' })
      if (status !== 0) throw new Error(`The import failed: ${stderr}`)
    },
    /** Returns what a person sees of a day: the sign-in and the first page of a list. */
    async state(day) {
      const signIn = await answered('/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(ADMIN),
      })
      const { access_token: token } = await signIn.json()
      const list = await answered(`/api/analytics/retailTyres?date=${day}&page=1`, {
        headers: { authorization: `Bearer ${token}` },
      })
      return { signedIn: signIn.status, page: await list.text() }
    },
  }
  running.push(installation)
  return installation
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
