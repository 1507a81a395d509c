import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { stayInYear } from '../../../tests/support/fixed-year.ts'
import type { Line } from '../../../tests/support/prices.ts'
import {
  address,
  anotherBackend,
  expectText,
  goBack,
  open,
  press,
  pricesServer,
  reload,
  select,
} from '../../../tests/support/prices-app.tsx'
import { DAY } from '../../../tests/support/sample-prices.ts'

stayInYear(2026)

const server = pricesServer()
const REPORT = `/export/retail?date=${DAY}`

const card = () => screen.getByRole('article')
const heading = () => screen.findByRole('heading', { level: 2, name: /Шина |Кириллица/ })
const isClosed = () => screen.queryByRole('dialog') === null
let clientY = 0
/**
 * Clicks with the mouse, each time at another position, because two clicks at one position are a double click. The
 * pointer type is set, because a click without one is a tap, which opens the card from every cell.
 */
const clickWithMouse = (element: HTMLElement) => {
  clientY += 100
  const mouse = { pointerType: 'mouse', button: 0, clientY }
  fireEvent.pointerDown(element, mouse)
  fireEvent.pointerUp(element, mouse)
  fireEvent(element, new PointerEvent('click', { ...mouse, bubbles: true }))
}
const cell = async (words: string) => (await screen.findAllByText(words))[0] as HTMLElement
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const radio = (name: string) => within(card()).getByRole('radio', { name })

/** Returns elements of the card: it precedes the report in the document, so the first match is the card's. */
const openFromReport = async (article: string) => {
  await open(REPORT)
  fireEvent.click(await cell(article))
  await heading()
}

/** A tyre's price in a city. */
const at = (article: string, name: string, city: string, retail: number, wholesale?: number): Line => [
  { article, name, brand: 'Zorki' },
  { city, retail, wholesale: wholesale ?? null, stock: 4 },
]
const wholesaleAt = (article: string, name: string, city: string, wholesale: number): Line => [
  { article, name, brand: 'Zorki' },
  { city, wholesale, stock: 4 },
]

