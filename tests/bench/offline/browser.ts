import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { CHROMIUM } from '../../support/chromium.ts'
import { USER } from '../support/server.ts'
import { inWorkspace } from '../support/workspace.ts'

export interface Profile {
  /** name of its folder */
  name: string
  serviceWorkers?: 'allow' | 'block'
  args?: readonly string[]
}

/** Opens a browser whose profile is on disk, like that of an installed app, instead of in memory. */
export function openBrowser({ name, serviceWorkers = 'allow', args = [] }: Profile): Promise<BrowserContext> {
  return chromium.launchPersistentContext(inWorkspace(`profile-${name}`), {
    executablePath: CHROMIUM.executablePath,
    args: [...CHROMIUM.args, ...args],
    viewport: { width: 1440, height: 900 },
    locale: 'ru-RU',
    serviceWorkers,
  })
}

/** Signs in and opens the report; resolves when its table is displayed. */
export async function openReport(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByLabel('Логин').fill(USER.username)
  await page.getByLabel('Пароль').fill(USER.password)
  await page.getByRole('button', { name: 'Авторизоваться' }).click()
  await page.locator('.report-grid [role=gridcell]').first().waitFor()
}

/**
 * Waits until the worker controls this page and has stored its table.
 * @returns path and query of the list call
 */
export async function keptOnDevice(page: Page): Promise<string> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.reload()
  await page.locator('.report-grid [role=gridcell]').first().waitFor()
  const calls = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name.slice(location.origin.length)),
  )
  const call = calls.find((path) => path.startsWith('/api/analytics/'))
  if (call === undefined) throw new Error('the page asked for no list')
  await page.waitForFunction(async (path) => {
    const headers = { authorization: `Bearer ${localStorage.getItem('access_token')}` }
    const saved = await fetch(path, { headers, cache: 'only-if-cached', mode: 'same-origin' })
    return saved.ok
  }, call)
  return call
}

/** Stops the worker, as the browser does when it is idle. */
export async function stopWorker(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const running = new Set<string>()
  const { promise: told, resolve } = Promise.withResolvers<void>()
  const { promise: stopped, resolve: allStopped } = Promise.withResolvers<void>()
  devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { versionId, runningStatus } of versions) {
      if (runningStatus === 'stopped') running.delete(versionId)
      else running.add(versionId)
    }
    resolve()
    if (running.size === 0) allStopped()
  })
  await devtools.send('ServiceWorker.enable')
  await told
  await devtools.send('ServiceWorker.stopAllWorkers')
  await stopped
  await devtools.detach()
}
