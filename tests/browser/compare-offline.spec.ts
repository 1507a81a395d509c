import { expect, kept, offlineLine, savedNote, table, test, underControl } from './worker-fixtures.ts'

// Days that no other test imports.
const THEN = '2026-01-05'
const DAY = '2026-01-07'

const tyre = (article: string, brand: string, wholesale: number) =>
  `${article},${brand},Шина ${article},205,55,16,Зимняя,Легковая,T,91,Тверь,,,${wholesale},,4`

test('a saved comparison shows without a network, narrowed too (specification 4.30)', async ({
  signedIn: page,
  server,
  network,
}) => {
  await server.importPrices('kept.ru', THEN, [tyre('GONE', 'Arktika', 700), tyre('LEFT', 'Zorki', 800)])
  await server.importPrices('kept.ru', DAY, [tyre('NEW', 'Arktika', 800)])
  const compared = `/export/price-changes?date=${DAY}&compare=${THEN}`
  const cell = (name: string) => table(page).getByRole('gridcell', { name, exact: true })
  const gone = page.getByRole('button', { name: /^Ушли/ })
  await underControl(page)
  await page.goto(`${compared}&moved=gone`)
  await expect(cell('GONE')).toBeVisible()
  await kept(page, 'thresholdAnalyse', '/api/filters', '/api/companion')
  network.behave('gone')
  await page.reload()
  await expect(offlineLine(page)).toBeVisible()
  await expect(savedNote(page)).toBeVisible()
  await expect(cell('GONE')).toBeVisible()
  await expect(gone).toHaveText('Ушли 2')
  await expect(gone).toHaveAttribute('aria-pressed', 'true')
  await page.goto(`${compared}&moved=gone&brand=Zorki`)
  await expect(cell('LEFT')).toBeVisible()
  await expect(cell('GONE')).toBeHidden()
  // Numbers that the server has not counted are not displayed.
  await expect(gone).toHaveText('Ушли')
  // Another comparison is not on the device.
  await page.goto(compared)
  await expect(cell('GONE')).toBeHidden()
  await expect(page.getByText('а эта страница ещё не сохранялась на устройстве')).toBeVisible()
})
