// Specification 12.10

import type { Page } from '@playwright/test'
import { SOURCE_PATHS } from '../../contract/sources/source-paths.ts'
import { SHARED_FILES } from '../../contract/worker/shell-files.ts'
import { seriousFaults } from '../support/axe.ts'
import { type FickleProxy, startFickleProxy } from '../support/fickle-proxy.ts'
import { copyPrepared } from '../support/prepared-data.ts'
import { startServer, temporaryFolder } from '../support/processes.ts'
import { sourceInput, tyresCsv } from '../support/sources.ts'
import { test as base, expect, signIn } from './fixtures.ts'
import { underControl } from './worker-fixtures.ts'

/** Phone with the worker, signed in to a server of its own, because the test imports prices of today. */
const test = base.extend<{ network: FickleProxy; phone: Page }>({
  serviceWorkers: 'allow',
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  network: async ({}, use) => {
    const folder = temporaryFolder()
    const dataDir = `${folder.path}/data`
    copyPrepared('sample', dataDir)
    const server = await startServer({ DATA_DIR: dataDir })
    const network = await startFickleProxy(server.origin)
    await use(network)
    await network.close()
    await server.stop()
    folder.remove()
  },
  baseURL: async ({ network }, use) => {
    await use(network.origin)
  },
  phone: async ({ page }, use) => {
    await page.goto('/profile/sources')
    await signIn(page)
    await page.getByRole('heading', { name: 'Источники' }).waitFor()
    await underControl(page)
    await use(page)
  },
})

/** Calls the server as the signed-in page. */
const call = (page: Page, method: string, path: string, body: string) =>
  page.evaluate(
    async ([verb, url, content]) => {
      const authorization = `Bearer ${localStorage.getItem('access_token')}`
      const isFile = verb === 'PUT'
      const headers = {
        authorization,
        'content-type': isFile ? 'application/octet-stream' : 'application/json',
      }
      return (await fetch(url as string, { method: verb as string, headers, body: content as string })).json()
    },
    [method, path, body],
  )

/** Posts a file to the app as a phone's share menu does. */
async function share(page: Page, name: string, content: string): Promise<void> {
  await page.evaluate((action) => {
    const form = document.createElement('form')
    Object.assign(form, { action, method: 'post', enctype: 'multipart/form-data' })
    form.innerHTML = '<input type="file" name="list" aria-label="share">'
    document.body.append(form)
  }, SHARED_FILES)
  const input = page.getByLabel('share')
  await input.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
  await input.evaluate((field: HTMLInputElement) => field.form?.submit())
  await page.waitForURL(`**${SHARED_FILES}`)
}

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('a list that is shared from a messenger waits without a network, and is in the report after five taps', async ({
  phone: page,
  network,
}) => {
  const { id } = await call(
    page,
    'POST',
    SOURCE_PATHS.sources,
    JSON.stringify(sourceInput({ site: 'shared.ru' })),
  )
  const { file } = await call(page, 'PUT', `${SOURCE_PATHS.files}?name=a.csv`, tyresCsv(20))
  await call(page, 'POST', `${SOURCE_PATHS.sources}/${id}/run`, JSON.stringify({ file }))
  await page.goto(`/profile/sources/${id}`)
  await expect(page.getByText(/^Загружено|20 шин/).first()).toBeVisible()
  network.behave('gone')
  await share(page, 'Прайс № 5.csv', tyresCsv(22, 4_100))
  await expect(page.getByText('Прайс № 5.csv')).toBeVisible()
  await expect(page.getByText(/^Нет связи с сервером: файл ждёт на этом устройстве\.$/)).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  network.behave('pass')
  await page.getByRole('button', { name: 'Отправить и разобрать: Прайс № 5.csv' }).tap()
  await expect(page.getByText(/^Это прайс-лист источника «Шины А»: он уже знает \d+ % шин/)).toBeVisible()
  await page.getByRole('button', { name: 'Проверить и загрузить' }).tap()
  await expect(page.getByRole('heading', { name: 'Проверка: Прайс № 5.csv' })).toBeVisible()
  await page.getByRole('button', { name: 'Загрузить эти цены' }).tap()
  await expect(page.getByRole('status', { name: 'Загрузка' })).toContainText('Загружено')
  await page.goto('/export/retail?site=shared.ru')
  await expect(page.getByText('Шина 21')).toBeVisible()
})

test('a file that waits is gone after a logout', async ({ phone: page }) => {
  await share(page, 'a.csv', tyresCsv(2))
  await expect(page.getByText('a.csv')).toBeVisible()
  await page.goto('/')
  await page.getByRole('button', { name: 'admin' }).tap()
  await page.getByRole('button', { name: 'Выход', exact: true }).tap()
  await expect(page.getByLabel('Логин')).toBeVisible()
  await expect.poll(() => page.evaluate(() => caches.keys())).not.toContain(SHARED_FILES)
})
