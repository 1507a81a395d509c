// Specification 27.3, 27.4

import { expect, test } from './fixtures.ts'

test('the totals open from the home page, are usable by everybody, and fit on paper', async ({
  atHome: page,
  server,
}) => {
  await page.getByRole('link', { name: 'Итоги', exact: true }).click()
  const index = page.getByRole('region', { name: 'Индекс цен' })
  await expect(index.locator('.totals-number')).toHaveText(/^\d+,\d$/)
  expect(page.url()).toBe(`${server.origin}/totals`)

  const how = index.getByRole('button', { name: 'Как посчитано: Индекс цен' })
  await how.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Индекс цен' })).toContainText('Сравнений: ')
  await page.keyboard.press('Escape')
  await expect(how).toBeFocused()

  // On a phone a row is a card: nothing lies outside, and the heads still sort.
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  const sites = page.getByRole('table', { name: 'По сайтам' })
  await expect(sites.getByRole('row').nth(1)).toHaveCSS('display', 'grid')
  const right = await sites
    .locator('td, th, .totals-more')
    .evaluateAll((cells) => Math.max(...cells.map((cell) => cell.getBoundingClientRect().right)))
  expect(right).toBeLessThanOrEqual(390)
  await sites.getByRole('button', { name: 'Первые места' }).press('Enter')
  await expect(sites.locator('th[aria-sort]')).toHaveText(/Первые места/)
  await page.setViewportSize(size ?? { width: 1280, height: 720 })

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const footnotes = page.locator('.totals-footnotes')
  await expect(footnotes.getByRole('listitem')).toHaveCount(5)
  await expect(footnotes).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Итоги: / })).toBeVisible()
  for (const hidden of ['.top-bar', '.totals-head', '.totals-mail', '.totals-how'])
    await expect(page.locator(hidden).first()).toBeHidden()
  await expect(index.getByRole('img')).toBeVisible()
  await expect(index.locator('path').first()).toHaveCSS('stroke', 'rgb(0, 0, 0)')
  await expect(sites.locator('.totals-more').first()).toHaveCSS('white-space', 'nowrap')
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeLessThanOrEqual(2)
})
