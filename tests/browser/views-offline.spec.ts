import { act, cards, keepViews } from './views-page.ts'
import { DAY, expect, kept, offlineLine, signIn, table, test, underControl } from './worker-fixtures.ts'

test('views open without a network, and say that changing them needs one (specification 18.4)', async ({
  report: page,
  network,
}) => {
  await keepViews(page, { name: 'Утро', report: 'all-prices', query: 'site=b.ru', day: DAY })
  await page.goto('/')
  await expect(cards(page)).toHaveText([/Утро/])
  await expect.poll(() => page.evaluate(() => localStorage.getItem('views'))).toBeNull()
  await kept(page, '/api/companion/views')
  network.behave('gone')
  await page.reload()
  await expect(offlineLine(page)).toBeVisible()
  await act(page, 'Утро', 'Удалить')
  await expect(page.getByRole('alert')).toHaveText(
    'Нужна сеть: «Мои отчёты» хранятся на сервере, и без него их не изменить.',
  )
  await cards(page).click()
  await expect(table(page).getByText('Шина 000')).toBeVisible()

  network.behave('pass')
  await page.goto('/')
  await act(page, 'Утро', 'Удалить')
  await expect(cards(page)).toHaveCount(0)
})

test('views of this device open without a network and are changed there', async ({ page, network }) => {
  network.behave('html', '/api/companion')
  await page.goto(`/export/all-prices?date=${DAY}&site=b.ru`)
  await signIn(page)
  await expect(table(page).getByText('Шина 000')).toBeVisible()
  await underControl(page)
  await kept(page, '/api/analytics/allTyres')
  await keepViews(page, { name: 'Утро', report: 'all-prices', query: 'site=b.ru', day: DAY }, 'Вечер')
  network.behave('gone', '/api/companion')
  network.behave('gone')
  await page.goto('/')
  await expect(offlineLine(page)).toBeVisible()
  await act(page, 'Вечер', 'Удалить')
  await expect(cards(page)).toHaveText([/Утро/])
  await cards(page).click()
  await expect(table(page).getByText('Шина 000')).toBeVisible()
})
