import type { Page } from '@playwright/test'
import { seriousFaults } from '../support/axe.ts'
import { DAY, expect, test } from './fixtures.ts'
import { grid } from './report-page.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Клавиши' })

/** Loaded after the page, with the place where typed keys are told. */
const ready = (page: Page) => expect(page.locator('.keys-typed')).toBeAttached()

/** As a keyboard does in the Russian layout: the same keys, other letters. */
const pressRussian = (page: Page, code: string, key: string, shiftKey = false) =>
  page.evaluate(
    (init) => document.body.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true })),
    { code, key, shiftKey },
  )

test.describe('keys (specification 20.1)', () => {
  test('? lists them, with those of the places that this server has', async ({ atHome: page }) => {
    await ready(page)
    await page.keyboard.press('?')
    await expect(
      dialog(page).getByRole('row', { name: /^g r 3 Выгрузить все Розничные цены с/ }),
    ).toBeVisible()
    await expect(dialog(page).getByRole('row', { name: 'g i Источники' })).toBeVisible()
    expect(await seriousFaults(page)).toEqual([])
    await dialog(page).getByRole('button', { name: 'Закрыть' }).click()
    await page.route('**/api/companion', (route) => route.fulfill({ status: 404, json: {} }))
    await page.reload()
    await ready(page)
    await page.keyboard.press('?')
    await expect(dialog(page).getByRole('row', { name: 'g n Уведомления' })).toBeVisible()
    await expect(dialog(page).getByRole('row', { name: 'g i Источники' })).toHaveCount(0)
  })

  test('they can be switched off, and on again, and the device remembers it', async ({ atHome: page }) => {
    await ready(page)
    await page.keyboard.press('?')
    await dialog(page).getByRole('checkbox', { name: 'Отзываться на отдельные буквы и знаки' }).uncheck()
    await expect(dialog(page)).toContainText('Работает только Ctrl K.')
    await page.keyboard.press('Escape')
    for (const key of ['?', '/', 'g', 'n']) await page.keyboard.press(key)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL('/')
    await page.reload()
    await ready(page)
    await page.keyboard.press('?')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Поиск шины' })).toBeFocused()
    await expect(dialog(page)).toBeHidden()
  })
})

test.describe('going to places (specification 20.2)', () => {
  test('g and its keys, one after the other', async ({ atHome: page }) => {
    await ready(page)
    for (const key of ['g', 'o']) await page.keyboard.press(key)
    await expect(page.getByRole('status').filter({ hasText: 'Перейти: g o …' })).toBeVisible()
    await page.keyboard.press('2')
    await expect(page).toHaveURL('/export/wholesale/min')
    for (const key of ['g', 'n']) await page.keyboard.press(key)
    await expect(page).toHaveURL('/profile/notifications')
    for (const key of ['g', 'h']) await page.keyboard.press(key)
    await expect(page).toHaveURL('/')
  })

  test('from the moment that they are there', async ({ atHome: page }) => {
    await page.addInitScript(() => {
      const typing = new MutationObserver(() => {
        if (!document.querySelector('.keys-typed')) return
        typing.disconnect()
        const question = { key: '?', code: 'Slash', shiftKey: true, bubbles: true }
        document.body.dispatchEvent(new KeyboardEvent('keydown', question))
      })
      typing.observe(document, { childList: true, subtree: true })
    })
    await page.reload()
    await expect(dialog(page)).toBeVisible()
  })

  test('in the Russian layout as well', async ({ atHome: page }) => {
    await ready(page)
    await pressRussian(page, 'KeyG', 'п')
    await pressRussian(page, 'KeyS', 'ы')
    await expect(page).toHaveURL('/profile/settings')
    await pressRussian(page, 'Slash', ',', true)
    await expect(dialog(page)).toBeVisible()
  })

  test('not from a field, not with another key held, and not past what has no place', async ({
    signedIn: page,
  }) => {
    await page.goto(`/export/retail?date=${DAY}`)
    await expect(grid(page)).toBeVisible()
    await ready(page)
    await page.getByLabel('Дата').focus()
    for (const key of ['g', 'h']) await page.keyboard.press(key)
    await grid(page).focus()
    for (const key of ['Alt+g', 'h', 'g', 'z', 'h']) await page.keyboard.press(key)
    await expect(page).toHaveURL(/\/export\/retail/)
  })
})

test.describe('walking (specification 20.3)', () => {
  test('j and k move in the table, Space selects the row, Enter opens the card', async ({
    signedIn: page,
  }) => {
    await page.goto(`/export/retail?date=${DAY}&view=table`)
    await expect(grid(page)).toBeVisible()
    await ready(page)
    await page.keyboard.press('j')
    await expect(grid(page)).toBeFocused()
    const row = async () => {
      const id = (await grid(page).getAttribute('aria-activedescendant')) ?? ''
      return page
        .locator(`[id="${id}"]`)
        .locator('xpath=ancestor::*[@role="row"]')
        .getAttribute('aria-rowindex')
    }
    const first = Number(await row())
    for (const key of ['j', 'j', 'k']) await page.keyboard.press(key)
    expect(Number(await row())).toBe(first + 1)
    await page.keyboard.press('Space')
    await expect(page.getByText(/^\d+ цен\S* · мин\. /)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/tyre\//)
  })

  test('and among decided prices, where Space ticks', async ({ signedIn: page }) => {
    await page.goto(`/export/retail?date=${DAY}&city=Томск&view=market`)
    await page.getByRole('button', { name: 'Решить цены' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Добавить в решения' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Открыть решения' }).click()
    const tick = (row: number) =>
      page
        .getByRole('table', { name: 'Решения' })
        .getByRole('checkbox', { name: /^Отметить: / })
        .nth(row)
    await expect(tick(0)).toBeVisible()
    await ready(page)
    await page.keyboard.press('j')
    await expect(tick(0)).toBeFocused()
    for (const key of ['j', 'j', 'k', 'Space']) await page.keyboard.press(key)
    await expect(tick(1)).toBeFocused()
    await expect(tick(1)).toBeChecked()
    await expect(tick(0)).not.toBeChecked()
    // A price has the arrows to itself.
    await page
      .getByRole('textbox', { name: /^Новая цена: / })
      .first()
      .focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('textbox', { name: /^Новая цена: / }).nth(1)).toBeFocused()
  })

  test('and in a list', async ({ signedIn: page }) => {
    await page.goto(`/export/retail?date=${DAY}&view=list&sort=tyre`)
    const tyres = page.getByRole('list', { name: 'Шины' }).getByRole('button')
    await expect(tyres.first()).toBeVisible()
    await ready(page)
    for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key)
    await expect(tyres.nth(1)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/tyre\//)
  })
})
