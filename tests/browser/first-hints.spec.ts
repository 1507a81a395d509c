import type { Locator, Page } from '@playwright/test'
import { seriousFaults } from '../support/axe.ts'
import { expect, test } from './fixtures.ts'

const hint = (page: Page) => page.getByRole('note', { name: 'Подсказка' })
const marked = (page: Page) => page.locator('[data-hinted]')

test.describe('the hints of a first visit (specification 20.5)', () => {
  test.describe('on a touch screen', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

    test('say nothing of keys', async ({ atHome: page }) => {
      await expect(hint(page)).toContainText('Поиск вверху найдёт шину, отчёт или действие.')
      await expect(hint(page)).not.toContainText('клавиша')
    })
  })

  test('come one at a time, each with its subject marked, and never again', async ({ atHome: page }) => {
    await expect(hint(page)).toContainText(
      '1 из 3 Поиск вверху найдёт шину, отчёт или действие. Его открывает и клавиша /.',
    )
    await expect(marked(page)).toHaveAccessibleName('Поиск шины')
    expect(await seriousFaults(page)).toEqual([])
    await hint(page).getByRole('button', { name: 'Дальше' }).click()
    await expect(hint(page)).toContainText('2 из 3 «Что решить»')
    // The tour continues at the step at which the user stopped.
    await page.reload()
    await expect(hint(page)).toContainText('2 из 3')
    await expect(marked(page).getByRole('heading', { name: 'Что решить' })).toBeVisible()
    await hint(page).getByRole('button', { name: 'Дальше' }).press('Enter')
    await expect(hint(page)).toContainText('3 из 3 Ниже все отчёты')
    await hint(page).getByRole('button', { name: 'Понятно' }).press('Enter')
    await expect(hint(page)).toHaveCount(0)
    await expect(marked(page)).toHaveCount(0)
    await expect(page.locator('.home')).toBeFocused()
    await page.reload()
    await page.getByRole('link', { name: 'a1 Выгрузить ВСЕ цены', exact: true }).waitFor()
    await expect(hint(page)).toHaveCount(0)
  })

  test('mark their subject without replacing the focus ring of it or of what it holds', async ({
    atHome: page,
  }) => {
    const focusColour = await page.evaluate(() => {
      const sample = document.createElement('i')
      sample.style.outline = '2px solid var(--focus)'
      document.body.append(sample)
      const { outlineColor } = getComputedStyle(sample)
      sample.remove()
      return outlineColor
    })
    const ring = (of: Locator) =>
      of.evaluate((element) => {
        const { outlineStyle, outlineColor } = getComputedStyle(element)
        return [outlineStyle, outlineColor]
      })
    for (let step = 1; step <= 3; step++) {
      await expect(hint(page)).toContainText(`${step} из 3`)
      // A key press makes focus rings visible.
      await page.keyboard.press('Shift')
      const subject = marked(page)
      expect((await ring(subject))[0]).toBe('dashed')
      const held = subject.locator('a[href], button')
      const first = (await held.count()) > 0 ? held.first() : subject
      await first.focus()
      expect(await ring(first)).toEqual(['solid', focusColour])
      await hint(page)
        .getByRole('button', { name: /Дальше|Понятно/ })
        .press('Enter')
    }
  })

  test('go away at once by a button or Escape, until another person signs in', async ({ atHome: page }) => {
    await hint(page).getByRole('button', { name: 'Дальше' }).press('Escape')
    await expect(hint(page)).toHaveCount(0)
    expect(await page.evaluate(() => localStorage.getItem('hints_seen'))).toBe('3')
    await page.evaluate(() => localStorage.setItem('hints_seen', '0'))
    await page.reload()
    await hint(page).getByRole('button', { name: 'Скрыть подсказки' }).click()
    await expect(hint(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'admin' }).click()
    await page.getByRole('button', { name: 'Выход' }).click()
    await page.getByLabel('Логин').waitFor()
    expect(await page.evaluate(() => localStorage.getItem('hints_seen'))).toBeNull()
  })

  test('cover nothing on a phone', async ({ atHome: page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const note = await hint(page).boundingBox()
    const below = await page.getByRole('region', { name: 'Что решить' }).boundingBox()
    expect((note?.y ?? 0) + (note?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
    // The outline of the search lies inside its field, because brand and title are close.
    const reach = await marked(page).evaluate((subject) => {
      const { outlineOffset, outlineWidth } = getComputedStyle(subject)
      return Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth)
    })
    expect(reach).toBeLessThan(0)
    expect(await seriousFaults(page)).toEqual([])
  })
})
