import { keepReport } from './report-page.ts'
import { expect, kept, REPORT, results, savedNote, table, test } from './worker-fixtures.ts'

test('sorted pages are saved, listed and opened as such, and all layouts open without a network', async ({
  report,
}) => {
  await test.step('saved pages in an order are listed as such, and open so (specification 3.17)', async () => {
    await report.goto(`${REPORT}&sort=-name`)
    await expect(table(report).getByText('Шина 249')).toBeVisible()
    await kept(report, 'sort=-name')
    await report.goto('/profile/saved')
    const saved = report.getByRole('row').filter({ hasText: 'Отсортировано' })
    await saved.getByRole('link').click()
    await expect(table(report).getByText('Шина 249')).toBeVisible()
  })
  await test.step('a view is saved in its order, of all its rows (specification 8.12)', async () => {
    await keepReport(report)
    await expect(report.getByText(/^Отчёт сохранён: 3 страницы/)).toBeVisible()
    await report.context().setOffline(true)
    await report.goto(`${REPORT}&sort=-name&page=3`)
    const told = results(report).getByRole('status').filter({ hasText: 'по столбцу' })
    await expect(told).toHaveText('Все строки отчёта — по столбцу «Название», по убыванию.')
    await expect(table(report).getByRole('row').filter({ hasText: 'Шина 049' })).toBeVisible()
  })
  await test.step('without a network an order is of the page, unless the page was seen in it (specification 17.5)', async () => {
    const told = results(report).getByRole('status').filter({ hasText: 'по столбцу' })
    const name = report.getByRole('columnheader', { name: 'Название' })
    const article = report.getByRole('columnheader', { name: 'Артикул производителя' })
    await report.context().setOffline(false)
    await report.goto(REPORT)
    await expect(savedNote(report)).toHaveCount(0)
    await expect(table(report).getByText('Шина 000')).toBeVisible()
    await name.click()
    await expect(told).toHaveText('Все строки отчёта — по столбцу «Название», по возрастанию.')
    await kept(report, 'sort=name')
    await report.context().setOffline(true)
    await report.reload()
    await expect(told).toHaveText('Все строки отчёта — по столбцу «Название», по возрастанию.')
    await expect(savedNote(report)).toBeVisible()
    await article.click()
    await expect(told).toHaveText(
      'Строки этой страницы — по столбцу «Артикул производителя», по возрастанию.',
    )
    await expect(table(report).getByText('Шина 000')).toBeVisible()
  })
  await test.step('all layouts are there without a network (specification 17.1)', async () => {
    await report.goto(REPORT)
    await expect(table(report).getByText('Шина 000')).toBeVisible()
    await report.getByRole('radio', { name: 'Рынок', exact: true }).check()
    await expect(report.getByRole('grid', { name: /^Рынок/ }).getByText('Шина 000')).toBeVisible()
    await report.getByRole('radio', { name: 'Список', exact: true }).check()
    await expect(results(report).getByRole('list', { name: 'Шины' }).getByText('Шина 000')).toBeVisible()
  })
})
