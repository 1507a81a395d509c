import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { column, grid, headComplete, open, widen } from './report-page.ts'

const line = (page: Page) => page.locator('.column-guide')
/** Returns the headers of one row in a city, from left to right. */
const labels = (page: Page) =>
  grid(page)
    .locator('[data-sorts]')
    .evaluateAll((heads) =>
      heads
        .toSorted((a, b) => Number(a.getAttribute('aria-colindex')) - Number(b.getAttribute('aria-colindex')))
        .map((head) => head.querySelector('.grid-label')?.textContent ?? ''),
    )
const cities = async (page: Page) =>
  (await grid(page).locator('.grid-upper').first().getByRole('columnheader').allTextContents()).filter(
    (name) => name !== 'Товар',
  )
const told = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })

async function middleOf(head: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await head.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { x: x + Math.min(width / 2, 60), y: y + height / 2 }
}
/**
 * Drags a header with the mouse and holds it over another one.
 * @param at position as a share of the other header's width
 */
async function drag(page: Page, head: Locator, over: Locator, at: number): Promise<void> {
  const from = await middleOf(head)
  const to = (await over.boundingBox()) ?? { x: 0, y: 0, width: 0 }
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width * at, from.y, { steps: 5 })
}

test.describe('columns moved by their heads (specification 17.10)', () => {
  test('a column, a site’s or a city’s, which sorts nothing, is told, kept and in the link', async ({
    signedIn: page,
  }) => {
    await widen(page)
    await open(page, 'all-prices')
    await expect(page.getByRole('button', { name: /^Столбцы/ })).toBeVisible()
    expect(await cities(page)).toEqual(['Омск', 'Томск'])
    const city = (name: string) => grid(page).getByRole('columnheader', { name, exact: true })
    await city('Томск').hover()
    await expect(city('Томск')).toHaveCSS('cursor', 'grab')
    await drag(page, city('Томск'), city('Омск'), 0.25)
    await expect(line(page)).toBeVisible()
    await page.mouse.up()
    await expect.poll(() => cities(page)).toEqual(['Томск', 'Омск'])
    await expect(told(page, 'Томск: 1 из 2')).toBeAttached()
    await expect(page).toHaveURL(/cols=\*city\./)

    const before = await labels(page)
    expect(before.indexOf('Ширина')).toBeLessThan(before.indexOf('Высота'))
    await drag(page, column(page, 'Высота'), column(page, 'Ширина'), 0.2)
    await page.mouse.up()
    await expect.poll(async () => (await labels(page)).indexOf('Высота')).toBe(before.indexOf('Ширина'))
    await expect(column(page, 'Высота')).not.toHaveAttribute('aria-sort')
    await column(page, 'Высота').click()
    await expect(column(page, 'Высота')).toHaveAttribute('aria-sort', 'ascending')

    await open(page, 'all-prices')
    await expect.poll(() => cities(page)).toEqual(['Томск', 'Омск'])
  })

  test('Escape lets go, and what identifies the tyre stays', async ({ signedIn: page }) => {
    await widen(page)
    await open(page, 'all-prices')
    await expect(page.getByRole('button', { name: /^Столбцы/ })).toBeVisible()
    const before = await labels(page)
    await drag(page, column(page, 'Высота'), column(page, 'Ширина'), 0.2)
    await expect(line(page)).toBeVisible()
    // Holds the header over itself, where releasing the button is a click.
    const own = await middleOf(column(page, 'Высота'))
    await page.mouse.move(own.x, own.y)
    await expect(line(page)).toHaveCount(0)
    await expect(page.locator('.column-dragging')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator('.column-dragging')).toHaveCount(0)
    await expect(line(page)).toHaveCount(0)
    await page.mouse.up()
    expect(await labels(page)).toEqual(before)
    await expect(column(page, 'Высота')).not.toHaveAttribute('aria-sort')

    const name = column(page, 'Название')
    await name.hover({ position: { x: 20, y: 20 } })
    await expect(name).toHaveCSS('cursor', 'pointer')
    await drag(page, name, column(page, 'Высота'), 0.5)
    await expect(page.locator('.column-dragging')).toHaveCount(0)
    await page.mouse.up()
    expect(await labels(page)).toEqual(before)
  })

  test('in the market within their group, also with the keyboard, which stays with the column', async ({
    signedIn: page,
  }) => {
    await open(page, 'all-prices', '&view=market&in=Томск')
    await expect(column(page, 'Место')).toBeVisible()
    await headComplete(page)
    await grid(page).getByRole('gridcell').nth(1).click()
    await page.keyboard.press('Alt+Shift+ArrowRight')
    await expect
      .poll(() => labels(page))
      .toEqual([
        'Шина',
        'Место',
        'Наша цена',
        'Отклонение, %',
        'Медиана без нас',
        'Мин.',
        'Медиана',
        'Макс.',
        'Медиана за 30 дней',
        'b.ru',
      ])
    await expect(told(page, 'Наша цена: 2 из 3')).toBeAttached()
    await page.keyboard.press('Alt+Shift+ArrowRight')
    await expect.poll(async () => (await labels(page))[3]).toBe('Наша цена')
    await page.keyboard.press('Alt+Shift+ArrowRight')
    await page.keyboard.press('Alt+Shift+ArrowLeft')
    await expect.poll(async () => (await labels(page))[2]).toBe('Наша цена')
    await drag(page, column(page, 'Макс.'), column(page, 'Мин.'), 0.3)
    await page.mouse.up()
    await expect.poll(async () => (await labels(page)).slice(5, 8)).toEqual(['Макс.', 'Мин.', 'Медиана'])
  })
})

test.describe('columns moved by a finger (specification 17.10)', () => {
  test.use({ hasTouch: true, viewport: { width: 800, height: 900 } })

  test('after a long press; a finger that moves at once scrolls', async ({ signedIn: page }) => {
    await open(page, 'all-prices', '&view=market&in=Томск')
    await expect(column(page, 'Медиана')).toBeVisible()
    await headComplete(page)
    const touch = await page.context().newCDPSession(page)
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: points })
    const from = await middleOf(column(page, 'Медиана'))
    const to = await middleOf(column(page, 'Мин.'))
    const before = await labels(page)

    // Does not wait for each answer, because this would become a long press on a busy machine.
    await Promise.all([
      send('touchStart', [from]),
      send('touchMove', [{ x: from.x - 40, y: from.y }]),
      send('touchMove', [{ x: from.x - 80, y: from.y }]),
    ])
    await expect(page.locator('.column-dragging')).toHaveCount(0)
    await send('touchEnd', [])
    // Scrolled, the grid draws other columns: it is compared where it was.
    await grid(page).evaluate((element) => element.scrollTo({ left: 0 }))
    await expect.poll(() => labels(page)).toEqual(before)

    await send('touchStart', [from])
    await expect(page.locator('.column-dragging')).toBeVisible()
    await send('touchMove', [{ x: (from.x + to.x) / 2, y: from.y }])
    await send('touchMove', [{ x: to.x - 20, y: from.y }])
    await expect(line(page)).toBeVisible()
    expect(await grid(page).evaluate((element) => element.scrollLeft)).toBe(0)
    await send('touchEnd', [])
    await expect.poll(async () => (await labels(page)).slice(5, 7)).toEqual(['Медиана', 'Мин.'])
    await expect(column(page, 'Медиана')).not.toHaveAttribute('aria-sort')
  })
})