describe('TyreCard beside a table (specification 15.1)', () => {
  it('opens by a click on the article, and follows the row that is selected', async () => {
    await open(REPORT)
    clickWithMouse(await cell('Arktika'))
    expect(isClosed()).toBe(true)
    clickWithMouse(await cell('T4'))
    expect(await heading()).toHaveTextContent('Шина 004')
    clickWithMouse(await cell('Шина 008'))
    await expectText(card, 'Шина 008')
    await goBack()
    await waitFor(() => expect(isClosed()).toBe(true))
    expect(address()).toBe(REPORT)
  })

  it('stays beside its report after a reload, and is closed by Back', async () => {
    await openFromReport('T6')
    await reload()
    expect(await heading()).toHaveTextContent('Шина 006')
    await screen.findByText('Шина 000')
    fireEvent.click(await button('Следующая шина'))
    await expectText(card, 'Шина 008')
    await goBack()
    await waitFor(() => expect(isClosed()).toBe(true))
    expect(await screen.findByRole('grid')).toBeVisible()
  })

  it('requests no tyre that a held key passes', async () => {
    const tyres = () =>
      server.requests.flatMap(({ url }) => /\/api\/companion\/tyres\/([^?/]+)/.exec(url)?.[1] ?? [])
    await openFromReport('T0')
    await waitFor(() => expect(new Set(tyres())).toEqual(new Set(['T0'])))
    const before = history.length
    const title = await heading()
    for (let i = 0; i < 5; i++) press(title, 'ArrowDown')
    await expectText(card, 'Шина 010')
    await waitFor(() => expect(new Set(tyres())).toEqual(new Set(['T0', 'T10'])))
    expect(history.length).toBe(before)
  })

  it('opens once by a double click', async () => {
    await open(REPORT)
    const article = await cell('T4')
    const before = history.length
    fireEvent.click(article)
    fireEvent.click(article)
    fireEvent.doubleClick(article)
    expect(await heading()).toHaveTextContent('Шина 004')
    expect(history.length).toBe(before + 1)
    press(await heading(), 'Escape')
    await waitFor(() => expect(isClosed()).toBe(true))
    expect(address()).toBe(REPORT)
  })

  it('opens in the city whose prices the table compares', async () => {
    await open(`${REPORT}&view=market&in=${encodeURIComponent('Омск')}`)
    const [name] = await screen.findAllByText(/Шина 004/)
    clickWithMouse(name as HTMLElement)
    await heading()
    await waitFor(() => expect(address()).toBe(`/tyre/T4?date=${DAY}&city=Омск`))
  })

  it('keeps the chosen city in its address while walking', async () => {
    await openFromReport('T4')
    await expectText(card, 'Омск')
    fireEvent.click(radio('Омск'))
    await waitFor(() => expect(address()).toBe(`/tyre/T4?date=${DAY}&city=Омск`))
    fireEvent.click(await button('Следующая шина'))
    await waitFor(() => expect(address()).toBe(`/tyre/T6?date=${DAY}&city=Омск`))
    expect(radio('Омск')).toBeChecked()
    await reload()
    await heading()
    await waitFor(() => expect(radio('Омск')).toBeChecked())
    fireEvent.click(radio('Все города'))
    await waitFor(() => expect(address()).toBe(`/tyre/T6?date=${DAY}`))
  })

  it('shows the row alone before another backend, with no further call', async () => {
    server.use(anotherBackend())
    await openFromReport('T2')
    fireEvent.click(radio('Томск'))
    await expectText(card, 'Наша цена 1-я из 2')
    expect(server.requests.map(({ url }) => url).filter((url) => url.includes('/api/companion/'))).toEqual([])
  })

  it('has the other day of a comparison until another is chosen', async () => {
    const lines = (price: number) =>
      ['BOTH1', 'BOTH2'].map((article) => at(article, `Шина ${article}`, 'Омск', price, price))
    await server.importPrices({ site: 'both.ru', day: '2026-01-26', lines: lines(5000) })
    await server.importPrices({ site: 'both.ru', day: '2026-01-27', lines: lines(5400) })
    await server.importPrices({ site: 'both.ru', day: '2026-01-28', lines: lines(5500) })
    await open('/export/price-changes?date=2026-01-28&compare=2026-01-26')
    fireEvent.click(await cell('BOTH1'))
    await heading()
    const field = () => within(card()).getByLabelText('Сравнить с')
    await waitFor(() => expect(field()).toHaveValue('2026-01-26'))
    await expectText(card, 'выросла на 10,0 %')
    fireEvent.click(await button('Следующая шина'))
    await expectText(card, 'Шина BOTH2')
    await waitFor(() => expect(field()).toHaveValue('2026-01-26'))
    await waitFor(() => expect(field()).toBeEnabled())
    select(field(), 'предыдущим днём')
    await expectText(card, 'выросла на 1,9 %')
    fireEvent.click(await button('Предыдущая шина'))
    await expectText(card, 'Шина BOTH1')
    await waitFor(() => expect(field()).toHaveValue(''))
  })
})

