// Specification 5.4, 5.7

import { readFileSync } from 'node:fs'
import type { Download, Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { readXlsx } from 'hucre/xlsx'
import { SHEET_PART } from '../../contract/spreadsheet/xlsx-parts.ts'
import { seriousFaults } from '../support/axe.ts'
import { DAY, expect, kept, offlineLine, table, test, underControl } from './worker-fixtures.ts'

const save = (page: Page) => page.getByRole('button', { name: 'Сохранить отчёт' })

async function download(page: Page): Promise<Download> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Скачать эту таблицу' }).click()
  return download
}

const bytesOf = async (file: Download): Promise<Uint8Array> => new Uint8Array(readFileSync(await file.path()))

async function openReport(page: Page, address: string): Promise<void> {
  await underControl(page)
  await page.goto(address)
  await expect(table(page)).toBeVisible()
}

const REPORTS = {
  'all prices': `/export/all-prices?date=${DAY}`,
  'one city': `/export/retail?date=${DAY}&city=Томск`,
  statistics: `/export/wholesale/stats?date=${DAY}`,
  'proposals with a percent': `/export/proposals?date=${DAY}&percent=12.5`,
  'proposals, wholesale': `/export/proposals?date=${DAY}&price=opt`,
}

for (const [name, address] of Object.entries(REPORTS)) {
  test(`a file made without a network equals the server’s, cell by cell: ${name}`, async ({
    signedIn: page,
    network,
  }) => {
    await openReport(page, address)
    const theirs = await bytesOf(await download(page))
    await save(page).click()
    await expect(page.getByText(/^Отчёт сохранён/)).toBeVisible()
    network.behave('gone')
    await page.reload()
    await expect(offlineLine(page)).toBeVisible()
    const file = await download(page)
    expect(file.suggestedFilename()).toBe(`${address.split(/[/?]/).slice(2, -1).join('-')}_${DAY}.xlsx`)
    await expect(page.getByText(/файл собран на устройстве из сохранённых страниц/)).toBeVisible()
    const ours = await bytesOf(file)
    const [theirRows, ourRows] = await Promise.all(
      [theirs, ours].map(async (bytes) => (await readXlsx(bytes)).sheets[0]?.rows),
    )
    expect(theirRows?.length).toBeGreaterThan(200)
    expect(ourRows).toEqual(theirRows)
    // Including types, formats and widths.
    const sheetOf = (bytes: Uint8Array) => strFromU8(unzipSync(bytes)[SHEET_PART] as Uint8Array)
    expect(sheetOf(ours) === sheetOf(theirs)).toBe(true)
  })
}

test('price changes equal the server’s CSV, byte for byte', async ({ signedIn: page, network }) => {
  await openReport(page, `/export/price-changes?date=${DAY}`)
  const theirs = await download(page)
  await save(page).click()
  await expect(page.getByText(/^Отчёт сохранён/)).toBeVisible()
  network.behave('gone')
  await page.reload()
  await expect(offlineLine(page)).toBeVisible()
  const ours = await download(page)
  expect(ours.suggestedFilename()).toBe(`notifications_${DAY}.csv`)
  expect(Buffer.from(await bytesOf(ours)).equals(await bytesOf(theirs))).toBe(true)
})

test('when the network fails unnoticed, the file has the pages that were viewed, and says so', async ({
  signedIn: page,
  network,
}) => {
  await openReport(page, `/export/all-prices?date=${DAY}`)
  await page.getByRole('button', { name: 'Вперёд →' }).click()
  await expect(page.getByText(/^Страница 2 из 3/)).toBeVisible()
  await kept(page, `allTyres?date=${DAY}&page=1`, `allTyres?date=${DAY}&page=2`)
  network.behave('gone', '/api/analytics/allprices')
  const rows = (await readXlsx(await bytesOf(await download(page)))).sheets[0]?.rows
  expect(rows).toHaveLength(2 + 200)
  await expect(
    page.getByRole('alert').filter({
      hasText: 'Файл неполный: в отчёте 3 страницы, в файле только 2. На устройстве не сохранено: 1.',
    }),
  ).toHaveClass(/alert-warning/)
})

