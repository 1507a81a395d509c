// Specification 4.23, 4.24

import { expect, test } from './fixtures.ts'
import { column, grid, open, widen } from './report-page.ts'

test.describe('the table (specification 4.17 to 4.25)', () => {
  test('statistics have two decimals, highlighted rows a label and a tooltip', async ({ signedIn: page }) => {
    await widen(page)
    await open(page, 'wholesale/stats', '&city=Томск')
    const head = column(page, 'Медианная опт. цена')
    await expect(head.first()).toBeAttached()
    await expect(grid(page).getByText('1 100,00').first()).toBeAttached()
    await expect(page.getByLabel('Выделенная строка: повышенное отклонение цены').first()).toBeVisible()
    await expect(page.getByTitle('Выделено по городу: Томск').first()).toBeVisible()
  })

  test('has a legend for the mark, and a single format for prices', async ({ signedIn: page }) => {
    await widen(page)
    await open(page, 'wholesale/stats', '&city=Томск')
    await expect(page.getByText('повышенное отклонение цены')).toBeVisible()
    await expect(grid(page).getByText('1 000,00').first()).toBeAttached()
    await expect(grid(page).getByText('1 000', { exact: true })).toHaveCount(0)
    await open(page, 'wholesale', '&city=Томск')
    await expect(grid(page).getByText('1 000', { exact: true }).first()).toBeAttached()
    await expect(page.getByText('повышенное отклонение цены')).toBeHidden()
  })

  test('place names stay in view and are not covered by the sticky columns', async ({
    signedIn: page,
    server,
  }) => {
    await server.importPrices('express-shina-ekaterinburg.ru', '2026-03-02', [
      'LONG1,Arktika,Длинная,205,55,16,Зимняя,Легковая,T,91,Ростов-на-Дону,Склад на Южной улице,5000,4000,,8',
    ])
    await page.goto('/export/all-prices?date=2026-03-02')
    await expect(grid(page).getByText('Длинная')).toBeVisible()
    const cut = await grid(page).evaluate(async (element) => {
      const found: string[] = []
      const frame = () =>
        new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      for (let left = 0; left <= element.scrollWidth - element.clientWidth; left += 40) {
        element.scrollLeft = left
        await frame()
        const from = element.querySelector('.grid-row .grid-sticky')?.getBoundingClientRect().right ?? 0
        const to = element.getBoundingClientRect().right
        for (const label of element.querySelectorAll('[role=columnheader][aria-colspan] > span')) {
          const span = (label.parentElement as Element).getBoundingClientRect()
          const seen = Math.min(span.right, to) - Math.max(span.left, from)
          if (label.closest('.grid-sticky') || seen < 100) continue
          const box = label.getBoundingClientRect()
          const shortened = [...label.children].some((part) => part.scrollWidth > part.clientWidth)
          if (box.left < from || (shortened && box.width < seen - 30))
            found.push(`${left}: ${label.textContent}`)
        }
      }
      return found
    })
    expect(cut).toEqual([])
    await widen(page)
    const site = grid(page).locator('[title="Ростов-на-Дону · express-shina-ekaterinburg.ru"] > span > span')
    // The new width is laid out in a frame after it is set.
    await expect.poll(() => site.evaluate((label) => label.scrollWidth <= label.clientWidth)).toBe(true)
  })

  test('is used by keyboard: arrows move, selection is copied', async ({ signedIn: page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await open(page, 'retail')
    await grid(page).getByText('Шина 000').click()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Control+c')
    const clipboard = (type: string) =>
      page.evaluate(async (wanted) => {
        const [item] = await navigator.clipboard.read()
        return item?.types.includes(wanted) ? (await item.getType(wanted)).text() : ''
      }, type)
    // The message is displayed for four seconds.
    await expect(page.getByText('Скопировано: 2 строки × 1 столбец')).toBeInViewport()
    await expect.poll(() => clipboard('text/plain')).toBe('Название\r\nШина 000\r\nШина 002')
    const html = await clipboard('text/html')
    const cells = await page.evaluate((text) => {
      const { body } = new DOMParser().parseFromString(text, 'text/html')
      return [...body.querySelectorAll('th, td')].map(({ textContent }) => textContent)
    }, html)
    expect(cells).toEqual(['Название', 'Шина 000', 'Шина 002'])
  })
})

test('a card opens by the name where there is no article, and its row stays in view (specification 15.1)', async ({
  signedIn: page,
  server,
}) => {
  const lines = Array.from({ length: 40 }, (_, i) => {
    const two = String(i).padStart(2, '0')
    const article = i === 15 ? '' : `NA${two}`
    return `${article},Arktika,Безымянная ${two},205,55,16,Зимняя,Легковая,T,91,Омск,,5000,,,4`
  })
  await server.importPrices('noarticle.ru', '2026-03-05', lines)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/export/retail?date=2026-03-05&site=noarticle.ru&brand=Arktika&city=Омск')
  await grid(page).getByRole('gridcell', { name: 'Безымянная 14' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  const name = grid(page).getByRole('gridcell', { name: 'Безымянная 15' })
  await name.click()
  await expect(page.getByRole('dialog', { name: /Безымянная 15/ })).toBeVisible()
  // In Chromium, the last row before the card opened would now be below the edge.
  await expect(name).toBeInViewport({ ratio: 1 })
  const [cell, table] = [await name.boundingBox(), await grid(page).boundingBox()]
  expect((cell?.y ?? 0) + (cell?.height ?? 0)).toBeLessThanOrEqual((table?.y ?? 0) + (table?.height ?? 0))
})
