import { availableParallelism } from 'node:os'
import { defineConfig, devices } from '@playwright/test'
import { CHROMIUM, HEADLESS_SHELL } from './tests/support/chromium.ts'

/** Tests of the browser's own behaviour: installation, and notifications with a profile. */
const OF_THE_BROWSER = ['**/install.spec.ts', '**/push-chromium.spec.ts']
/** Each test starts its own browser, which takes both of two cores. */
const OTHER_ENGINES = ['**/engines.spec.ts', '**/push-firefox.spec.ts']

export default defineConfig({
  testDir: 'tests/browser',
  fullyParallel: true,
  // One more than the cores, since tests also wait for the server and for deadlines.
  workers: availableParallelism() + 1,
  globalSetup: './tests/support/prepared-data.ts',
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  // Limits for hanging tests, not expectations: on a machine with busy cores everything takes several times as long.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    ...devices['Desktop Chrome'],
    locale: 'ru-RU',
    timezoneId: 'Asia/Novosibirsk',
    // Tests of the wire intercept requests between page and server; tests of the worker allow it themselves.
    serviceWorkers: 'block',
  },
  projects: [
    { name: 'other engines', testMatch: OTHER_ENGINES, workers: 1 },
    { name: 'browser', testMatch: OF_THE_BROWSER, use: { launchOptions: CHROMIUM } },
    {
      name: 'page',
      testIgnore: [...OF_THE_BROWSER, ...OTHER_ENGINES],
      use: { launchOptions: HEADLESS_SHELL },
    },
  ],
})
