// Specification 19.9, 19.11, 19.12, 19.14, 24.7

import type { Locator } from '@playwright/test'
import { seriousFaults } from '../support/axe.ts'
import { outletSettings } from '../support/outlets.ts'
import { expect, test } from './fixtures.ts'

test('a strategy’s form has a checkbox apart from its label, and scrolls a focused field above the bar of actions', async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/decisions/strategies/new')
  const morning = page.getByLabel('Собирать набор каждое утро')
  const box = page.getByRole('checkbox', { name: 'Только цены конкурентов в наличии' })
  await expect(box).toBeAttached()
  expect((await box.boundingBox())?.width).toBe(18)
  expect(
    await page
      .locator('label')
      .filter({ has: box })
      .evaluate((label) => getComputedStyle(label).gap),
  ).toBe('8px')
  await box.focus()
  await page.keyboard.press('Tab')
  await expect(morning).toBeFocused()
  const { y = 0, height = 0 } = (await page.getByText('Пусто — не собирать.').boundingBox()) ?? {}
  const bar = await page.locator('.strategy-form-end').boundingBox()
  expect(y + height).toBeLessThanOrEqual(bar?.y ?? 0)
})

test('a strategy for winter tyres is made, simulated, agreed and published in ten actions', async ({
  signedIn: page,
  server,
}) => {
  const { token } = await server.session()
  const made = await page.request.post(`${server.origin}/api/companion/outlets`, {
    headers: { authorization: `Bearer ${token}` },
    data: outletSettings({ name: 'Сайт зимой' }),
  })
  expect(made.ok()).toBe(true)
  let actions = 0
  const act = async (target: Locator) => {
    actions++
    await target.click()
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  await test.step('it is made and simulated', async () => {
    await page.goto('/decisions')
    await act(page.getByRole('link', { name: 'Стратегии' }))
    await act(page.getByRole('link', { name: 'Новая стратегия' }))
    await act(page.getByText('Зимняя', { exact: true }))
    await expect(page.getByText('Без новой цены: нет второй цены', { exact: false })).toBeVisible()
    actions++
    await page.getByLabel('Плюс или минус').fill('-2')
    await act(button('Проверить за 30 дней'))
    await expect(page.getByRole('img', { name: /Первые места по дням/ })).toBeVisible()
    for (const table of await page.locator('.disclosure > summary').all()) await table.click()
    expect(await seriousFaults(page)).toEqual([])
    const size = page.viewportSize()
    await page.setViewportSize({ width: 390, height: 844 })
    const width = () => page.evaluate(() => document.documentElement.scrollWidth)
    await expect.poll(width).toBe(390)
    if (size) await page.setViewportSize(size)
  })

  await test.step('its prices are a set of the team', async () => {
    await act(button('Сохранить набор'))
    await expect(
      page.getByRole('status').filter({ hasText: /^Набор «Зимняя: вторая цена −2,0 %/ }),
    ).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Наборы' })).toBeFocused()
  })

  await test.step('the set is agreed and published', async () => {
    const set = page.getByRole('listitem').filter({ hasText: 'Зимняя: вторая цена −2,0 %' })
    await act(set.getByRole('button', { name: 'Согласовать' }))
    await act(set.getByRole('link', { name: 'Опубликовать' }))
    const dialog = page.getByRole('dialog')
    const choice = page.getByRole('link', { name: 'Сайт зимой' })
    await expect(dialog.or(choice)).toBeVisible()
    // Other tests of this server may have outlets of their own.
    if (await choice.isVisible()) await act(choice)
    await expect(dialog).toContainText(/Уйд[её]т \d+\sцен|Уйдут \d+\sцены/)
    await act(dialog.getByRole('button', { name: 'Опубликовать' }))
    await expect(page.getByText(/Зимняя: вторая цена −2,0 %/).first()).toBeVisible()
    await expect(dialog).toBeHidden()
  })
  expect(actions).toBeLessThanOrEqual(10)
})
