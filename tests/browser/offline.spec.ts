import type { Page } from '@playwright/test'
import { DAY, expect, signIn, test } from './fixtures.ts'

test.use({ serviceWorkers: 'allow' })

const ALL = `/export/all-prices?date=${DAY}&site=b.ru`

/** Resolves when the worker has this page in hand. */
async function underControl(page: Page): Promise<void> {
  await page.evaluate(async () => {
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })
    })
  })
}

/** Resolves when an answer to this call is on the device. */
async function kept(page: Page, part: string): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const open = indexedDB.open('tyre-prices')
        const db = await new Promise<IDBDatabase>((resolve, reject) => {
          open.onsuccess = () => resolve(open.result)
          open.onerror = () => reject(open.error)
        })
        if (!db.objectStoreNames.contains('entries')) return []
        const all = db.transaction('entries').objectStore('entries').getAllKeys()
        const keys = await new Promise<IDBValidKey[]>((resolve) => {
          all.onsuccess = () => resolve(all.result)
        })
        db.close()
        return keys.map((key) => (key as string[])[1])
      }),
    )
    .toContainEqual(expect.stringContaining(part))
}

const table = (page: Page) => page.getByRole('grid')
const offlineLine = (page: Page) => page.getByText('Нет связи с сервером. Показаны сохранённые данные.')

test('the very first report is there without a network, with the time at which it was saved', async ({
  page,
  context,
  server,
}) => {
  await page.goto(`${server.origin}${ALL}`)
  await signIn(page)
  await expect(table(page).getByText('Шина 000')).toBeVisible()
  await underControl(page)
  await kept(page, '/api/analytics/allTyres')
  await kept(page, '/api/filters')
  await context.setOffline(true)
  await page.reload()
  await expect(offlineLine(page)).toBeVisible()
  await expect(table(page).getByText('Шина 000')).toBeVisible()
  await expect(page.locator('.results').getByText(/^Сохранено \d+ \S+, \d\d:\d\d$/)).toBeVisible()
})
