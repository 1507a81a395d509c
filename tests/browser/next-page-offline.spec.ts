import { expect, kept, offlineLine, table, test } from './worker-fixtures.ts'

test('the next page is saved on the device before anybody opens it (specification 4.33 and 8.2)', async ({
  report: page,
  network,
}) => {
  await kept(page, 'page=2')
  network.behave('gone')
  await page.reload()
  await expect(offlineLine(page)).toBeVisible()
  await page.getByRole('button', { name: 'Вперёд →' }).click()
  await expect(table(page).getByText('Шина 200')).toBeVisible()
})
