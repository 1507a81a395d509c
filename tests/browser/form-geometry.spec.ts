// Specification 4.4

import type { Page } from '@playwright/test'
import { REPORTS } from '../../contract/reports/reports.ts'
import { DAY, expect, test } from './fixtures.ts'

const WIDTHS = [320, 390, 820, 1024, 1250, 1280, 1320, 1366, 1440, 1920]
/** Forms with the most fields: a percent, a second day, and none of both. */
const FORMS = ['proposals', 'price-changes', 'retail']

/** A backend that offers nothing beyond the documents: the browser's own date field has no calendar beside it. */
async function asAnotherBackend(page: Page): Promise<void> {
  await page.route('**/api/companion', (route) => route.fulfill({ status: 404, body: '' }))
  await page.route('**/api/filters', async (route) => {
    const answer = await route.fetch()
    const { dates: _, ...lists } = (await answer.json()) as Record<string, unknown>
    await route.fulfill({ response: answer, json: lists })
  })
}

/** A server whose last day with prices is not today: the date has a hint. */
async function withoutPricesOfToday(page: Page): Promise<void> {
  await page.route('**/api/filters', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), dates: [DAY] } })
  })
}

async function openForm(page: Page, report: string, query = `?date=${DAY}`): Promise<void> {
  await page.goto(`/export/${report}${query}`)
  const vehicle = page.getByLabel('Тип', { exact: true })
  const toggle = page.getByRole('button', { name: 'Изменить' })
  await expect(vehicle.or(toggle).first()).toBeVisible()
  if (await toggle.isVisible()) await toggle.click()
  await expect(vehicle).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Применить' })).toBeVisible()
}

/** Returns the overlapping pairs of labels and controls of the form, and those that are wider than their field. */
const misplaced = (page: Page): Promise<string[]> =>
  page.locator('.filters').evaluate((form) => {
    const parts = [...form.querySelectorAll('label, input, select, button, .field-hint')]
      // The buttons of a field lie within the field on purpose.
      .filter((part) => part.checkVisibility() && !part.matches('.field button'))
      .map((part) => {
        const words = document.createRange()
        words.selectNodeContents(part)
        const name = part.getAttribute('aria-label') || part.textContent || part.id
        // The words of a hint may extend beyond its field.
        const box = (part.matches('.field-hint') ? words : part).getBoundingClientRect()
        return { name, part, box }
      })
    const around = form.getBoundingClientRect()
    const outside = parts.filter(({ part, box }) => {
      const field = part.matches('.field-hint') ? null : part.closest('.field')
      const place = field?.getBoundingClientRect() ?? around
      return box.left < place.left - 0.5 || box.right > place.right + 0.5
    })
    const overlaps = parts.flatMap((one, index) =>
      parts
        .slice(index + 1)
        .filter(
          (other) =>
            !one.part.contains(other.part) &&
            Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left) > 0.5 &&
            Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top) > 0.5,
        )
        .map((other) => `${one.name} × ${other.name}`),
    )
    return [...overlaps, ...outside.map(({ name }) => `${name} leaves its place`)]
  })

for (const offers of ['of the companion', 'of another backend']) {
  test(`no field of a form ${offers} overlaps another at any width`, async ({ signedIn: page }) => {
    if (offers !== 'of the companion') await asAnotherBackend(page)
    for (const report of FORMS) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await openForm(page, report)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        expect(await misplaced(page), `${report}, ${width} px`).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBe(width)
      }
    }
  })
}

test('the buttons of a form stay within it before anything is applied, and the hint of the date takes one line', async ({
  signedIn: page,
}) => {
  await withoutPricesOfToday(page)
  for (const report of [...FORMS, 'all-prices', 'retail/stats']) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await openForm(page, report, '')
    const hint = page.getByText('последний день с ценами', { exact: true })
    await expect(hint).toBeVisible()
    await expect(page.locator('.filters-actions button')).toHaveCount(2)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      expect(await misplaced(page), `${report}, ${width} px`).toEqual([])
      const lines = await hint.evaluate((words) => {
        const range = document.createRange()
        range.selectNodeContents(words)
        return range.getClientRects().length
      })
      expect(lines, `${report}, ${width} px`).toBe(1)
      const beyond = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.scrollingElement ?? document.body
        return scrollWidth - clientWidth
      })
      expect(beyond, `${report}, ${width} px`).toBeLessThanOrEqual(0)
    }
  }
})

test('every title takes two lines at most on a desktop', async ({ signedIn: page }) => {
  for (const { route } of Object.values(REPORTS)) {
    await page.goto(route)
    const title = page.locator('.page-title')
    await expect(title).toBeVisible()
    for (const width of [1280, 1366, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const { lines, isCut } = await title.evaluate((heading) => ({
        lines: heading.clientHeight / Number.parseFloat(getComputedStyle(heading).lineHeight),
        isCut: heading.scrollHeight > heading.clientHeight + 1,
      }))
      expect({ lines: Math.round(lines) <= 2, isCut }, `${route}, ${width} px`).toEqual({
        lines: true,
        isCut: false,
      })
    }
  }
})
