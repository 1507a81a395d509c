// Specification 2.7, 5.2, 5.3

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { seriousFaults } from '../support/axe.ts'
import { chooseFilter, DAY, expect, test } from './fixtures.ts'
import { apply, download, grid, open } from './report-page.ts'

test.describe('downloads (specification 5.1 to 5.4)', () => {
  test('saves the file under the name in the answer', async ({ signedIn: page }) => {
    await open(page, 'retail/stats', '&brand=Zorki')
    const sent = page.waitForRequest('**/api/analytics/rprices-mix')
    const saved = page.waitForEvent('download')
    await download(page).click()
    expect((await sent).postDataJSON()).toEqual({ date: DAY, brand: 'Zorki' })
    expect((await saved).suggestedFilename()).toBe(`retail-stats_${DAY}.xlsx`)
    const bytes = readFileSync(await (await saved).path())
    expect(bytes.subarray(0, 2).toString()).toBe('PK')
  })

  test('contains the table on screen, even if the form has changed since', async ({ signedIn: page }) => {
    const changed = page.getByText('Фильтры изменены, нажмите «Применить»')
    await open(page, 'retail', '&brand=Zorki')
    await expect(grid(page)).toBeVisible()
    await expect(changed).toBeHidden()
    await chooseFilter(page, 'Бренд', 'Arktika')
    await expect(changed).toBeVisible()
    const sent = page.waitForRequest('**/api/analytics/rprices')
    await download(page).click()
    expect((await sent).postDataJSON()).toEqual({ date: DAY, brand: 'Zorki' })
    await chooseFilter(page, 'Бренд', 'Zorki')
    await expect(changed).toBeHidden()
    await chooseFilter(page, 'Бренд', 'Arktika')
    await apply(page).click()
    await expect(page).toHaveURL(/brand=Arktika/)
    await expect(changed).toBeHidden()
    await page.goBack()
    await expect(page.getByLabel('Бренд', { exact: true })).toHaveValue('Zorki')
    await expect(changed).toBeHidden()
  })

  test('uses the form if there is no table on screen', async ({ signedIn: page }) => {
    await open(page, 'retail', '&city=Нигде')
    await expect(page.getByText('Нет данных за выбранный период.')).toBeVisible()
    await chooseFilter(page, 'Город', 'Омск')
    const sent = page.waitForRequest('**/api/analytics/rprices')
    await download(page).click()
    expect((await sent).postDataJSON()).toEqual({ date: DAY, city: 'Омск' })
  })

  test('price changes are saved as CSV', async ({ signedIn: page }) => {
    await open(page, 'price-changes')
    const saved = page.waitForEvent('download')
    await download(page).click()
    expect((await saved).suggestedFilename()).toBe(`notifications_${DAY}.csv`)
  })

  test('uses the default name if the answer has none', async ({ signedIn: page }) => {
    await page.route('**/api/analytics/rprices', (route) => route.fulfill({ body: 'x' }))
    await open(page, 'retail')
    const saved = page.waitForEvent('download')
    await download(page).click()
    expect((await saved).suggestedFilename()).toBe('tires_export.xlsx')
  })

  for (const [what, answer, text] of [
    ['204', { status: 204 }, 'Нет данных для выбранных фильтров'],
    ['an error field', { status: 400, body: '{"error": "Плохо"}' }, 'Плохо'],
    ['a message field', { status: 400, body: '{"message": "Хуже"}' }, 'Хуже'],
    ['a text', { status: 500, body: 'сломано' }, 'сломано'],
    ['nothing', { status: 500, body: '' }, 'HTTP 500'],
  ] as const) {
    test(`alerts when the answer is ${what}`, async ({ signedIn: page }) => {
      await page.route('**/api/analytics/rprices', (route) => route.fulfill(answer))
      await open(page, 'retail')
      await download(page).click()
      await expect(page.getByRole('alert')).toContainText(text)
      await page.getByRole('button', { name: 'Закрыть сообщение' }).click()
      await expect(page.getByRole('alert')).toBeHidden()
    })
  }

  test('says Скачивание... until the answer arrives', async ({ signedIn: page }) => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/analytics/rprices', async (route) => {
      await held
      await route.fulfill({ status: 204 })
    })
    await open(page, 'retail')
    await expect(grid(page)).toBeVisible()
    const beside = async () =>
      (await page.getByRole('button', { name: 'Скачать как на экране' }).boundingBox())?.x
    const before = await beside()
    await download(page).click()
    await expect(page.getByRole('button', { name: 'Скачивание...', exact: true })).toBeDisabled()
    expect(await beside()).toEqual(before)
    release()
    await expect(download(page)).toBeEnabled()
  })

  test.describe('a large file (specification 5.8)', () => {
    const PART = randomBytes(3 * 2 ** 20)
    let slow: Server
    let answer: ServerResponse
    test.beforeEach(async ({ signedIn: page }) => {
      slow = createServer((_, response) => {
        answer = response
        response.writeHead(200, { 'content-type': 'application/zip' }).flushHeaders()
      })
      await once(slow.listen(0, '127.0.0.1'), 'listening')
      const { port } = slow.address() as AddressInfo
      await page.route('**/api/analytics/rprices', (route) =>
        route.continue({ url: `http://127.0.0.1:${port}/` }),
      )
      await open(page, 'retail')
      // Of a companion, which tells how far it is.
      await expect(page.getByText(/^Цены .* за \d/)).toBeVisible()
      const asked = once(slow, 'request')
      await download(page).click()
      await asked
      await expect(page.getByText('Файл готовится…')).toBeVisible()
    })
    test.afterEach(() => {
      slow.closeAllConnections()
      slow.close()
    })
    const cancel = (page: Page) => page.getByRole('button', { name: 'Отменить' })
    const askedAgain = () => once(slow, 'request')

    test('says how much of it has come, and is saved whole', async ({ signedIn: page }) => {
      answer.write(PART)
      // Told four times a second at most, so that the last bytes before a rest may not be.
      await expect(page.getByText(/^Получено \d/)).toBeVisible()
      await expect(page.getByRole('progressbar', { name: /^Получено/ })).toBeVisible()
      expect(await seriousFaults(page)).toEqual([])
      const saved = page.waitForEvent('download')
      await cancel(page).focus()
      answer.write(PART)
      answer.end(PART)
      const file = readFileSync(await (await saved).path())
      expect(file.equals(Buffer.concat([PART, PART, PART]))).toBe(true)
      await expect(cancel(page)).toBeHidden()
      await expect(download(page)).toBeEnabled()
      await expect(download(page)).toBeFocused()
      await expect(page.getByText('Файл скачан.')).toBeAttached()
    })

    test('says how many of its rows are written, as the server tells', async ({ signedIn: page }) => {
      let named = ''
      await page.route('**/api/companion/downloads/*', (route) => {
        named = new URL(route.request().url()).pathname.split('/').at(-1) ?? ''
        return route.fulfill({ json: { rows: 8000, total: 20_000 } })
      })
      answer.write(PART)
      const bar = page.getByRole('progressbar', { name: /^Получено .+, строк 8\s000 из 20\s000$/ })
      await expect(bar).toHaveAttribute('value', '8000')
      expect(await seriousFaults(page)).toEqual([])
      expect(named).toBe(answer.req.headers['x-download'])
    })

    test('is asked for once more if it breaks off', async ({ signedIn: page }) => {
      answer.write(PART)
      await expect(page.getByText(/^Получено \d/)).toBeVisible()
      const again = askedAgain()
      slow.closeAllConnections()
      await again
      await expect(page.getByText('Файл готовится…')).toBeVisible()
      const saved = page.waitForEvent('download')
      answer.end(PART)
      const file = readFileSync(await (await saved).path())
      expect(file.equals(PART)).toBe(true)
      await expect(page.getByText('Файл скачан.')).toBeAttached()
    })

    test('is not replaced by saved pages if it breaks off twice', async ({ signedIn: page }) => {
      let files = 0
      page.on('download', () => files++)
      answer.write(PART)
      await expect(page.getByText(/^Получено \d/)).toBeVisible()
      const again = askedAgain()
      slow.closeAllConnections()
      await again
      answer.write(PART)
      await expect(page.getByText(/^Получено \d/)).toBeVisible()
      slow.closeAllConnections()
      await expect(page.getByRole('alert')).toContainText(
        'Связь прервалась, файл не получен. Скачайте его ещё раз.',
      )
      await expect(cancel(page)).toBeHidden()
      expect(files).toBe(0)
    })

    test('is not replaced by saved pages if the network goes away with it', async ({ signedIn: page }) => {
      answer.write(PART)
      await expect(page.getByText(/^Получено \d/)).toBeVisible()
      await page.unroute('**/api/analytics/rprices')
      await page.route('**/api/analytics/rprices', (route) => route.abort())
      slow.closeAllConnections()
      await expect(page.getByRole('alert')).toContainText('Связь прервалась, файл не получен.')
    })

    test('is ended by the person, who keeps the focus', async ({ signedIn: page }) => {
      const left = once(answer, 'close')
      answer.write(PART)
      await cancel(page).focus()
      await page.keyboard.press('Enter')
      await left
      await expect(page.getByText('Скачивание отменено.')).toBeAttached()
      await expect(cancel(page)).toBeHidden()
      await expect(download(page)).toBeFocused()
      await expect(page.getByRole('alert')).toBeHidden()
    })
  })

  test('without a token, neither filters nor downloads are available', async ({ signedIn: page }) => {
    await page.goto('/export/retail')
    await expect(page.getByLabel('Бренд', { exact: true })).toContainText('Zorki')
    await page.evaluate(() => localStorage.clear())
    await download(page).click()
    await expect(page.getByRole('alert')).toHaveText(/Нет доступа/)
    await apply(page).click()
    await expect(page.getByText('Нет access_token, авторизуйтесь.')).toBeVisible()
  })
})
