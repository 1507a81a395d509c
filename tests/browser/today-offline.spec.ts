import { DAY, expect, kept, offlineLine, test, underControl } from './worker-fixtures.ts'

test('without a network the last summary stands, with its time, and reports that are ready', async ({
  signedIn: page,
  context,
}) => {
  const today = page.getByRole('region', { name: 'Сегодня' })
  const ready = today.getByRole('region', { name: 'Готово без сети' })
  await underControl(page)
  await page.goto('/')
  await expect(ready).toContainText('Откройте отчёт и нажмите «Сохранить отчёт»')
  await kept(page, '/api/companion/today')
  await page.goto(`/export/retail?date=${DAY}&site=b.ru&brand=Zorki`)
  await page.getByRole('button', { name: 'Сохранить отчёт' }).click()
  await expect(page.getByText(/^Отчёт сохранён/)).toBeVisible()
  await context.setOffline(true)
  await page.goto('/')
  await expect(offlineLine(page)).toBeVisible()
  await expect(today.getByText(/^Сохранено \d+ \S+, \d\d:\d\d$/)).toBeVisible()
  await expect(today.getByRole('link', { name: /^Дешевле медианы/ })).toBeVisible()
  await ready
    .getByRole('link', { name: /^r1 · 18 апр\. 2026 г\. · b\.ru · Zorki \d+ \S+, \d\d:\d\d$/ })
    .click()
  await expect(page.getByRole('grid')).toBeVisible()
})
