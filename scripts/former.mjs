// npm run former [-- REVISION]: runs the server's tests of an earlier version on the tables of the current version,
// because both versions run side by side during a rolling update. The default is the revision before the last change of
// the tables. Requires the project's git history.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled, NODE, ROOT, say } from './setup.mjs'
import { startPgBouncer, startPostgres } from './tools.mjs'

const MIGRATIONS = 'server/platform/db/migrations.ts'
/** Pattern of lines in migrations that change tables, unlike lines that run migrations. */
const OF_TABLES = '(CREATE|ALTER|DROP) (TABLE|INDEX|VIEW)'
/** Tests that state which tables and columns their version has. */
const OF_THEIR_TABLES = ['server/platform/db/migrations.test.ts', 'server/platform/db/tables.test.ts']
const WITHOUT = [...OF_THEIR_TABLES, 'tests/docs/**', 'tests/build/**']

function run(file, args, options = {}) {
  const { status, stdout } = spawnSync(file, args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    ...options,
  })
  if (status !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${status}`)
  return stdout?.trim()
}

const revision = run('git', [
  'rev-parse',
  process.argv[2] ??
    `${run('git', ['log', '-1', '--format=%H', '-G', OF_TABLES, '--', 'server/platform/db/migration*.ts', ':!*.test.ts'])}^`,
])
ensureInstalled()
const former = mkdtempSync(join(tmpdir(), 'prices-former-'))
let status = 1
try {
  run('git', ['clone', '--quiet', '--shared', '--no-checkout', ROOT, former])
  run('git', ['checkout', '--quiet', '--detach', revision], { cwd: former })
  say(`The tests of ${run('git', ['log', '-1', '--format=%h %s'], { cwd: former })}`)
  prepare()
  // Replaces the migrations: the earlier version's queries run on the current version's tables.
  writeFileSync(join(former, MIGRATIONS), `export * from '${join(ROOT, MIGRATIONS)}'\n`)
  status = runTests()
} finally {
  rmSync(former, { recursive: true, force: true })
}
process.exit(status)

function prepare() {
  const lock = (root) => readFileSync(join(root, 'package-lock.json'), 'utf8')
  if (lock(ROOT) === lock(former)) symlinkSync(join(ROOT, 'node_modules'), join(former, 'node_modules'))
  const setup = pathToFileURL(join(former, 'scripts/setup.mjs'))
  const script = `const s = await import('${setup}'); s.ensureInstalled(); s.ensureConfigured(); s.ensureBuilt()`
  run(process.execPath, ['--input-type=module', '-e', script], { cwd: former, stdio: 'inherit' })
}

function runTests() {
  const postgres = startPostgres()
  if (!postgres) throw new Error('PostgreSQL is not available')
  const pgBouncer = startPgBouncer(postgres.url)
  const env = {
    ...process.env,
    TEST_DATABASE_URL: postgres.url,
    TEST_STANDBYS: '1',
    ...(pgBouncer && { TEST_PGBOUNCER_URL: pgBouncer.url }),
  }
  const without = WITHOUT.flatMap((pattern) => ['--exclude', pattern])
  const args = [join(former, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'server', ...without]
  try {
    return spawnSync(NODE, args, { cwd: former, stdio: 'inherit', env }).status ?? 1
  } finally {
    pgBouncer?.stop()
    postgres.stop()
  }
}
