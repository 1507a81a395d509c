import { availableParallelism } from 'node:os'
import { defineConfig, devices } from '@playwright/test'
import { CHROMIUM, HEADLESS_SHELL } from './tests/support/chromium.ts'
import { FULL_EXTENT } from './tests/support/extent.ts'
import { SLOWNESS } from './tests/support/slowness.ts'

/** Tests of installation and of notifications need complete Chromium with a profile. */
const OF_CHROMIUM = ['**/install.spec.ts', '**/push-chromium.spec.ts']
/** Tests in Firefox and WebKit start browsers of their own. */
const OTHER_ENGINES = ['**/engines.spec.ts', '**/push-firefox.spec.ts']
/** Tag of the tests that stand for an engine unless the run has the full extent. */
const MAIN_FLOW = /@main-flow/

export default defineConfig({
  testDir: 'tests/browser',
  globalSetup: './tests/support/prepared-data.ts',
  fullyParallel: true,
  // One more than the cores, because tests also wait for the server and for deadlines.
  workers: availableParallelism() + 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['./tests/support/failure-reporter.ts']],
  // These only end hanging tests: on a busy machine everything takes several times as long.
  timeout: 180_000 * SLOWNESS,
  expect: { timeout: 30_000 * SLOWNESS },
  use: {
    ...devices['Desktop Chrome'],
    locale: 'ru-RU',
    timezoneId: 'Asia/Novosibirsk',
    // Routes of tests do not see requests of a worker. Tests of the worker allow it themselves.
    serviceWorkers: 'block',
  },
  projects: [
    {
      name: 'other engines',
      testMatch: OTHER_ENGINES,
      workers: 1,
      ...(!FULL_EXTENT && { grep: MAIN_FLOW }),
    },
    { name: 'browser', testMatch: OF_CHROMIUM, use: { launchOptions: CHROMIUM } },
    {
      name: 'page',
      testIgnore: [...OF_CHROMIUM, ...OTHER_ENGINES],
      use: { launchOptions: HEADLESS_SHELL },
    },
  ],
})
