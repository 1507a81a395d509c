// Specification 17.1

import { DAY, expect, test } from './fixtures.ts'

test('the toolbar is one line and one tab stop, with arrows between its controls and the rest behind ⋯', async ({
  signedIn: page,
}) => {
  const toolbar = page.getByRole('toolbar', { name: 'Вид результатов' })
  const more = toolbar.getByRole('button', { name: 'Ещё инструменты' })
  const dense = page.getByRole('radio', { name: 'Плотно' })
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto(`/export/all-prices?date=${DAY}&view=market`)
  await expect(page.locator('.toolbar-row').getByText('Столбцы')).toBeAttached()
  await expect(more).toBeVisible()
  await expect(dense).toBeHidden()
  expect((await toolbar.boundingBox())?.height).toBeLessThan(50)

  const focused = () => page.evaluate(() => document.activeElement?.outerHTML)
  await toolbar.getByRole('radio', { name: 'Рынок' }).focus()
  const first = await focused()
  await page.keyboard.press('ArrowRight')
  await expect(toolbar.getByRole('radio', { name: 'Список' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  expect(await focused()).toBe(first)
  await page.keyboard.press('Shift+Tab')
  expect(await toolbar.evaluate((one) => one.contains(document.activeElement))).toBe(false)
  await page.keyboard.press('Tab')
  expect(await focused()).toBe(first)

  const firstHidden = await toolbar
    .locator('[data-cut]')
    .first()
    .evaluateHandle((one) => one)
  await more.focus()
  await page.keyboard.press('Enter')
  expect(await firstHidden.evaluate((one) => one === document.activeElement)).toBe(true)
  await toolbar.getByRole('button', { name: 'Свернуть инструменты' }).click()
  await more.click()
  await expect(dense).toBeVisible()
  await page.getByRole('radio', { name: 'Удобно' }).check()
  await toolbar.getByRole('button', { name: 'Свернуть инструменты' }).click()
  await expect(dense).toBeHidden()
})

test('a chip has the same width in both states and keeps the focus where it no longer fits', async ({
  signedIn: page,
}) => {
  const chip = page.getByRole('button', { name: 'Конкуренты в наличии', exact: true })
  const right = () => chip.evaluate((one) => one.getBoundingClientRect().right)
  const width = () => chip.evaluate((one) => one.getBoundingClientRect().width)
  await page.setViewportSize({ width: 1920, height: 900 })
  await page.goto(`/export/all-prices?date=${DAY}&view=market&in=Томск`)
  await expect(page.locator('.toolbar-row').getByText('Столбцы')).toBeAttached()
  await expect(chip).toHaveAttribute('aria-pressed', 'false')
  const off = await width()
  await chip.focus()
  await page.keyboard.press('Space')
  await expect(chip).toHaveAttribute('aria-pressed', 'true')
  expect(await width()).toBe(off)

  await page.setViewportSize({ width: Math.floor(await right()), height: 900 })
  await expect(page.getByRole('button', { name: 'Свернуть инструменты' })).toBeVisible()
  await expect(chip).toBeFocused()
  await page.keyboard.press('Space')
  await expect(chip).toHaveAttribute('aria-pressed', 'false')
  await expect(chip).toBeFocused()

  // Folded, it is named by the button that reveals it.
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Свернуть инструменты' }).click()
  await expect(chip).toBeHidden()
  const more = page.getByRole('button', { name: /^Ещё инструменты/ })
  await expect(more).toHaveAccessibleName('Ещё инструменты, включено: Конкуренты в наличии')
  await more.click()
  await chip.click()
  await page.getByRole('button', { name: 'Свернуть инструменты' }).click()
  await expect(more).toHaveAccessibleName('Ещё инструменты')
})
