// Specification 5.4, 5.7

import { readFileSync } from 'node:fs'
import type { Download, Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { readXlsx } from 'hucre/xlsx'
import { SHEET_PART } from '../../contract/spreadsheet/xlsx-parts.ts'
import { seriousFaults } from '../support/axe.ts'
import { keepReport } from './report-page.ts'
import { DAY, expect, kept, offlineLine, table, test, underControl } from './worker-fixtures.ts'

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

const REPORTS = [
  `/export/all-prices?date=${DAY}`,
  `/export/retail?date=${DAY}&city=Томск`,
  `/export/wholesale/stats?date=${DAY}`,
  `/export/proposals?date=${DAY}&percent=12.5`,
  `/export/proposals?date=${DAY}&price=opt`,
]
const CHANGES = `/export/price-changes?date=${DAY}`

test('files made without a network equal the server’s', async ({ signedIn: page, network }) => {
  await underControl(page)
  const theirs = new Map<string, Uint8Array>()
  for (const address of [...REPORTS, CHANGES]) {
    await page.goto(address)
    await expect(table(page)).toBeVisible()
    theirs.set(address, await bytesOf(await download(page)))
    await keepReport(page)
    await expect(page.getByText(/^Отчёт сохранён/)).toBeVisible()
  }
  network.behave('gone')
  for (const address of REPORTS) {
    await test.step(`cell by cell: ${address}`, async () => {
      await page.goto(address)
      await expect(offlineLine(page)).toBeVisible()
      const file = await download(page)
      expect(file.suggestedFilename()).toBe(`${address.split(/[/?]/).slice(2, -1).join('-')}_${DAY}.xlsx`)
      await expect(page.getByText(/файл собран на устройстве из сохранённых страниц/)).toBeVisible()
      const files = [theirs.get(address) as Uint8Array, await bytesOf(file)] as const
      const [theirRows, ourRows] = await Promise.all(
        files.map(async (bytes) => (await readXlsx(bytes)).sheets[0]?.rows),
      )
      expect(theirRows?.length).toBeGreaterThan(200)
      expect(ourRows).toEqual(theirRows)
      // Including types, formats and widths.
      const [theirSheet, ourSheet] = files.map((bytes) =>
        strFromU8(unzipSync(bytes)[SHEET_PART] as Uint8Array),
      )
      expect(ourSheet === theirSheet).toBe(true)
    })
  }
  await test.step('byte for byte: the CSV of price changes', async () => {
    await page.goto(CHANGES)
    await expect(offlineLine(page)).toBeVisible()
    const ours = await download(page)
    expect(ours.suggestedFilename()).toBe(`notifications_${DAY}.csv`)
    expect(Buffer.from(await bytesOf(ours)).equals(theirs.get(CHANGES) as Uint8Array)).toBe(true)
  })
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

test('a gateway’s answer is reported, and saved pages are offered beside it', async ({
  signedIn: page,
  network,
}) => {
  const file = page.getByRole('button', { name: 'Скачать эту таблицу' })
  const make = page.getByRole('button', { name: 'Сделать файл из сохранённого' })
  const reported = (text: string) => page.getByRole('alert').filter({ hasText: text })
  await underControl(page)
  await test.step('is only reported for a table without saved pages', async () => {
    network.answer({ status: 503, body: '' }, '/api/analytics')
    await page.goto(`/export/retail?date=${DAY}`)
    await expect(page.getByText('Сервер не отвечает (503)')).toBeVisible()
    await file.click()
    await expect(reported('HTTP 503')).toBeVisible()
    await expect(make).toBeHidden()
    network.behave('pass')
  })
  for (const [what, status, body, text] of [
    ['without a body', 503, '', 'HTTP 503'],
    ['with a page', 502, '<html>Bad Gateway</html>', 'HTTP 502'],
    ['with an error', 504, '{"error": "Сервер обновляется"}', 'Сервер обновляется'],
  ] as const) {
    await test.step(what, async () => {
      await page.goto(`/export/all-prices?date=${DAY}`)
      await expect(table(page)).toBeVisible()
      // The next page is prefetched.
      await kept(page, `allTyres?date=${DAY}&page=1`, `allTyres?date=${DAY}&page=2`)
      network.answer({ status, body }, '/api/analytics/allprices')
      await file.click()
      await expect(reported(text).getByRole('button', { name: 'Сделать файл из сохранённого' })).toBeVisible()
      await expect(page.getByText(/Файл неполный/)).toBeHidden()
      expect(await seriousFaults(page)).toEqual([])
      const made = page.waitForEvent('download')
      await make.click()
      expect((await readXlsx(await bytesOf(await made))).sheets[0]?.rows).toHaveLength(2 + 200)
      await expect(page.getByText(/^Файл неполный: в отчёте 3 страницы, в файле только 2/)).toBeVisible()
      await expect(reported(text)).toBeHidden()
      await expect(file).toBeFocused()
    })
  }
  await test.step('at the start, the download is still tried before saved pages are used', async () => {
    network.answer({ status: 503, body: '' })
    await page.reload()
    await expect(page.getByText('Сервер не отвечает (503). Показаны сохранённые данные.')).toBeVisible()
    await file.click()
    await expect(reported('HTTP 503')).toBeVisible()
    await expect(make).toBeVisible()
  })
})

test('the web worker ends when the file is complete; a table without saved pages makes none', async ({
  signedIn: page,
  network,
}) => {
  await openReport(page, `/export/retail?date=${DAY}&site=b.ru`)
  await kept(page, 'retailTyres')
  network.behave('gone')
  await page.reload()
  await expect(offlineLine(page)).toBeVisible()
  await test.step('the web worker ends', async () => {
    const started = page.waitForEvent('worker')
    await download(page)
    expect((await started).url()).toMatch(/\/assets\/export\.worker-.*\.js$/)
    await expect(page.getByText(/^Файл неполный: в отчёте 3 страницы, в файле только 1/)).toBeVisible()
    await expect.poll(() => page.workers()).toEqual([])
  })
  await test.step('a table without saved pages cannot be downloaded, and the page says so', async () => {
    await page.getByLabel('Дата').fill('2026-04-17')
    await page.getByRole('button', { name: 'Применить' }).click()
    await expect(page.getByText(/эта страница ещё не сохранялась на устройстве/)).toBeVisible()
    await page.getByRole('button', { name: 'Скачать эту таблицу' }).click()
    // The filters may not have been saved either, which is reported as well.
    await expect(
      page.getByRole('alert').filter({ hasText: 'страницы этой таблицы не сохранены на устройстве' }),
    ).toBeVisible()
  })
})
