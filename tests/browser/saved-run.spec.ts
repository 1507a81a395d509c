// Specification 4.15, 8.9, 8.16

import { readFileSync } from 'node:fs'
import type { Download, Page } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'
import { seriousFaults } from '../support/axe.ts'
import { keepReport } from './report-page.ts'
import {
  chooseFilter,
  DAY,
  expect,
  kept,
  offlineLine,
  results,
  savedNote,
  table,
  test,
  underControl,
} from './worker-fixtures.ts'

const apply = (page: Page) => page.getByRole('button', { name: 'Применить' }).click()
const madeNote = (page: Page) =>
  results(page).getByText(/^Отобрано на устройстве из всех сохранённых страниц \(3\)\./)
/** The shown cells of the table's first row, without the mark of a deviation. */
async function firstRow(page: Page): Promise<string[]> {
  const rows = table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })
  const cells = await rows.first().getByRole('gridcell').allTextContents()
  return cells.map((cell) => cell.replace('◆', ''))
}

async function saveReport(page: Page, address: string): Promise<void> {
  await underControl(page)
  await page.goto(address)
  await keepReport(page)
  await expect(page.getByText('Отчёт сохранён: 3 страницы.')).toBeVisible()
}

async function rowsOf(file: Download) {
  return (await readXlsx(new Uint8Array(readFileSync(await file.path())))).sheets[0]?.rows
}

async function download(page: Page): Promise<Download> {
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Скачать эту таблицу' }).click()
  return file
}

test('a completely saved report is filtered and paged without a network, as by the server', async ({
  signedIn: page,
  network,
}) => {
  const NARROW = `/export/wholesale/stats?date=${DAY}&brand=Zorki`
  await page.goto(NARROW)
  await expect(table(page)).toBeVisible()
  const theirs = await firstRow(page)
  const theirFile = await rowsOf(await download(page))
  await saveReport(page, `/export/wholesale/stats?date=${DAY}`)
  // Only the whole report may answer.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        navigator.serviceWorker.controller?.postMessage(
          {
            type: 'remove',
            requests: [`GET /api/analytics/medianMaxOptPrices?brand=Zorki&date=2026-04-18&page=1`],
          },
          [new MessageChannel().port2],
        )
        navigator.serviceWorker.addEventListener('message', resolve, { once: true })
      }),
  )
  network.behave('gone')
  await page.reload()
  await expect(offlineLine(page)).toBeVisible()
  await chooseFilter(page, 'Бренд', 'Zorki')
  await apply(page)
  await expect(madeNote(page)).toBeVisible()
  await expect(savedNote(page)).toBeVisible()
  await expect(page.getByText('Страница 1 из 2 · просмотрено 100 из 125')).toBeVisible()
  expect(await firstRow(page)).toEqual(theirs)
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Вперёд →' }).click()
  await expect(page.getByText('Страница 2 из 2 · просмотрено 125 из 125')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Вперёд →' })).toBeDisabled()
  const file = await download(page)
  expect(await rowsOf(file)).toEqual(theirFile)
  await expect(page.getByText(/файл собран на устройстве из сохранённых страниц/)).toBeVisible()
})

test('statistics of one site are computed on the device', async ({ signedIn: page, network }) => {
  // Wide enough for all columns.
  await page.setViewportSize({ width: 2600, height: 900 })
  await page.goto(`/export/wholesale/stats?date=${DAY}&site=b.ru&city=Томск`)
  await expect(table(page)).toBeVisible()
  const theirs = await firstRow(page)
  expect(theirs).toContainEqual(expect.stringMatching(/^1\s?200,00$/))
  await saveReport(page, `/export/wholesale/stats?date=${DAY}`)
  await page.goto('/profile/saved')
  await page.getByRole('button', { name: /^Удалить: .*Вебсайт: b\.ru/ }).click()
  await expect(page.getByRole('button', { name: /^Удалить: .*Вебсайт: b\.ru/ })).toBeHidden()
  network.behave('gone')
  await page.goto(`/export/wholesale/stats?date=${DAY}&site=b.ru&city=Томск`)
  await expect(madeNote(page)).toContainText('Отклонения для одного сайта без сети не выделяются.')
  expect(await firstRow(page)).toEqual(theirs)
  await chooseFilter(page, 'Бренд', 'Arktika')
  await chooseFilter(page, 'Город', 'Омск')
  await apply(page)
  await expect(page.getByText(/из 125$/)).toBeVisible()
})

test('a saved report answers for a server that fails; an incompletely saved one says what would help', async ({
  signedIn: page,
  network,
}) => {
  await test.step('an incompletely saved report is offered as one entry, with a hint on what would help', async () => {
    await underControl(page)
    await page.goto(`/export/all-prices?date=${DAY}`)
    await expect(table(page)).toBeVisible()
    await page.getByRole('button', { name: 'Вперёд →' }).click()
    await expect(page.getByText(/^Страница 2 из 3/)).toBeVisible()
    await kept(page, 'page=1', 'page=2')
    network.behave('gone')
    await page.goto(`/export/all-prices?date=${DAY}&brand=Zorki`)
    await expect(page.getByText(/эта страница ещё не сохранялась на устройстве/)).toBeVisible()
    await expect(
      page.getByText(/Если сохранены все страницы таблицы, в ней и без сети работают фильтры/),
    ).toBeVisible()
    await expect(results(page).getByRole('listitem')).toHaveCount(1)
    await results(page)
      .getByRole('link', { name: /, страницы 1–2 из 3$/ })
      .click()
    await expect(table(page).getByText('Шина 000')).toBeVisible()
  })
  await test.step('if the server fails, the link to the saved copy leads to the whole report, too', async () => {
    network.behave('pass')
    await saveReport(page, `/export/all-prices?date=${DAY}`)
    network.behave('error', '/api/analytics')
    await page.goto(`/export/all-prices?date=${DAY}&brand=Zorki`)
    await expect(results(page).getByText('Нет данных за выбранный период.')).toBeVisible()
    await results(page)
      .getByRole('button', { name: /^Показать сохранённое от/ })
      .click()
    await expect(madeNote(page)).toBeVisible()
    await expect(table(page)).toBeVisible()
  })
  await test.step('a gateway in place of the server: the saved report is used, and the status is shown', async () => {
    network.behave('pass')
    network.behave('gateway', '/api/analytics')
    await page.goto(`/export/all-prices?date=${DAY}&brand=Zorki`)
    await expect(madeNote(page)).toBeVisible()
    await expect(results(page).getByText('Сервер не отвечает (502)')).toBeVisible()
  })
  await test.step('a table with no rows left by the filters is empty, not missing, and says which filter empties it', async () => {
    network.behave('gone')
    await page.goto(`/export/all-prices?date=${DAY}&brand=Zorki&site=daikon.ru&city=Омск`)
    await expect(results(page).getByText('Нет данных за выбранный период.')).toBeVisible()
    await expect(madeNote(page)).toBeVisible()
    await results(page).getByRole('button', { name: 'Сбросить «Город»' }).click()
    await expect(table(page)).toBeVisible()
    await expect(madeNote(page)).toBeVisible()
  })
})
