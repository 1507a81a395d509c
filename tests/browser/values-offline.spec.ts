import type { Page } from '@playwright/test'
import { keepReport } from './report-page.ts'
import {
  DAY,
  expect,
  kept,
  offlineLine,
  results,
  savedNote,
  table,
  test,
  underControl,
} from './worker-fixtures.ts'

const apply = (page: Page) => page.getByRole('button', { name: 'Применить' }).click()
const cell = (page: Page, name: string) => table(page).getByRole('gridcell', { name, exact: true })

async function chooseSeveral(page: Page, label: string, values: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: `${label}: несколько значений` }).click()
  const dialog = page.getByRole('dialog', { name: `${label}: несколько значений`, exact: true })
  for (const value of values) await dialog.getByRole('checkbox', { name: value, exact: true }).check()
  await dialog.getByRole('button', { name: 'Готово' }).click()
}

test('several values without a network: a saved table as it was, and a whole report narrowed (specification 4.31)', async ({
  signedIn: page,
  network,
}) => {
  await underControl(page)
  await page.goto(`/export/retail?date=${DAY}`)
  await keepReport(page)
  await expect(page.getByText('Отчёт сохранён: 3 страницы.')).toBeVisible()
  const several = `/export/wholesale?date=${DAY}&city=Томск&city=Омск&not.brand=Arktika`
  await page.goto(several)
  await expect(cell(page, 'T1')).toBeVisible()
  await kept(page, 'optTyres', '/api/filters', '/api/companion')
  network.behave('gone')
  await page.reload()
  await expect(offlineLine(page)).toBeVisible()
  await expect(savedNote(page)).toBeVisible()
  await expect(cell(page, 'T1')).toBeVisible()
  // Other values of the same filter are not what is saved.
  await page.goto(`${several}&city=Чита`)
  await expect(page.getByText('а эта страница ещё не сохранялась на устройстве')).toBeVisible()
  await page.goto(`/export/retail?date=${DAY}`)
  await chooseSeveral(page, 'Индекс нагрузки', ['91', '93', '95'])
  await apply(page)
  await expect(
    results(page).getByText(/^Отобрано на устройстве из всех сохранённых страниц \(3\)\./),
  ).toBeVisible()
  await expect(page.getByText(/просмотрено 75 из 75/)).toBeVisible()
  await expect(cell(page, 'T1')).toBeVisible()
  await chooseSeveral(page, 'Бренд', ['Zorki', 'Arktika'])
  // Every tyre with an odd index is Zorki.
  await page.getByRole('button', { name: 'Бренд: Arktika, Zorki' }).click()
  const dialog = page.getByRole('dialog', { name: 'Бренд: несколько значений' })
  await dialog.getByRole('radio', { name: 'Все, кроме' }).check()
  await dialog.getByRole('button', { name: 'Готово' }).click()
  await apply(page)
  await expect(page.getByRole('button', { name: 'Сбросить «Бренд»', exact: true })).toBeVisible()
})
