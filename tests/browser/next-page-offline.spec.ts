import { expect, kept, keptRequests, offlineLine, table, test } from './worker-fixtures.ts'

test('a page fetched ahead is saved on the device once it has been shown (specification 4.33 and 8.2)', async ({
  report: page,
  network,
}) => {
  // The former document may have asked for it as well.
  await page.reload({ waitUntil: 'commit' })
  const ahead = await page.waitForResponse(/allTyres.*page=2$/)
  await ahead.finished()
  await expect(table(page).getByText('Шина 000')).toBeVisible()
  expect((await keptRequests(page)).filter((request) => request.includes('page=2'))).toEqual([])
  const asked = network.passed.filter((call) => call.includes('page=2')).length
  await page.getByRole('button', { name: 'Вперёд →' }).click()
  await expect(table(page).getByText('Шина 200')).toBeVisible()
  await kept(page, 'page=2')
  expect(network.passed.filter((call) => call.includes('page=2'))).toHaveLength(asked)
  network.behave('gone')
  await page.reload()
  await expect(offlineLine(page)).toBeVisible()
  await expect(table(page).getByText('Шина 200')).toBeVisible()
})
