// npm run former [-- REVISION]: runs the server's tests of a former version on the tables of this one, since both work side by side while
// several servers are updated. Without a revision it is the one before the last change of the tables. It needs the project's history.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled, NODE, ROOT, say } from './setup.mjs'
import { startPgBouncer, startPostgres } from './tools.mjs'

const MIGRATIONS = 'server/db/migrations.ts'
/** They say which tables and columns their version has. */
const OF_THEIR_TABLES = ['server/db/migrations.test.ts', 'server/db/tables.test.ts']
const WITHOUT = [...OF_THEIR_TABLES, 'tests/docs/**', 'tests/build/**']

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  return stdout.trim()
}

const revision = process.argv[2] ?? `${git('log', '-1', '--format=%H', '--', MIGRATIONS)}^`
ensureInstalled()
const former = mkdtempSync(join(tmpdir(), 'prices-former-'))
git('worktree', 'add', '--detach', former, revision)
let status = 1
try {
  say(`The tests of ${git('log', '-1', '--format=%h %s', revision)}`)
  const lock = 'package-lock.json'
  const hasSamePackages =
    readFileSync(join(ROOT, lock), 'utf8') === readFileSync(join(former, lock), 'utf8')
  if (hasSamePackages) symlinkSync(join(ROOT, 'node_modules'), join(former, 'node_modules'))
  const setup = pathToFileURL(join(former, 'scripts/setup.mjs'))
  const prepare = `const s = await import('${setup}'); s.ensureInstalled(); s.ensureConfigured(); s.ensureBuilt()`
  spawnSync(process.execPath, ['--input-type=module', '-e', prepare], { cwd: former, stdio: 'inherit' })
  // Whatever the former version asks of its tables is answered by those that this one makes.
  writeFileSync(join(former, MIGRATIONS), `export * from '${join(ROOT, MIGRATIONS)}'\n`)
  status = runTests()
} finally {
  git('worktree', 'remove', '--force', former)
  if (existsSync(former)) rmSync(former, { recursive: true, force: true })
}
process.exit(status)

function runTests() {
  const postgres = startPostgres({ install: true })
  if (!postgres) throw new Error('PostgreSQL is not available')
  const pgBouncer = startPgBouncer(postgres.url, { install: true })
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
