import { readFileSync } from 'node:fs'
import type { Download, Page } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'
import { keepReport, openViewExport } from './report-page.ts'
import { DAY, expect, kept, keptRequests, offlineLine, table, test } from './worker-fixtures.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Скачать как на экране' })

async function file(page: Page): Promise<Download> {
  await openViewExport(page)
  const saved = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Скачать Excel' }).click()
  return saved
}
async function rowsOf(download: Download) {
  return (await readXlsx(new Uint8Array(readFileSync(await download.path())))).sheets[0]?.rows ?? []
}

test('a file has the pages that are saved, in whole reports all of them, and reading them for it saves none', async ({
  signedIn: page,
  network,
}) => {
  await test.step('pages read for a file take nobody’s place on the device', async () => {
    await page.goto(`/export/all-prices?date=${DAY}`)
    await expect(table(page)).toBeVisible()
    await kept(page, `allTyres?date=${DAY}&page=1`, `allTyres?date=${DAY}&page=2`)
    expect(await rowsOf(await file(page))).toHaveLength(3 + 250)
    const pages = (await keptRequests(page)).filter((request) => request.includes('/allTyres'))
    expect(pages).toHaveLength(2)
  })
  await test.step('without a network a file has the pages that are saved, and says how many are not (specification 17.9)', async () => {
    await page.goto(`/export/all-prices?date=${DAY}&view=market&in=Томск&sort=tyre`)
    await expect(table(page).getByText('Шина 000')).toBeVisible()
    await page.getByRole('button', { name: 'Вперёд →' }).click()
    await expect(page.getByText(/^Страница 2 из 3/)).toBeVisible()
    await kept(page, `allTyres?date=${DAY}&page=1`, `allTyres?date=${DAY}&page=2`)
    network.behave('gone')
    await page.reload()
    await expect(offlineLine(page)).toBeVisible()
    const rows = await rowsOf(await file(page))
    expect(rows).toHaveLength(3 + 200)
    const words = /200 из 250\sшин: остальные не сохранены на этом устройстве/
    await expect(dialog(page).getByRole('alert')).toContainText(words)
    expect(rows[0]?.[0]).toMatch(words)
  })
  await test.step('a whole saved report makes a whole file, also when the network fails unnoticed, sorted on the device', async () => {
    network.behave('pass')
    await page.goto(`/export/all-prices?date=${DAY}`)
    await expect(table(page)).toBeVisible()
    await keepReport(page)
    await expect(page.getByText(/^Отчёт сохранён/)).toBeVisible()
    network.behave('gone', '/api/analytics')
    await page.goto(`/export/all-prices?date=${DAY}&brand=Zorki&sort=-name`)
    await expect(page.getByText('Строки этой страницы — по столбцу «Название», по убыванию.')).toBeVisible()
    const [, , labels, first, ...others] = await rowsOf(await file(page))
    expect(first?.[labels?.indexOf('Название') ?? 0]).toBe('Шина 249')
    expect(others).toHaveLength(124)
    await expect(dialog(page).getByRole('status')).toHaveText(
      /^В файле 125\sшин\. Нет связи с сервером: файл собран из сохранённых страниц\.$/,
    )
  })
})