for (const [what, status, body, text] of [
  ['without a body', 503, '', 'HTTP 503'],
  ['with a page', 502, '<html>Bad Gateway</html>', 'HTTP 502'],
  ['with an error', 504, '{"error": "Сервер обновляется"}', 'Сервер обновляется'],
] as const) {
  test(`a gateway’s answer ${what} is reported, and saved pages are offered beside it`, async ({
    signedIn: page,
    network,
  }) => {
    await openReport(page, `/export/all-prices?date=${DAY}`)
    await kept(page, `allTyres?date=${DAY}&page=1`)
    // The next page is saved ahead.
    await kept(page, `allTyres?date=${DAY}&page=2`)
    network.answer({ status, body }, '/api/analytics/allprices')
    await page.getByRole('button', { name: 'Скачать эту таблицу' }).click()
    const alert = page.getByRole('alert').filter({ hasText: text })
    const make = alert.getByRole('button', { name: 'Сделать файл из сохранённого' })
    await expect(make).toBeVisible()
    await expect(page.getByText(/Файл неполный/)).toBeHidden()
    expect(await seriousFaults(page)).toEqual([])
    const made = page.waitForEvent('download')
    await make.click()
    expect((await readXlsx(await bytesOf(await made))).sheets[0]?.rows).toHaveLength(2 + 200)
    await expect(page.getByText(/^Файл неполный: в отчёте 3 страницы, в файле только 2/)).toBeVisible()
    await expect(alert).toBeHidden()
    await expect(page.getByRole('button', { name: 'Скачать эту таблицу' })).toBeFocused()
  })
}

test('a gateway’s answer is only reported for a table without saved pages', async ({
  signedIn: page,
  network,
}) => {
  network.answer({ status: 503, body: '' }, '/api/analytics')
  await page.goto(`/export/retail?date=${DAY}`)
  await expect(page.getByText('Сервер не отвечает (503)')).toBeVisible()
  await page.getByRole('button', { name: 'Скачать эту таблицу' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'HTTP 503' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Сделать файл из сохранённого' })).toBeHidden()
})

test('behind a gateway at the start, the download is still tried before saved pages are used', async ({
  signedIn: page,
  network,
}) => {
  await openReport(page, `/export/all-prices?date=${DAY}`)
  await kept(page, `allTyres?date=${DAY}&page=1`)
  network.answer({ status: 503, body: '' })
  await page.reload()
  await expect(page.getByText('Сервер не отвечает (503). Показаны сохранённые данные.')).toBeVisible()
  await page.getByRole('button', { name: 'Скачать эту таблицу' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'HTTP 503' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Сделать файл из сохранённого' })).toBeVisible()
})

test('a table without saved pages cannot be downloaded, and the page says so', async ({
  signedIn: page,
  network,
}) => {
  await openReport(page, `/export/retail?date=${DAY}`)
  network.behave('gone')
  await page.reload()
  await expect(offlineLine(page)).toBeVisible()
  await page.getByLabel('Дата').fill('2026-04-17')
  await page.getByRole('button', { name: 'Применить' }).click()
  await expect(page.getByText(/эта страница ещё не сохранялась на устройстве/)).toBeVisible()
  await page.getByRole('button', { name: 'Скачать эту таблицу' }).click()
  // The filters may not have been saved either, which is told as well.
  await expect(
    page.getByRole('alert').filter({ hasText: 'страницы этой таблицы не сохранены на устройстве' }),
  ).toBeVisible()
})

test('the web worker ends when the file is complete', async ({ signedIn: page, network }) => {
  await openReport(page, `/export/retail?date=${DAY}&site=b.ru`)
  await kept(page, 'retailTyres')
  network.behave('gone')
  await page.reload()
  await expect(offlineLine(page)).toBeVisible()
  const started = page.waitForEvent('worker')
  await download(page)
  expect((await started).url()).toMatch(/\/assets\/export\.worker-.*\.js$/)
  await expect(page.getByText(/^Файл неполный: в отчёте 3 страницы, в файле только 1/)).toBeVisible()
  await expect.poll(() => page.workers()).toEqual([])
})
