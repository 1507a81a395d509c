// Specification 2.5, 2.9

import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isoToday } from '../../contract/lib/dates.ts'
import { copyBuild } from '../support/copy-build.ts'
import { copyPrepared } from '../support/prepared-data.ts'
import { startServer, temporaryFolder } from '../support/processes.ts'
import { test as base, expect, signIn } from './fixtures.ts'
import { kept, offlineLine, underControl } from './worker-fixtures.ts'

/** Features missing in Safari 16.4, Firefox 115 or Chrome 111, removed before any script runs, in page and worker alike. */
const TAKE_AWAY = `
delete URL.canParse; delete URL.parse; delete Intl.Segmenter; delete Promise.withResolvers;
delete globalThis.scheduler; delete globalThis.navigation; delete globalThis.StorageManager?.prototype.estimate;
for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover']) delete globalThis.HTMLElement?.prototype[name];
for (const name of ['setAppBadge', 'clearAppBadge']) delete (globalThis.Navigator ?? globalThis.WorkerNavigator).prototype[name];
`.replaceAll('\n', ' ')

const test = base.extend<{ old: { origin: string; stop(): Promise<void> } }>({
  serviceWorkers: 'allow',
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  old: async ({}, use) => {
    const folder = temporaryFolder()
    const dist = join(folder.path, 'dist')
    copyBuild(dist)
    for (const file of globSync('**/*.js', { cwd: dist })) {
      const path = join(dist, file)
      writeFileSync(path, TAKE_AWAY + readFileSync(path, 'utf8'))
    }
    const dataDir = join(folder.path, 'data')
    copyPrepared('sample', dataDir)
    const running = await startServer({ DATA_DIR: dataDir, DIST_DIR: dist })
    await use(running)
    await running.stop()
    folder.remove()
  },
})

test('without features that old browsers lack, the menu opens and closes, and saved data opens without a server', async ({
  page,
  old,
}) => {
  // The server's today, for which the sample has prices: in the browser's time zone it may be tomorrow already.
  await page.goto(`${old.origin}/export/all-prices?date=${isoToday()}`)
  await signIn(page)
  expect(
    await page.evaluate(() => [typeof URL.canParse, 'Segmenter' in Intl, 'popover' in HTMLElement.prototype]),
  ).toEqual(['undefined', false, false])
  await expect(page.getByRole('grid')).toBeVisible()

  const button = page.getByRole('button', { name: 'admin' })
  const menu = page.getByRole('navigation', { name: 'Меню пользователя' })
  await expect(menu).toBeHidden()
  await button.click()
  await expect(menu).toBeVisible()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await page.getByRole('heading', { level: 1 }).click()
  await expect(menu).toBeHidden()
  await button.click()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()

  await underControl(page)
  await page.reload()
  await expect(page.getByRole('grid')).toBeVisible()
  await kept(page, '/api/analytics/allTyres', '/api/filters')
  await old.stop()
  await page.goto(page.url())
  await expect(offlineLine(page)).toBeVisible()
  await expect(page.getByRole('grid')).toBeVisible()
})
