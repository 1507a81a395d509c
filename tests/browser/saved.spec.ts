// Specification 3.17, 5.1, 8.1, 8.12

import type { Page } from '@playwright/test'
import { faultsInAllLooks, seriousFaults } from '../support/axe.ts'
import { keepReport, saveButton, saveDialog } from './report-page.ts'
import { chooseFilter, DAY, expect, kept, keptRequests, test, underControl } from './worker-fixtures.ts'

const RETAIL = 'Выгрузить все Розничные цены'
const screen = (page: Page) => page.getByRole('main')
const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

/** Saves two pages of a report and opens the screen for saved data. */
async function openSaved(page: Page): Promise<void> {
  await underControl(page)
  await page.goto(`/export/retail?date=${DAY}&site=b.ru&view=table`)
  await expect(page.getByRole('grid')).toBeVisible()
  await page.getByRole('button', { name: 'Вперёд →' }).click()
  await expect(page.getByText(/^Страница 2 из/)).toBeVisible()
  await kept(page, 'page=1')
  await kept(page, 'page=2')
  await page.goto('/profile/saved')
  await expect(page.getByRole('region', { name: RETAIL })).toContainText('2 страницы')
}

test('lists saved tables, which are pinned, opened without a network, and deleted one by one', async ({
  signedIn: page,
  context,
}) => {
  await openSaved(page)
  await test.step('axe finds nothing serious, with and without the dialog', async () => {
    const viewport = page.viewportSize()
    expect(await faultsInAllLooks(page)).toEqual([])
    await page.getByRole('button', { name: 'Удалить всё' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await faultsInAllLooks(page)).toEqual([])
    await page.keyboard.press('Escape')
    if (viewport) await page.setViewportSize(viewport)
  })
  await test.step('a pinned table remains so when the screen is reopened', async () => {
    const pin = page.getByRole('button', { name: /^Закрепить: .*страницы 1–2/ })
    await pin.click()
    await expect(pin).toHaveAttribute('aria-pressed', 'true')
    await page.reload()
    await expect(pin).toHaveAttribute('aria-pressed', 'true')
    await pin.click()
    await expect(pin).toHaveAttribute('aria-pressed', 'false')
  })
  await test.step('a table opens without a network', async () => {
    await context.setOffline(true)
    await page.reload()
    const row = rowOf(page, '18 апр. 2026, страницы 1–2 из 3')
    await expect(row).toContainText('Вебсайт: b.ru')
    await expect(row).toContainText(/\d+ \S+, \d\d:\d\d/)
    await expect(row).toContainText('КБ')
    await expect(screen(page).getByText(/^1 таблица · .+ из 50\sМБ/)).toBeVisible()
    await expect(screen(page).getByText(/^Занято .+, свободно/)).toBeVisible()
    await row.getByRole('link').click()
    await expect(page).toHaveURL(`/export/retail?date=${DAY}&site=b.ru`)
    await expect(page.getByRole('grid')).toBeVisible()
    await context.setOffline(false)
  })
  await test.step('a table is deleted with all its pages after confirmation', async () => {
    await page.goto('/profile/saved')
    await page.getByRole('button', { name: /^Удалить: 18 апр\. 2026, страницы 1–2 из 3/ }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Удалить «18 апр. 2026, страницы 1–2 из 3»?' })
    await dialog.getByRole('button', { name: 'Удалить' }).click()
    await expect(page.getByRole('region', { name: RETAIL })).toBeHidden()
    expect(await keptRequests(page)).not.toContainEqual(expect.stringContaining('/api/analytics/'))
  })
})

test('all data is deleted after confirmation', async ({ signedIn: page }) => {
  await openSaved(page)
  const remove = page.getByRole('button', { name: 'Удалить всё' })
  await remove.click()
  const dialog = page.getByRole('dialog', { name: 'Удалить всё сохранённое?' })
  await expect(dialog.getByRole('button', { name: 'Отмена' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(remove).toBeFocused()
  await remove.click()
  await dialog.getByRole('button', { name: 'Удалить' }).click()
  await expect(page.getByRole('region', { name: RETAIL })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Сохранённые данные' })).toBeFocused()
  expect(await keptRequests(page)).not.toContainEqual(expect.stringContaining('/api/analytics/'))
})

test('the screen says that a browser without service workers saves nothing', async ({ signedIn: page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
  await page.goto('/profile/saved')
  await expect(screen(page).getByRole('alert')).toContainText('не хранит данные приложения')
})

test.describe('saving a report', () => {
  const BIG = `/export/all-prices?date=${DAY}`
  const pagesOnDevice = async (page: Page) =>
    (await keptRequests(page)).filter((request) => request.includes('/api/analytics/allTyres'))

  test('saves the table on screen, even if the form has changed since', async ({ signedIn: page }) => {
    await underControl(page)
    await page.goto(`${BIG}&brand=Zorki`)
    await expect(page.getByRole('grid')).toBeVisible()
    await chooseFilter(page, 'Бренд', 'Arktika')
    await keepReport(page)
    await expect(page.getByText('Отчёт сохранён: 2 страницы.')).toBeVisible()
    for (const request of await pagesOnDevice(page)) expect(request).toContain('brand=Zorki')
  })

  test('saves all pages with progress, and says how many are saved if it fails or is cancelled', async ({
    signedIn: page,
    network,
  }) => {
    await page.goto('/export/all-prices')
    await expect(page.getByText('Нажмите «Применить», чтобы увидеть таблицу.')).toBeVisible()
    await expect(saveButton(page)).toBeHidden()
    await page.goto(BIG)
    await expect(page.getByRole('grid')).toBeVisible()
    await test.step('the network fails meanwhile', async () => {
      network.behave('gone', `/api/analytics/allTyres?date=${DAY}&page=2`)
      await keepReport(page)
      await expect(page.getByText('Нет связи с сервером. Сохранена первая из 3 страниц.')).toBeVisible()
    })
    await test.step('the person cancels', async () => {
      network.behave('pass')
      network.behave('hang', `/api/analytics/allTyres?date=${DAY}&page=3`)
      await page.reload()
      await keepReport(page)
      await expect(page.getByRole('progressbar', { name: 'Сохранено страниц: 2 из 3' })).toHaveAttribute(
        'value',
        '2',
      )
      expect(await seriousFaults(page)).toEqual([])
      await page.getByRole('button', { name: 'Отменить' }).click()
      await expect(page.getByText('Сохранение остановлено. Сохранены первые 2 из 3 страниц.')).toBeVisible()
      expect(await seriousFaults(page)).toEqual([])
      await expect(saveButton(page)).toBeEnabled()
      expect(await pagesOnDevice(page)).toHaveLength(2)
    })
    await test.step('all pages are saved, and paging works without a network', async () => {
      network.behave('pass')
      await keepReport(page)
      await expect(page.getByText('Отчёт сохранён: 3 страницы.')).toBeVisible()
      expect(await pagesOnDevice(page)).toHaveLength(3)
      network.behave('gone')
      await page.reload()
      await expect(page.getByText('Шина 000')).toBeVisible()
      await saveButton(page).click()
      await expect(saveDialog(page).getByRole('checkbox', { name: 'Готов без сети' })).toBeDisabled()
      await page.keyboard.press('Escape')
      for (const number of [2, 3]) {
        await page.getByRole('button', { name: 'Вперёд →' }).click()
        await expect(page.getByText(`Страница ${number} из 3`)).toBeVisible()
        await expect(page.getByRole('gridcell', { name: /^Шина/ }).first()).toBeVisible()
      }
    })
  })
})
