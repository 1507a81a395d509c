// Specification 2.11, 4.26, 7.17, 10.1, 10.7, 10.20

import { DAY, expect, test } from './fixtures.ts'

test.describe('the proposals page states the rule that it uses', () => {
  const rule = 'медиана розничных цен конкурентов в городе, не ниже нашей оптовой цены.'

  test('without a percent, with one, and for wholesale', async ({ signedIn: page }) => {
    await page.goto(`/export/proposals?date=${DAY}`)
    await expect(page.getByText(`Процент не указан. Новая розничная цена — ${rule}`)).toBeVisible()
    await page.goto(`/export/proposals?date=${DAY}&percent=12.5`)
    const both = page.getByText('наша оптовая цена в городе × 1,13, не ниже себестоимости.')
    await expect(both).toHaveText(
      /Где нашей оптовой цены нет — медиана розничных цен конкурентов в городе\.$/,
    )
    // The text is not in a box of the height of four table rows.
    expect((await both.boundingBox())?.height).toBeLessThan(48)
    await page.goto(`/export/proposals?date=${DAY}&price=opt`)
    await expect(page.getByText('Новая оптовая цена — медиана оптовых цен конкурентов')).toBeVisible()
  })

  test('not with another backend', async ({ signedIn: page }) => {
    for (const [answer, reply] of Object.entries({
      'does not know the call': { status: 404, json: { error: 'нет' } },
      'answers with its page': { contentType: 'text/html', body: '<!doctype html><title>Вход</title>' },
      'offers nothing': { json: { version: 1, offers: [] } },
      'has another version': { json: { version: 9, offers: ['proposal-rules'] } },
    }))
      await test.step(`that ${answer}`, async () => {
        let asked = 0
        await page.unroute('**/api/companion')
        await page.route('**/api/companion', (route) => {
          asked++
          return route.fulfill(reply)
        })
        await page.goto(`/export/proposals?date=${DAY}`)
        await expect(page.getByRole('grid')).toBeVisible()
        await page.getByRole('button', { name: 'Вперёд →' }).click()
        await expect(page.getByText(/Страница 2 из/)).toBeVisible()
        await expect(page.getByText(/Новая розничная цена —/)).toHaveCount(0)
        expect(asked).toBe(1)
      })
  })
})

test("the server's list of own sites takes precedence over their names", async ({ signedIn: page }) => {
  // Only columns in view are rendered, and prices come after the product columns.
  await page.setViewportSize({ width: 2600, height: 900 })
  await page.goto(`/export/wholesale?date=${DAY}&site=daikon.ru`)
  const cost = page.getByRole('columnheader', { name: 'Себестоимость' })
  await expect(cost).toHaveCount(1)
  await page.route('**/api/companion', (route) =>
    route.fulfill({ json: { version: 1, offers: [], own_hosts: ['b.ru'] } }),
  )
  await page.reload()
  // daikon.ru is now a competitor, with the usual column label.
  await expect(page.getByRole('columnheader', { name: 'Рекоменд. Розн. цена' })).toHaveCount(1)
  await expect(cost).toHaveCount(0)
})
