// Specification 25.4, 25.5, 25.7

import { addDays, isoToday } from '../../contract/lib/dates.ts'
import { faultsInAllLooks, seriousFaults } from '../support/axe.ts'
import { copyPrepared, importInto } from '../support/prepared-data.ts'
import { startServer, temporaryFolder } from '../support/processes.ts'
import { test as base, DAY, expect, signIn } from './fixtures.ts'
import { act, grid, save } from './views-page.ts'

interface OwnServer {
  origin: string
  importPrices(date: string, lines: readonly string[]): Promise<void>
}

const SITE = 'watched-rules.ru'
const line = (article: string, retail: number) =>
  `${article},Arktika,Шина ${article},205,55,16,Зимняя,Легковая,T,91,Томск,Склад,${retail},,,4`

/** Starts a server with only the sample data: a site that imports no prices any more would be late for other tests. */
const own = base.extend<{ own: OwnServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  own: async ({}, use) => {
    const folder = temporaryFolder()
    const dataDir = `${folder.path}/data`
    copyPrepared('sample', dataDir)
    const { origin, stop } = await startServer({ DATA_DIR: dataDir })
    await use({ origin, importPrices: (date, lines) => importInto(dataDir, SITE, date, lines) })
    await stop()
    folder.remove()
  },
  baseURL: async ({ own: { origin } }, use) => {
    await use(origin)
  },
})

own('a rule made from a report is tested, saved, and reports exactly its tyres', async ({ page, own }) => {
  const today = isoToday()
  const yesterday = addDays(today, -1)
  await own.importPrices(addDays(today, -2), [line('W1', 4_000), line('W2', 5_000)])
  await own.importPrices(yesterday, [line('W1', 3_000), line('W2', 5_000)])
  await page.goto(`/export/retail?date=${yesterday}&site=${SITE}`)
  await signIn(page)
  await page.getByRole('link', { name: 'Следить' }).click()
  await expect(page.getByRole('heading', { name: 'Новое правило' })).toBeVisible()
  await page.getByLabel('все шины', { exact: true }).check()
  await page.getByLabel('цена изменилась').check()
  await expect(page.getByText(`Цена изменилась на 10 % за день · все шины, ${SITE}`)).toBeVisible()
  await expect(page.getByText('За последние 30 дней сработало бы 1 раз.')).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Как сработало бы' }).getByText('4 000 → 3 000 ₽'),
  ).toBeVisible()
  await page.getByLabel('На сколько', { exact: true }).fill('30')
  await expect(page.getByText('За последние 30 дней не сработало бы ни разу.')).toBeVisible()
  await page.getByLabel('На сколько, числом').fill('20')
  await expect(page.getByText('За последние 30 дней сработало бы 1 раз.')).toBeVisible()
  expect(await faultsInAllLooks(page)).toEqual([])
  await page.getByLabel('Название').fill('Скачки')
  await page.getByRole('button', { name: 'Добавить правило' }).click()
  await expect(page.getByText('Правило «Скачки» добавлено.')).toBeVisible()
  expect(await faultsInAllLooks(page)).toEqual([])

  await own.importPrices(today, [line('W1', 3_000), line('W2', 3_000)])
  await page.goto('/profile/notifications')
  const item = page.getByRole('listitem').filter({ hasText: 'Скачки' })
  await item.getByRole('button', { expanded: false }).click()
  await item.getByRole('link', { name: 'Открыть шины' }).click()
  await expect(page.getByRole('heading', { name: 'Скачки' })).toBeVisible()
  await expect(page.getByRole('row')).toHaveText([/^Шина/, /Шина W2.*5\s000.*3\s000.*−40/])
  expect(await faultsInAllLooks(page)).toEqual([])
  await page.getByRole('button', { name: 'Заглушить на неделю' }).click()
  await expect(page.getByRole('button', { name: 'Снова уведомлять' })).toBeVisible()
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Скачать' }).click()
  await page.getByRole('button', { name: 'Текст (CSV)' }).click()
  expect((await file).suggestedFilename()).toMatch(/^Скачки \d{4}-\d\d-\d\d\.csv$/)

  await page.getByRole('link', { name: 'Все правила' }).click()
  const rule = page.getByRole('listitem').filter({ hasText: 'Скачки' })
  await expect(rule).toContainText('за 30 дней 1 событие')
  await rule.getByRole('button', { name: 'Действия: Скачки' }).click()
  await rule.getByRole('button', { name: 'Удалить' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click()
  await expect(rule).toBeHidden()
  expect(await seriousFaults(page)).toEqual([])
})

base('a saved view is watched from the home page', async ({ signedIn: page }) => {
  await page.goto(`/export/retail?date=${DAY}&brand=Zorki`)
  await expect(grid(page)).toBeVisible()
  await save(page, 'Зорки')
  await page.goto('/')
  await act(page, 'Зорки', 'Следить')
  await expect(
    page.getByText('Цена конкурента ниже нашей на 3 % · вид «Зорки», у конкурентов только в наличии'),
  ).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Вид' })).toHaveText(/Зорки/)
  await page.goto('/')
  await act(page, 'Зорки', 'Удалить')
})
