import { defineConfig, devices } from '@playwright/test'
import { CHROMIUM } from './tests/support/chromium.ts'

export default defineConfig({
  testDir: 'tests/browser',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  // Ends of what hangs, not measures: on a machine whose cores are busy with others everything takes several times as long.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    ...devices['Desktop Chrome'],
    locale: 'ru-RU',
    timezoneId: 'Asia/Novosibirsk',
    // Tests about the wire stand between page and server; those about the worker let it in themselves.
    serviceWorkers: 'block',
    launchOptions: CHROMIUM,
  },
})
