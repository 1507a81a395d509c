import type { Page } from '@playwright/test'
import { seriousFaults } from '../support/axe.ts'
import { DAY, expect, kept, offlineLine, table, test } from './worker-fixtures.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Поиск шины' })
const options = (page: Page) => page.getByRole('listbox', { name: 'Найденные шины' }).getByRole('option')
const note = (page: Page) => page.getByText(/^Поиск по сохранённому на устройстве: 200 шин$/)

test.describe('the search among what is saved (specification 16.8)', () => {
  test('works without a network by the same rules, and says where it searches', async ({
    report: page,
    network,
  }) => {
    await kept(page, 'page=2')
    network.behave('gone')
    await page.reload()
    await expect(offlineLine(page)).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
    await page.keyboard.type('arktika 000')
    await expect(note(page)).toBeVisible()
    await expect(options(page)).toHaveCount(1)
    await expect(options(page).first()).toContainText('Шина 000')
    await expect(options(page).first()).toContainText('2 города, за 18 апр')
    await expect(page.getByRole('button', { name: 'Все в отчёте' })).toHaveCount(0)
    await field(page).fill('205 55 r16 зима')
    await expect(page.getByRole('group', { name: '205/55 R16' }).getByRole('option').first()).toBeVisible()
    await expect(page.getByText(/^Найдено: \d+ шин\S*, показаны первые 20$/)).toBeVisible()
    expect(await seriousFaults(page)).toEqual([])
  })

  test('takes over when the server goes away, and stands before a backend without a search', async ({
    report: page,
    network,
  }) => {
    await page.goto(`/export/all-prices?date=${DAY}&site=b.ru`)
    await expect(table(page)).toBeVisible()
    await kept(page, 'page=2')
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
    network.behave('gone')
    await page.keyboard.type('arktika 002')
    await expect(note(page)).toBeVisible()
    await expect(options(page)).toHaveCount(1)
  })

  test('opens a tyre beside the saved table that it stands in, from any page', async ({
    report: page,
    network,
  }) => {
    await page.goto('/')
    await kept(page, '/api/companion')
    network.behave('gone')
    await page.getByRole('button', { name: 'Поиск шины' }).click()
    await expect(field(page)).toBeFocused()
    await page.keyboard.type('arktika 002')
    await expect(options(page)).toHaveCount(1)
    await page.keyboard.press('Enter')
    const card = page.getByRole('dialog', { name: /Шина 002/ })
    await expect(card).toBeVisible()
    await expect(card.getByText('Показано то, что есть в строке отчёта.')).toBeVisible()
    await expect(card.getByText('b.ru').first()).toBeVisible()
    await expect(table(page).getByText('Шина 002')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/\/$/)
  })

  test('finds a tyre of which only the card is saved', async ({ report: page, network }) => {
    await kept(page, 'page=2')
    await page.goto(`/tyre/T249?date=${DAY}`)
    await expect(page.getByRole('heading', { name: /Шина 249/ })).toBeVisible()
    await kept(page, '/api/companion/tyres/T249')
    network.behave('gone')
    await page.goto('/')
    await page.getByRole('button', { name: 'Поиск шины' }).click()
    await expect(field(page)).toBeFocused()
    await page.keyboard.type('шина 249')
    await expect(page.getByText(/^Поиск по сохранённому на устройстве: 201 шина$/)).toBeVisible()
    await expect(options(page).first()).toContainText('Шина 249')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: /Шина 249/ })).toBeVisible()
    await expect(page.getByText(/^Сохранено/).first()).toBeVisible()
  })
})
