import type { Page } from '@playwright/test'
import { type FickleProxy, startFickleProxy } from '../support/fickle-proxy.ts'
import { test as base, DAY, expect, returnSignedIn } from './fixtures.ts'

/** Test with the service worker, and a network that can fail, between the page and the real server. */
export const test = base.extend<{ network: FickleProxy; report: Page }>({
  serviceWorkers: 'allow',
  network: async ({ server }, use) => {
    const network = await startFickleProxy(server.origin)
    await use(network)
    await network.close()
  },
  baseURL: async ({ network }, use) => {
    await use(network.origin)
  },
  /** a page controlled by the worker, which stores the pages viewed next */
  signedIn: async ({ atHome: page }, use) => {
    await underControl(page)
    await use(page)
  },
  /** a signed-in page with a displayed and saved report */
  report: async ({ page, server }, use) => {
    await returnSignedIn(page, server)
    await page.goto(REPORT)
    await expect(table(page).getByText('Шина 000')).toBeVisible()
    await underControl(page)
    await kept(page, '/api/analytics/allTyres', '/api/filters', '/api/vehicle_type')
    await use(page)
  },
})

export { chooseFilter, DAY, expect, signIn } from './fixtures.ts'

export const REPORT = `/export/all-prices?date=${DAY}&site=b.ru`

export const table = (page: Page) => page.getByRole('grid')
export const offlineLine = (page: Page) =>
  page.getByText('Нет связи с сервером. Показаны сохранённые данные.')
export const results = (page: Page) => page.getByRole('region', { name: 'Результаты' })
export const savedNote = (page: Page) => results(page).getByText(/^Сохранено \d+ \S+, \d\d:\d\d$/)

/** Resolves when the worker controls this page. */
export async function underControl(page: Page): Promise<void> {
  await page.evaluate(async () => {
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })
    })
  })
}

/** The contents of IndexedDB for this origin, store by store, as JSON. */
export function stored(page: Page): Promise<Record<string, string[]>> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const all: Record<string, string[]> = {}
    for (const { name } of await indexedDB.databases()) {
      if (!name) continue
      const opening = indexedDB.open(name)
      // Deleted meanwhile: opened, it would be there again, without its stores.
      opening.onupgradeneeded = () => opening.transaction?.abort()
      const db = await done(opening).catch(() => undefined)
      if (!db) continue
      for (const store of db.objectStoreNames) {
        const values = await done(db.transaction(store).objectStore(store).getAll())
        all[`${name}/${store}`] = values.map((value) =>
          JSON.stringify(value, (_, part) =>
            part instanceof ArrayBuffer ? new TextDecoder().decode(part) : part,
          ),
        )
      }
      db.close()
    }
    return all
  })
}

/** Keys of the requests with saved answers, such as 'GET /api/filters'. */
export async function keptRequests(page: Page): Promise<string[]> {
  const entries = (await stored(page))['tyre-prices/entries'] ?? []
  return entries.map((entry) => (JSON.parse(entry) as { request: string }).request)
}

/** Resolves when the answers to these calls are saved. */
export async function kept(page: Page, ...parts: string[]): Promise<void> {
  for (const part of parts) {
    await expect.poll(() => keptRequests(page)).toContainEqual(expect.stringContaining(part))
  }
}

/** Stops the worker, as the browser does when the worker is idle. */
export async function stopWorkers(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')
  await devtools.detach()
}
