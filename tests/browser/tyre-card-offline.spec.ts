import { DAY, expect, kept, offlineLine, REPORT, stopWorkers, test } from './worker-fixtures.ts'

const PATH = `/tyre/T2?date=${DAY}`

test('a viewed card opens without a network: with its history, for another day, and beside a saved table', async ({
  report: page,
  network,
  server,
}) => {
  const line = 'OFFCARD,Zorki,Шина OFFCARD,205,55,16,Зимняя,Легковая,T,91,Омск,,5000,,,4'
  for (const day of ['2026-01-11', '2026-01-12', '2026-01-13'])
    await server.importPrices('offcard.ru', day, [line])
  await test.step('a card that was viewed is there without a network, with its history and its time (specification 15.4)', async () => {
    const history = page.getByRole('region', { name: 'История цен' })
    const chart = history.getByRole('group', { name: /^График цен/ })
    const sentence = history.getByText(/^Наша цена: 17 апр — нет, 18 апр — /)
    await page.goto('/tyre/OFFCARD')
    await history.scrollIntoViewIfNeeded()
    await expect(chart).toBeVisible()
    await kept(page, '/api/companion/tyres/OFFCARD/history')
    await page.goto(PATH)
    await history.scrollIntoViewIfNeeded()
    await expect(sentence).toBeVisible()
    await kept(page, `/api/companion/tyres/T2?date=${DAY}`, '/api/companion/tyres/T2/history')
    await expect(page.getByLabel('Сравнить с').getByRole('option', { name: '17 апр' })).toBeAttached()
    await stopWorkers(page)
    network.behave('gone')
    await page.reload()
    await expect(offlineLine(page)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Шина 002' })).toBeVisible()
    await expect(page.getByText(/^Сохранено \d+ \S+, \d\d:\d\d$/).first()).toBeVisible()
    await history.scrollIntoViewIfNeeded()
    await expect(sentence).toBeVisible()
    await page.goto('/tyre/OFFCARD')
    await history.scrollIntoViewIfNeeded()
    await expect(chart).toBeVisible()
  })
  await test.step('one viewed for a day is there without a network when opened without a day, naming its own', async () => {
    await page.goto('/tyre/T2')
    await expect(page.getByRole('heading', { name: 'Шина 002' })).toBeVisible()
    await expect(page.getByText('Показаны последние сохранённые цены, за 18 апр.')).toBeVisible()
    await expect(page.getByText(/ещё не сохранялась/)).toHaveCount(0)
    await page.goto('/tyre/T2?date=2026-04-17')
    await expect(
      page.getByText('Показаны последние сохранённые цены, за 18 апр: за 17 апр карточка не сохранялась.'),
    ).toBeVisible()
    await page.goto('/tyre/T4')
    await expect(page.getByText(/карточка этой шины ещё не сохранялась/)).toBeVisible()
  })
  await test.step('a comparison that was not saved leaves the day alone one tap away', async () => {
    await page.goto(PATH)
    const compare = page.getByLabel('Сравнить с')
    await expect(compare.getByRole('option', { name: '17 апр' })).toBeAttached()
    await compare.selectOption('2026-04-17')
    await expect(
      page.getByText(/, а сравнение с этим днём ещё не сохранялось на устройстве\.$/),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Показать без сравнения' }).click()
    await expect(page.getByRole('region', { name: 'Рынок' })).toBeVisible()
    await expect(compare).toHaveValue('')
    await expect(page.getByRole('heading', { name: 'Шина 002' })).toBeFocused()
  })
  await test.step('one that was not says so, and a row of a saved table shows what it has', async () => {
    await page.goto(REPORT)
    await page.getByRole('grid').getByText('Шина 004').click()
    await page.keyboard.press('Enter')
    const card = page.getByRole('dialog')
    await expect(card.getByText(/карточка этой шины ещё не сохранялась на устройстве/)).toBeVisible()
    await expect(card.getByText('Показано то, что есть в строке отчёта.')).toBeVisible()
    await expect(card.getByText('b.ru').first()).toBeVisible()
  })
})