describe('TyreCard (specification 15.2)', () => {
  it('shows every site and city, with the own price’s rank', async () => {
    await open(`/tyre/T2?date=${DAY}&city=${encodeURIComponent('Томск')}`)
    // The name itself has no brand.
    expect(await heading()).toHaveTextContent(/^\S+ Шина 002$/)
    await expectText(card, '205/55 R17 92T')
    // The own price is 1302, the competitor's 1602.
    await expectText(card, 'Наша цена 1-я из 2, на 18,7 % ниже медианы конкурентов (1 602).')
    expect(
      screen.getByRole('img', {
        name: /^Цены от 1.302 \(daikon\.ru\) до 1.602 \(b\.ru\), наша 1.302, медиана конкурентов 1.602, сайтов 2$/,
      }),
    ).toBeVisible()
    const list = within(screen.getByRole('table', { name: 'Цены в городе Томск' }))
    expect(list.getAllByRole('rowheader')[0]).toHaveTextContent('daikon.ru')
    const kinds = screen.getByRole('group', { name: 'Вид цены' })
    fireEvent.click(within(kinds).getByRole('radio', { name: 'Оптовая' }))
    // The day before, the price was 1322 (1322.2 rounded).
    await waitFor(() =>
      expect(list.getByRole('row', { name: /b\.ru/ })).toHaveTextContent('снизилась на 9,1 %'),
    )
    fireEvent.click(list.getByRole('button', { name: /b\.ru/ }))
    expect(await list.findByText('Склад 1')).toBeVisible()
    fireEvent.click(radio('Все города'))
    const matrix = within(await screen.findByRole('region', { name: 'Цены по сайтам и городам' }))
    expect(matrix.getByRole('row', { name: /daikon\.ru/ })).toHaveTextContent('1 002')
    // The sites with the lowest and the highest price, in any city.
    await expectText(card, 'Дешевле всех daikon.ru · Томск, дороже всех b.ru · Омск.')
  })

  it('says that sold-out prices of competitors count, and marks them', async () => {
    await open(`/tyre/T0?date=${DAY}&city=${encodeURIComponent('Томск')}`)
    await heading()
    await expectText(
      card,
      'Наша цена 1-я из 2, на 18,7 % ниже медианы конкурентов (1 600) — с ценами без наличия.',
    )
    await expectText(card, 'Дешевле всех daikon.ru, дороже всех b.ru (нет в наличии).')
    expect(screen.getByRole('row', { name: /^b\.ru/ })).toHaveTextContent('○ нет в наличии')
    expect(card()).not.toHaveTextContent(/(^|\D)0 шт\./)
    fireEvent.click(radio('Все города'))
    const matrix = within(await screen.findByRole('region', { name: 'Цены по сайтам и городам' }))
    expect(matrix.getByRole('img', { name: 'нет в наличии' })).toBeVisible()
  })

  it('names a site once, with its cities', async () => {
    const lines = (cities: string[], price: number) =>
      cities.map((city) => at('CITIES1', 'Шина CITIES1', city, price))
    const day = '2026-02-20'
    await server.importPrices({ site: 'c1.ru', day, lines: lines(['Омск', 'Томск'], 5000) })
    await server.importPrices({ site: 'c2.ru', day, lines: lines(['Омск'], 6000) })
    await open(`/tyre/CITIES1?date=${day}`)
    await heading()
    await expectText(card, 'Дешевле всех c1.ru (Омск, Томск), дороже всех c2.ru · Омск.')
  })

  it.each([
    ['that is unknown', 'Марс'],
    ['longer than the server reads', 'а'.repeat(300)],
  ])('shows prices and history of all cities for a city %s', async (_, city) => {
    const path = `/tyre/T2?date=${DAY}&city=${encodeURIComponent(city)}`
    await open(path)
    await heading()
    await waitFor(() => expect(radio('Все города')).toBeChecked())
    const history = within(await screen.findByRole('region', { name: 'История цен' }))
    expect(await history.findByText(/^Наша цена: 17 апр — нет, 18 апр — /)).toBeVisible()
    expect(history.getByLabelText('Город')).toHaveValue('')
    // The selected city stays in the URL: the next row's tyre may be sold there.
    expect(location.pathname + location.search).toBe(path)
  })

  it('compares with another day', async () => {
    const two = (city: string, price: number) => wholesaleAt('TWO1', 'Шина TWO1', city, price)
    await server.importPrices({
      site: 'w1.ru',
      day: '2026-01-10',
      lines: [two('Омск', 5000), two('Томск', 5000)],
    })
    await server.importPrices({
      site: 'w1.ru',
      day: '2026-01-11',
      lines: [two('Омск', 5400), two('Пермь', 4800)],
    })
    await server.importPrices({
      site: 'w1.ru',
      day: '2026-01-12',
      lines: [two('Омск', 5500), two('Пермь', 4800)],
    })
    // The site has no prices of 10 January, so its former offers are unknown.
    await server.importPrices({ site: 'w2.ru', day: '2026-01-12', lines: [two('Омск', 5600)] })
    await open('/tyre/TWO1?date=2026-01-12')
    await heading()
    await expectText(card, 'выросла на 1,9 %')
    await waitFor(() => expect(screen.getByLabelText('Сравнить с')).toBeEnabled())
    fireEvent.change(screen.getByLabelText('Сравнить с'), { target: { value: '2026-01-10' } })
    await expectText(card, 'выросла на 10,0 %')
    await expectText(card, 'Продавали 10 янв, 12 янв нет: w1.ru · Томск (5 000).')
    expect(card()).toHaveTextContent('Не продавали 10 янв: w1.ru · Пермь (4 800).')
    expect(card()).toHaveTextContent('За 10 янв нет цен: w2.ru.')
    // With a selected city, only new and removed offers in that city are listed.
    fireEvent.click(radio('Пермь'))
    await waitFor(() => expect(card()).not.toHaveTextContent('Продавали 10 янв, 12 янв нет'))
    expect(card()).toHaveTextContent('Не продавали 10 янв: ')
    fireEvent.click(radio('Все города'))
    select(screen.getByLabelText('Сравнить с'), 'предыдущим днём')
    await expectText(card, 'выросла на 1,9 %')
    expect(card()).not.toHaveTextContent(/родавали|За 10 янв/)
  })

  it('offers no day to compare with if only one other day has prices', async () => {
    server.use(
      http.get('/api/companion/freshness', async ({ request }) => {
        const answer = (await (await server.forward(request)).json()) as object
        return HttpResponse.json({ ...answer, days: ['2026-04-17', DAY] })
      }),
    )
    await open(`/tyre/T2?date=${DAY}`)
    expect(await screen.findByRole('rowheader', { name: 'b.ru' })).toBeVisible()
    await waitFor(() => expect(screen.queryByLabelText('Сравнить с')).toBeNull())
    // Only a wholesale price has changed.
    const words = '▲ и ▼ — изменение с предыдущего дня.'
    expect(card()).not.toHaveTextContent(words)
    const kinds = within(screen.getByRole('group', { name: 'Вид цены' }))
    fireEvent.click(kinds.getByRole('radio', { name: 'Оптовая' }))
    expect(await screen.findByText(words)).toBeVisible()
  })

  it('names the sites that sell it no longer, and those whose prices are late', async () => {
    const gone = (city: string) => at('GONE1', 'Шина GONE1', city, 5000)
    await server.importPrices({ site: 'g1.ru', day: '2026-02-10', lines: [gone('Омск'), gone('Томск')] })
    await server.importPrices({ site: 'g2.ru', day: '2026-02-10', lines: [gone('Омск')] })
    await server.importPrices({ site: 'g1.ru', day: '2026-02-11', lines: [gone('Омск')] })
    await open('/tyre/GONE1?date=2026-02-11')
    await heading()
    await expectText(card, 'За 11 фев ещё нет цен: g2.ru (последние за 10 фев).')
    await expectText(card, 'Больше не продают: g1.ru · Томск (5 000).')
  })

  it('offers a later day for a day without prices, or else the history', async () => {
    let lastDay: string | null = DAY
    server.use(
      http.get('/api/companion/tyres/T2', async ({ request }) => {
        const answer = await server.forward(request)
        if (!request.url.includes('date=2026-04-10')) return answer
        return HttpResponse.json({ ...((await answer.json()) as object), last_day: lastDay })
      }),
    )
    await open('/tyre/T2?date=2026-04-10')
    fireEvent.click(await button('Показать цены за 18 апр'))
    await waitFor(() => expect(address()).toBe(`/tyre/T2?date=${DAY}`))
    expect(await screen.findByRole('heading', { name: 'Рынок' })).toBeVisible()
    lastDay = null
    await open('/tyre/T2?date=2026-04-10')
    expect(await screen.findByText('Всё, что о её ценах известно, — ниже, в истории.')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Показать/ })).toBeNull()
  })

  it('is short for a tyre that one site sells in one city', async () => {
    await server.importPrices({
      site: 'daikon.ru',
      day: '2026-03-01',
      lines: [at('ONLY1', 'Шина ONLY1', 'Псков', 5000)],
    })
    await open('/tyre/ONLY1?date=2026-03-01')
    await heading()
    await expectText(card, 'Город: Псков')
    await expectText(card, 'Других цен нет.')
    expect(screen.queryByRole('img', { name: /^Цены от/ })).toBeNull()
  })

  it('begins with the competitors’ median for a tyre that the own site does not sell', async () => {
    const lines = (retail: number) => [at('THEIRS1', 'Шина THEIRS1', 'Псков', retail)]
    await server.importPrices({ site: 'th1.ru', day: '2026-03-05', lines: lines(5000) })
    await server.importPrices({ site: 'th2.ru', day: '2026-03-05', lines: lines(5400) })
    await open('/tyre/THEIRS1?date=2026-03-05')
    await heading()
    await expectText(card, 'Нашей цены нет, медиана конкурентов 5 200.')
    expect(screen.getByRole('img', { name: /сайтов 2$/ })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Решить цену' })).toBeNull()
  })
})

