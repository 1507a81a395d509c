// npm test: runs all checks, the cheapest first. With --full (npm run test:full), tests run to their full extent.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { COMPILED, ensureBuilt, ensureConfigured, ensureInstalled, NODE, ROOT, say } from './setup.mjs'
import {
  ensureBrowser,
  ensureDovecot,
  ensureFileServers,
  ensureFirefox,
  ensureHeadlessShell,
  ensureWebKit,
  startPgBouncer,
  startPostgres,
} from './tools.mjs'

// In CI, a skipped step counts as failed.
const complete = Boolean(process.env.CI)

ensureInstalled()
const env = { NODE_COMPILE_CACHE: COMPILED, ...process.env, FORCE_COLOR: '0' }
// Read by tests/support/extent.ts.
if (process.argv.includes('--full')) env.TEST_EXTENT = 'full'
const results = []

/**
 * Number of characters of a failed step's output that are repeated at the end, because a shortened log contains only
 * its end.
 */
const REPEATED = 6_000

/** Runs a package's command and passes its output through. */
async function step(name, packageBin, args) {
  say(`\n── ${name}`)
  const began = performance.now()
  const child = spawn(NODE, [join(ROOT, 'node_modules', packageBin), ...args], {
    cwd: ROOT,
    stdio: ['inherit', 'pipe', 'pipe'],
    env,
  })
  let end = ''
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ])
    from.setEncoding('utf8').on('data', (text) => {
      to.write(text)
      end = (end + text).slice(-REPEATED)
    })
  const [status] = await once(child, 'close')
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  results.push({ name, passed: status === 0, seconds, end })
}

function skip(name, why) {
  say(`\n── ${name}: ${complete ? 'NOT RUN' : 'SKIPPED'}. ${why}`)
  if (complete) results.push({ name, passed: false, seconds: '0.0', end: '' })
}

await step('Types', 'typescript/bin/tsc', ['-b'])
await step('Lint and format', '@biomejs/biome/bin/biome', ['check', '--error-on-warnings'])
await step('Rooms and limits', '../scripts/health.mjs', [])
await step('Dead code', 'knip/bin/knip.js', [])

// The server's tests start the server as a process that serves the built app.
ensureConfigured()
ensureBuilt()

if (!ensureDovecot()) skip('Mailboxes', 'Install dovecot-imapd.')

const postgres = process.env.TEST_DATABASE_URL ? undefined : startPostgres()
if (postgres) {
  env.TEST_DATABASE_URL = postgres.url
  env.TEST_STANDBYS = '1'
}
if (!env.TEST_DATABASE_URL) {
  skip('Store on PostgreSQL', 'Install postgresql or set TEST_DATABASE_URL.')
} else if (!postgres) {
  skip('Read replicas', 'Standbys follow a PostgreSQL of this machine only: unset TEST_DATABASE_URL.')
}
const pgBouncer = postgres && startPgBouncer(postgres.url)
if (pgBouncer) env.TEST_PGBOUNCER_URL = pgBouncer.url
else if (postgres) skip('Store behind PgBouncer', 'Install pgbouncer.')
if (!ensureFileServers()) {
  skip(
    'Price lists on FTP and SFTP servers',
    'Install proftpd-core, proftpd-mod-crypto, openssh-server and libnss-wrapper.',
  )
}
try {
  await step('Units, contract and server', 'vitest/vitest.mjs', ['run'])
} finally {
  pgBouncer?.stop()
  postgres?.stop()
}

await step('Sizes', 'size-limit/bin.js', [])

const firefox = ensureFirefox()
if (firefox) env.FIREFOX_PATH = firefox
else skip('Firefox', 'Install firefox-esr and dbus-daemon, or set FIREFOX_PATH.')
if (!ensureWebKit()) skip('WebKit', 'Install webkit2gtk-driver and xvfb.')

const browser = ensureBrowser()
if (browser) {
  env.CHROME_PATH = browser
  const shell = ensureHeadlessShell()
  if (shell) env.HEADLESS_SHELL_PATH = shell
  await step('Browser', '@playwright/test/cli.js', ['test'])
} else {
  skip('Browser', 'Install Chromium or Chrome, or set CHROME_PATH.')
}

for (const { name, passed, end } of results) if (!passed && end) say(`\n── ${name}, its last words:\n${end}`)
say('')
for (const { name, passed, seconds } of results) say(`${passed ? '✓' : '✗'} ${name}, ${seconds} s`)
const failed = results.filter(({ passed }) => !passed).length
say(`${results.length - failed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
