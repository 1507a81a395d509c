// npm test: everything that has to hold, in the order in which a fault is cheapest to find.
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
  say(`\n── ${name}: ${complete ? 'НЕ ВЫПОЛНЕНО' : 'ПРОПУЩЕНО'}. ${why}`)
  if (complete) results.push({ name, passed: false, seconds: '0.0' })
}

step('Типы', 'typescript/bin/tsc', ['-b'])
step('Правила и оформление', '@biomejs/biome/bin/biome', ['check', '--error-on-warnings'])
step('Мёртвый код', 'knip/bin/knip.js', [])

// The server's own tests start it as a process, which serves the built app.
ensureConfigured()
ensureBuilt()

const postgres = process.env.TEST_DATABASE_URL ? undefined : startPostgres({ install: complete })
if (postgres) env.TEST_DATABASE_URL = postgres.url
if (!env.TEST_DATABASE_URL) {
  skip('Хранилище на PostgreSQL', 'Установите postgresql или укажите TEST_DATABASE_URL.')
}
try {
  step('Модули, договор и сервер', 'vitest/vitest.mjs', ['run'])
} finally {
  postgres?.stop()
}

step('Размер', 'size-limit/bin.js', [])

const firefox = ensureFirefox()
if (firefox) env.FIREFOX_PATH = firefox
else skip('Firefox', 'Установите firefox-esr и dbus-daemon, или укажите путь в FIREFOX_PATH.')
if (!ensureWebKit()) skip('WebKit', 'Установите webkit2gtk-driver и xvfb.')

const browser = ensureBrowser()
if (browser) {
  env.CHROME_PATH = browser
  step('Браузер', '@playwright/test/cli.js', ['test'])
} else {
  skip('Браузер', 'Установите Chromium или Chrome, или укажите путь к нему в CHROME_PATH.')
}

say('')
for (const { name, passed, seconds } of results) say(`${passed ? '✓' : '✗'} ${name}, ${seconds} с`)
const failed = results.filter(({ passed }) => !passed).length
say(`${results.length - failed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
