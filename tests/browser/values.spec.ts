import type { Page } from '@playwright/test'
import { seriousFaults } from '../support/axe.ts'
import { DAY, expect, test } from './fixtures.ts'
import { apply, FIRST_LIST, grid, open, saveButton } from './report-page.ts'

const opener = (page: Page, label: string) =>
  page.getByRole('button', { name: `${label}: несколько значений` })
const dialog = (page: Page, label: string) =>
  page.getByRole('dialog', { name: `${label}: несколько значений`, exact: true })
const chosen = (page: Page, words: string) => page.getByRole('button', { name: words, exact: true })
const sent = async (request: Promise<{ url(): string }>) => [...new URL((await request).url()).searchParams]

/** Returns more brands than are drawn at once; only Arktika and Zorki have tyres. */
async function withManyBrands(page: Page): Promise<void> {
  const brand = Array.from({ length: 2_000 }, (_, n) => `Бренд ${n}`)
  await page.route('**/api/filters', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), brand: ['Arktika', ...brand, 'Zorki'] },
    })
  })
}

test.describe('several values of a filter (specification 4.31)', () => {
  test('are ticked, applied, in the link, and removed', async ({ signedIn: page }) => {
    await withManyBrands(page)
    await open(page, 'retail')
    await expect(page.getByText(/из 250$/)).toBeVisible()
    await opener(page, 'Бренд').click()
    const ticks = dialog(page, 'Бренд')
    await expect(ticks.getByText(/^Показаны первые 150 из 2\s002/)).toBeVisible()
    await ticks.getByRole('checkbox', { name: 'Бренд 7', exact: true }).check()
    await ticks.getByRole('searchbox', { name: 'Найти в списке' }).fill('zor')
    await expect(ticks.getByRole('checkbox')).toHaveCount(1)
    await ticks.getByRole('checkbox', { name: 'Zorki' }).check()
    await ticks.getByRole('searchbox').fill('арктика нет')
    await expect(ticks.getByText('Ничего не найдено')).toBeVisible()
    await expect(ticks.getByRole('status')).toHaveText('Найдено: 0. Выбрано: 2')
    expect(await seriousFaults(page)).toEqual([])
    await ticks.getByRole('button', { name: 'Готово' }).click()
    // In the order of the list, in place of the dropdown, and nothing is applied yet.
    await expect(chosen(page, 'Бренд: Бренд 7, Zorki')).toBeFocused()
    await expect(page.getByText('Фильтры изменены')).toBeVisible()
    const request = page.waitForRequest(FIRST_LIST)
    await apply(page).click()
    expect(await sent(request)).toEqual([
      ['brand', 'Бренд 7'],
      ['brand', 'Zorki'],
      ['date', DAY],
      ['page', '1'],
    ])
    await expect(page.getByText(/из 125$/)).toBeVisible()
    await page.reload()
    await expect(page.getByText(/из 125$/)).toBeVisible()
    await expect(chosen(page, 'Бренд: Бренд 7, Zorki')).toBeVisible()
    // A field cannot have the focus until its list has loaded.
    await expect(page.getByLabel('Индекс нагрузки', { exact: true })).toHaveValue('Все')
    await page.getByRole('button', { name: 'Сбросить: Бренд' }).click()
    await expect(page.getByLabel('Бренд', { exact: true })).toBeFocused()
    await expect(page.getByLabel('Бренд', { exact: true })).toHaveValue('Все')
    await apply(page).click()
    await expect(page).not.toHaveURL(/brand/)
    await expect(page.getByText(/из 250$/)).toBeVisible()
  })

  test('or all but some, by the keyboard alone', async ({ signedIn: page }) => {
    await open(page, 'retail')
    await expect(grid(page)).toBeVisible()
    await opener(page, 'Бренд').focus()
    await page.keyboard.press('Enter')
    const ticks = dialog(page, 'Бренд')
    const search = ticks.getByRole('searchbox')
    await expect(search).toBeFocused()
    await page.keyboard.press('Escape')
    // The page removes the dialog some time after closing has hidden it.
    await expect(page.locator('dialog')).toHaveCount(0)
    await expect(opener(page, 'Бренд')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(search).toBeFocused()
    await page.keyboard.type('zor')
    await expect(ticks.getByRole('status')).toHaveText('Найдено: 1. Выбрано: 0')
    await page.keyboard.press('Enter')
    await expect(ticks.getByRole('checkbox', { name: 'Zorki' })).toBeChecked()
    await page.keyboard.press('Enter')
    await search.clear()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('ArrowRight')
    await expect(ticks.getByRole('radio', { name: 'Все, кроме' })).toBeChecked()
    await page.keyboard.press('Tab')
    await expect(search).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await expect(ticks.getByRole('checkbox').last()).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.press('Space')
    await expect(ticks.getByRole('checkbox', { name: 'Arktika' })).toBeChecked()
    await page.keyboard.press('Tab')
    await expect(ticks.getByRole('button', { name: 'Сбросить' })).toBeFocused()
    await ticks.getByRole('button', { name: 'Готово' }).focus()
    await page.keyboard.press('Enter')
    await expect(chosen(page, 'Бренд: Кроме: Arktika')).toBeFocused()
    const request = page.waitForRequest(FIRST_LIST)
    await apply(page).press('Enter')
    expect((await sent(request))[0]).toEqual(['not.brand', 'Arktika'])
    await expect(page.getByText(/из 125$/)).toBeVisible()
    // Excluding both brands leaves no rows, and the page names the filter that causes this.
    await open(page, 'retail', '&not.brand=Arktika&brand=&not.brand=Zorki')
    await page.getByRole('button', { name: 'Сбросить «Бренд»' }).click()
    await expect(page.getByText(/из 250$/)).toBeVisible()
  })

  test('one alone is the ordinary filter; a value that is in no list stays', async ({ signedIn: page }) => {
    await open(page, 'retail', '&brand=Zorki&brand=Нет такого')
    await expect(page.getByText(/из 125$/)).toBeVisible()
    await chosen(page, 'Бренд: Zorki, Нет такого').click()
    const ticks = dialog(page, 'Бренд')
    await expect(ticks.getByRole('checkbox', { name: 'Нет такого' })).toBeChecked()
    await ticks.getByRole('checkbox', { name: 'Нет такого' }).uncheck()
    await ticks.getByRole('button', { name: 'Готово' }).click()
    await expect(page.getByLabel('Бренд', { exact: true })).toBeFocused()
    await expect(page.getByLabel('Бренд', { exact: true })).toHaveValue('Zorki')
    await apply(page).click()
    await expect(page).toHaveURL(/\?date=[\d-]+&brand=Zorki$/)
    await opener(page, 'Бренд').click()
    await expect(ticks.getByRole('checkbox', { name: 'Zorki' })).toBeChecked()
    await ticks.getByRole('checkbox', { name: 'Arktika' }).check()
    await ticks.getByRole('button', { name: 'Отмена' }).click()
    await expect(page.getByLabel('Бренд', { exact: true })).toHaveValue('Zorki')
    await opener(page, 'Город').click()
    const cities = dialog(page, 'Город')
    await cities.getByRole('checkbox', { name: 'Томск', exact: true }).check()
    await cities.getByRole('checkbox', { name: 'Омск', exact: true }).check()
    await cities.getByRole('button', { name: 'Готово' }).click()
    await expect(chosen(page, 'Город: Омск, Томск')).toBeFocused()
    await page.getByRole('button', { name: 'Сбросить фильтры' }).click()
    await expect(page.getByLabel('Город', { exact: true })).toBeEnabled()
    await expect(page.getByRole('button', { name: 'Сбросить фильтры' })).toBeDisabled()
  })

  test('go into the file and into a saved view', async ({ signedIn: page }) => {
    await open(page, 'retail', '&not.brand=Arktika&city=Томск&city=Омск')
    await expect(page.getByText(/из 125$/)).toBeVisible()
    const body = page.waitForRequest(/rprices$/)
    await page.getByRole('button', { name: 'Скачать эту таблицу' }).click()
    expect((await body).postDataJSON()).toEqual({
      date: DAY,
      'not.brand': ['Arktika'],
      city: ['Томск', 'Омск'],
    })
    await saveButton(page).click()
    await expect(page.getByText('Сохранится: Бренд, кроме: Arktika · Город: Томск, Омск.')).toBeVisible()
  })

  test('are not offered before another server, which shows all and says so', async ({ signedIn: page }) => {
    await page.route('**/api/companion', async (route) => {
      const answer = await route.fetch()
      const { offers, ...rest } = await answer.json()
      const others = (offers as string[]).filter((offer) => offer !== 'values')
      await route.fulfill({ response: answer, json: { ...rest, offers: others } })
    })
    const request = page.waitForRequest(FIRST_LIST)
    await open(page, 'retail', '&brand=Zorki&brand=Arktika&city=Томск')
    expect(await sent(request)).toEqual([
      ['city', 'Томск'],
      ['date', DAY],
      ['page', '1'],
    ])
    await expect(
      page.getByText('Этот сервер принимает в фильтре только одно значение. Показаны все: Бренд.'),
    ).toBeVisible()
    await expect(page.getByLabel('Бренд', { exact: true })).toBeEnabled()
    await expect(opener(page, 'Бренд')).toBeHidden()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the dialog fits, and the folded form says what is chosen', async ({ signedIn: page }) => {
    await open(page, 'retail', '&view=table')
    await page.getByRole('button', { name: 'Изменить' }).tap()
    await opener(page, 'Индекс нагрузки').tap()
    const ticks = dialog(page, 'Индекс нагрузки')
    for (const name of ['91', '92', '97']) await ticks.getByRole('checkbox', { name, exact: true }).check()
    const box = (await ticks.boundingBox()) ?? { x: 0, width: 0 }
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(390)
    for (const control of [opener(page, 'Бренд'), ticks.getByText('97', { exact: true }).locator('..')]) {
      expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
    expect(await seriousFaults(page)).toEqual([])
    await ticks.getByRole('button', { name: 'Готово' }).tap()
    await apply(page).tap()
    await expect(page.getByText(/из 75$/)).toBeVisible()
    await expect(page.locator('.filters-summary').getByText('91, 92 и ещё 1')).toBeVisible()
  })
})