describe('TyreCard with an answer or an address that is wrong', () => {
  it('says that a tyre is unknown, or that the answer is of another tyre', async () => {
    await open('/tyre/NONE')
    expect(await screen.findByText('Такой шины нет: её нет в каталоге или ссылка устарела.')).toBeVisible()
    server.use(
      http.get('/api/companion/tyres/OTHER', ({ request }) =>
        server.forward(new Request(request.url.replace('OTHER', 'T2'), request)),
      ),
    )
    await open('/tyre/OTHER')
    await expectText(card, 'Сервер ответил о другой шине')
    expect(screen.queryByText('Шина 002')).toBeNull()
  })

  it('offers the last day for a day to come, with the words of the server', async () => {
    await open('/tyre/T2?date=2099-12-31')
    expect(await screen.findByText('Эта дата ещё не наступила.')).toBeVisible()
    expect(within(card()).queryByRole('button', { name: 'Повторить' })).toBeNull()
    fireEvent.click(await button('Показать последний день'))
    expect(await heading()).toHaveTextContent('Шина 002')
    expect(address()).toBe('/tyre/T2')
  })

  it('shows the row of the report if the answer is a page', async () => {
    server.use(
      http.get('/api/companion/tyres/T2', () => HttpResponse.html('<!doctype html><title>Вход</title>')),
    )
    await openFromReport('T2')
    await expectText(card, 'Не удалось загрузить карточку. Ответ сервера не распознан.')
    expect(card()).toHaveTextContent('Показано то, что есть в строке отчёта.')
    expect(card()).toHaveTextContent('Томск')
  })

  it.each([
    ['a gateway’s page', () => HttpResponse.html('<!doctype html><title>nginx</title>', { status: 404 })],
    ['from a server without the path', () => HttpResponse.json({ error: 'Не найдено' }, { status: 404 })],
  ])('does not take a 404 that is %s for an unknown tyre', async (_, answer) => {
    server.use(http.get('/api/companion/tyres/T2', answer, { once: true }))
    await open(`/tyre/T2?date=${DAY}`)
    await expectText(card, /Не удалось загрузить карточку\. 404/)
    fireEvent.click(within(card()).getByRole('button', { name: 'Повторить' }))
    expect(await heading()).toHaveTextContent('Шина 002')
  })

  it('has articles with a slash and in Cyrillic', async () => {
    const day = '2026-02-03'
    await server.importPrices({ site: 'slash.ru', day, lines: [at('Ш-1/А б', 'Кириллица', 'Омск', 5000)] })
    await open(`/export/retail?date=${day}`)
    fireEvent.click(await cell('Ш-1/А б'))
    expect(await heading()).toHaveTextContent('Кириллица')
    await open(location.pathname + location.search)
    expect(await heading()).toBeVisible()
    await open(`/tyre/${encodeURIComponent('Ш1АБ')}?date=2026-02-05`)
    fireEvent.click(await button('Показать последние, за 3 фев'))
    await expectText(card, '5 000')
    expect(await heading()).toHaveFocus()
  })
})
