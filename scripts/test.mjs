// npm test: runs all checks, the cheapest first.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuilt, ensureConfigured, ensureInstalled, NODE, ROOT, say } from './setup.mjs'
import { ensureBrowser, ensureFirefox, ensureWebKit, startPostgres } from './tools.mjs'

// In CI nothing may be skipped.
const complete = Boolean(process.env.CI)

ensureInstalled()
const env = { ...process.env, FORCE_COLOR: '0' }
const results = []

function step(name, packageBin, args) {
  say(`\n── ${name}`)
  const began = performance.now()
  const { status } = spawnSync(NODE, [join(ROOT, 'node_modules', packageBin), ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env,
  })
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  results.push({ name, passed: status === 0, seconds })
}

function skip(name, why) {
  say(`\n── ${name}: ${complete ? 'NOT RUN' : 'SKIPPED'}. ${why}`)
  if (complete) results.push({ name, passed: false, seconds: '0.0' })
}

step('Types', 'typescript/bin/tsc', ['-b'])
step('Lint and format', '@biomejs/biome/bin/biome', ['check', '--error-on-warnings'])
step('Dead code', 'knip/bin/knip.js', [])

// The server's tests start it as a process that serves the built app.
ensureConfigured()
ensureBuilt()

const postgres = process.env.TEST_DATABASE_URL ? undefined : startPostgres({ install: complete })
if (postgres) env.TEST_DATABASE_URL = postgres.url
if (!env.TEST_DATABASE_URL) {
  skip('Store on PostgreSQL', 'Install postgresql or set TEST_DATABASE_URL.')
}
try {
  step('Units, contract and server', 'vitest/vitest.mjs', ['run'])
} finally {
  postgres?.stop()
}

step('Sizes', 'size-limit/bin.js', [])

const firefox = ensureFirefox()
if (firefox) env.FIREFOX_PATH = firefox
else skip('Firefox', 'Install firefox-esr and dbus-daemon, or set FIREFOX_PATH.')
if (!ensureWebKit()) skip('WebKit', 'Install webkit2gtk-driver and xvfb.')

const browser = ensureBrowser()
if (browser) {
  env.CHROME_PATH = browser
  step('Browser', '@playwright/test/cli.js', ['test'])
} else {
  skip('Browser', 'Install Chromium or Chrome, or set CHROME_PATH.')
}

say('')
for (const { name, passed, seconds } of results) say(`${passed ? '✓' : '✗'} ${name}, ${seconds} s`)
const failed = results.filter(({ passed }) => !passed).length
say(`${results.length - failed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
