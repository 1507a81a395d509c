// Specification 2.7, 5.2, 5.3

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Route } from '@playwright/test'
import { seriousFaults } from '../support/axe.ts'
import { chooseFilter, DAY, expect, test } from './fixtures.ts'
import { apply, download, grid, moreDownloads, open } from './report-page.ts'

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

  test('says that it is under way, uses a default name, and alerts of answers without a file', async ({
    signedIn: page,
  }) => {
    const answered = (answer: Parameters<Route['fulfill']>[0]) =>
      page.route('**/api/analytics/rprices', (route) => route.fulfill(answer))
    await open(page, 'retail')
    await expect(grid(page)).toBeVisible()
    await test.step('says Скачивание... until the answer arrives, and moves no other button', async () => {
      const { promise: held, resolve: release } = Promise.withResolvers<void>()
      await page.route('**/api/analytics/rprices', async (route) => {
        await held
        await route.fulfill({ body: 'x' })
      })
      const beside = async () => (await moreDownloads(page).boundingBox())?.x
      const before = await beside()
      const saved = page.waitForEvent('download')
      await download(page).click()
      await expect(page.getByRole('button', { name: 'Скачивание...', exact: true })).toBeDisabled()
      expect(await beside()).toEqual(before)
      release()
      await expect(download(page)).toBeEnabled()
      expect((await saved).suggestedFilename()).toBe('tires_export.xlsx')
    })
    for (const [what, answer, text] of [
      ['204', { status: 204 }, 'Нет данных для выбранных фильтров'],
      ['an error field', { status: 400, body: '{"error": "Плохо"}' }, 'Плохо'],
      ['a message field', { status: 400, body: '{"message": "Хуже"}' }, 'Хуже'],
      ['a text', { status: 500, body: 'сломано' }, 'сломано'],
      ['nothing', { status: 500, body: '' }, 'HTTP 500'],
    ] as const) {
      await test.step(`alerts when the answer is ${what}`, async () => {
        await answered(answer)
        await download(page).click()
        await expect(page.getByRole('alert')).toContainText(text)
        await page.getByRole('button', { name: 'Закрыть сообщение' }).click()
        await expect(page.getByRole('alert')).toBeHidden()
      })
    }
  })

  test('a large file (specification 5.8) reports its progress, and is resumed, refused or cancelled', async ({
    signedIn: page,
  }) => {
    const part = randomBytes(3 * 2 ** 20)
    let answer: ServerResponse | undefined
    const slow = createServer((_, response) => {
      answer = response
      response.writeHead(200, { 'content-type': 'application/zip' }).flushHeaders()
    })
    await once(slow.listen(0, '127.0.0.1'), 'listening')
    const { port } = slow.address() as AddressInfo
    const cancel = page.getByRole('button', { name: 'Отменить' })
    const alert = page.getByRole('alert')
    const requested = () => once(slow, 'request')
    const received = () => expect(page.getByText(/^Получено \d/)).toBeVisible()
    /** Starts a download. @returns the server's answer to it */
    const begin = async (): Promise<ServerResponse> => {
      const request = requested()
      await download(page).click()
      await request
      await expect(page.getByText('Файл готовится…')).toBeVisible()
      return answer as ServerResponse
    }
    /** Cuts the connection of a download. @returns the server's answer to the second request */
    const cut = async (): Promise<ServerResponse> => {
      const request = requested()
      slow.closeAllConnections()
      await request
      return answer as ServerResponse
    }
    const closeAlert = async () => {
      await page.getByRole('button', { name: 'Закрыть сообщение' }).click()
      await expect(alert).toBeHidden()
    }
    try {
      await page.route('**/api/analytics/rprices', (route) =>
        route.continue({ url: `http://127.0.0.1:${port}/` }),
      )
      await open(page, 'retail')
      // Only a companion server reports the progress.
      await expect(page.getByText(/^Цены .* за \d/)).toBeVisible()

      await test.step('says how much of it has arrived, and is saved whole', async () => {
        const sent = await begin()
        sent.write(part)
        // Updated four times a second at most, so the last bytes before a pause may be missing.
        await received()
        await expect(page.getByRole('progressbar', { name: /^Получено/ })).toBeVisible()
        expect(await seriousFaults(page)).toEqual([])
        const saved = page.waitForEvent('download')
        await cancel.focus()
        sent.write(part)
        sent.end(part)
        const file = readFileSync(await (await saved).path())
        expect(file.equals(Buffer.concat([part, part, part]))).toBe(true)
        await expect(cancel).toBeHidden()
        await expect(download(page)).toBeEnabled()
        await expect(download(page)).toBeFocused()
        await expect(page.getByText('Файл скачан.')).toBeAttached()
      })

      await test.step('is requested once more if the connection breaks', async () => {
        const sent = await begin()
        sent.write(part)
        await received()
        const again = await cut()
        await expect(page.getByText('Файл готовится…')).toBeVisible()
        const saved = page.waitForEvent('download')
        again.end(part)
        const file = readFileSync(await (await saved).path())
        expect(file.equals(part)).toBe(true)
        await expect(page.getByText('Файл скачан.')).toBeAttached()
      })

      await test.step('is not replaced by saved pages if the connection breaks twice', async () => {
        let files = 0
        page.on('download', () => files++)
        const sent = await begin()
        sent.write(part)
        await received()
        const again = await cut()
        again.write(part)
        await received()
        slow.closeAllConnections()
        await expect(alert).toContainText('Связь прервалась, файл не получен. Скачайте его ещё раз.')
        await expect(cancel).toBeHidden()
        expect(files).toBe(0)
        await closeAlert()
      })

      await test.step('is cancelled by the person, who keeps the focus', async () => {
        const sent = await begin()
        const left = once(sent, 'close')
        sent.write(part)
        await cancel.focus()
        await page.keyboard.press('Enter')
        await left
        await expect(page.getByText('Скачивание отменено.')).toBeAttached()
        await expect(cancel).toBeHidden()
        await expect(download(page)).toBeFocused()
        await expect(alert).toBeHidden()
      })

      await test.step('says how many of its rows are written', async () => {
        let named = ''
        await page.route('**/api/companion/downloads/*', (route) => {
          named = new URL(route.request().url()).pathname.split('/').at(-1) ?? ''
          return route.fulfill({ json: { rows: 8000, total: 20_000 } })
        })
        const sent = await begin()
        sent.write(part)
        const bar = page.getByRole('progressbar', { name: /^Получено .+, строк 8\s000 из 20\s000$/ })
        await expect(bar).toHaveAttribute('value', '8000')
        expect(await seriousFaults(page)).toEqual([])
        expect(named).toBe(sent.req.headers['x-download'])
      })

      await test.step('is not replaced by saved pages if the network goes away', async () => {
        await received()
        await page.unroute('**/api/analytics/rprices')
        await page.route('**/api/analytics/rprices', (route) => route.abort())
        slow.closeAllConnections()
        await expect(alert).toContainText('Связь прервалась, файл не получен.')
      })
    } finally {
      slow.closeAllConnections()
      slow.close()
    }
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
