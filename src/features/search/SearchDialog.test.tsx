// Specification 16.6

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  address,
  anotherBackend,
  fill,
  open,
  press,
  pricesServer,
} from '../../../tests/support/prices-app.tsx'
import { DAY } from '../../../tests/support/sample-prices.ts'

const server = pricesServer()
const SEARCH = '/api/companion/search'

beforeAll(() => {
  const iceGuard = { article: 'SE1', brand: 'Yokohama', name: '205/55R16 91T iceGuard IG60 TL' }
  const hakka = { brand: 'Nokian Tyres', loadIndex: '104', speedIndex: 'T' }
  return server.importPrices({
    site: 's1.ru',
    day: DAY,
    lines: [
      [iceGuard, { city: 'Томск', retail: 5000, wholesale: 4500, stock: 4 }],
      [iceGuard, { city: 'Омск', retail: 5400, wholesale: 4700, stock: 4 }],
      [
        { ...hakka, article: 'SE/2', name: 'Hakkapeliitta R5 235/55R18', width: '235', diameter: '18' },
        { city: 'Омск', retail: 9000, stock: 4 },
      ],
      [
        { ...hakka, article: 'SE3', name: 'Hakkapeliitta R5 205/55R16' },
        { city: 'Омск', retail: 7000, stock: 4 },
      ],
    ],
  })
})

const field = () => screen.findByRole('combobox', { name: 'Поиск шины' })
const isClosed = () => screen.queryByRole('combobox', { name: 'Поиск шины' }) === null
const opener = () => screen.findByRole('button', { name: 'Поиск шины' })
const options = () => {
  const list = screen.queryByRole('listbox', { name: 'Найденные шины' })
  return list ? within(list).queryAllByRole('option') : []
}
const found = async (words: string): Promise<HTMLElement> => {
  await waitFor(() => expect(options()[0]).toHaveTextContent(words))
  return options()[0] as HTMLElement
}

async function search(text: string): Promise<void> {
  fireEvent.click(await opener())
  fill(await field(), text)
}

describe('SearchDialog (specification 16.5)', () => {
  it('finds a tyre as people type it, with its prices, and opens its card on Enter', async () => {
    await open('/')
    await search('йокохама айсгард')
    const tyre = await found('iceGuard IG60')
    expect(tyre).toHaveTextContent('Розница 5 000–5 400 ₽')
    expect(tyre).toHaveTextContent('Опт 4 500–4 700 ₽')
    expect(tyre).toHaveTextContent('2 города')
    expect([...tyre.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
      'Yokohama',
      'iceGuard',
    ])
    expect(screen.getByText(/Найдено: 1 шина/)).toHaveAttribute('role', 'status')
    press(await field(), 'Enter')
    await waitFor(() => expect(address()).toBe('/tyre/SE1'))
    expect(await screen.findByRole('heading', { level: 2, name: /iceGuard IG60/ })).toHaveFocus()
  })

  it('moves from the card of one tyre to another, whose heading gets the focus', async () => {
    await open('/tyre/SE1')
    await screen.findByRole('heading', { level: 2, name: /iceGuard IG60/ })
    press(document.body, '/')
    fill(await field(), 'SE/2')
    await found('235/55R18')
    press(await field(), 'Enter')
    await waitFor(() => expect(address()).toBe('/tyre/SE2'))
    expect(await screen.findByRole('heading', { level: 2, name: /235\/55R18/ })).toHaveFocus()
  })

  it('opens a tyre whose key has half of a character', async () => {
    server.use(
      http.get(
        SEARCH,
        () =>
          new HttpResponse('{"version":1,"day":null,"total":1,"tyres":[{"key":"A\\ud800","name":"Polar"}]}', {
            headers: { 'content-type': 'application/json' },
          }),
      ),
    )
    await open('/')
    await search('polar')
    fireEvent.click(await found('Polar'))
    await waitFor(() => expect(location.pathname).toBe('/tyre/A%EF%BF%BD'))
  })

  it('is opened by / and Ctrl+K, and walked through by arrows', async () => {
    await open('/')
    await opener()
    press(document.body, '/')
    await field()
    fireEvent(screen.getByRole('dialog', { name: 'Поиск шины' }), new Event('close'))
    await waitFor(() => expect(isClosed()).toBe(true))
    press(await opener(), 'k', { code: 'KeyK', ctrlKey: true })
    const input = await field()
    fill(input, 'хака')
    await waitFor(() => expect(options()).toHaveLength(2))
    const chosen = () => {
      const id = input.getAttribute('aria-activedescendant')
      expect(within(screen.getByRole('dialog')).getByRole('option', { selected: true }).id).toBe(id)
      return id
    }
    const before = chosen()
    press(input, 'ArrowDown')
    expect(chosen()).not.toBe(before)
    press(input, 'ArrowDown')
    expect(chosen()).toBe(before)
  })

  it('takes Ctrl+F beside virtual rows alone, and says how to search the browser’s way', async () => {
    await open('/')
    await opener()
    const find = () => fireEvent.keyDown(document.body, { key: 'а', code: 'KeyF', ctrlKey: true })
    // fireEvent returns false once the browser's own action is prevented.
    expect(find()).toBe(true)
    await open(`/export/all-prices?date=${DAY}`)
    await screen.findByText('T4')
    expect(find()).toBe(false)
    expect(await field()).toBeVisible()
    expect(await screen.findByText(/Ctrl F ещё раз — поиск браузера/)).toBeVisible()
  })

  it('leaves a slash in a field alone', async () => {
    await open(`/export/all-prices?date=${DAY}`)
    press(await screen.findByLabelText('Дата'), '/')
    expect(isClosed()).toBe(true)
  })

  it('opens beside a card', async () => {
    await open(`/export/all-prices?date=${DAY}`)
    const cell = await screen.findByText('T4')
    fireEvent.click(cell)
    await screen.findByRole('heading', { name: /Шина 004$/ })
    press(document.activeElement, '/')
    expect(await field()).toBeVisible()
  })

  it('groups by size if a size was typed', async () => {
    await open('/')
    await search('зима 205/55')
    const sizes = await screen.findByRole('group', { name: '205/55 R16' })
    expect(within(sizes).getAllByRole('option').length).toBeGreaterThan(0)
    fill(await field(), 'yokohama')
    await waitFor(() =>
      expect(within(screen.getByRole('group', { name: 'Шины' })).getAllByRole('option')).toHaveLength(1),
    )
  })

  it('uses only the last answer, also for Enter', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    server.use(
      http.get(SEARCH, async ({ request }) => {
        if (request.url.includes('yokohama')) await released
        return server.forward(request)
      }),
    )
    await open('/')
    await search('хака')
    await waitFor(() => expect(options()).toHaveLength(2))
    fill(await field(), 'yokohama')
    // The list still contains the results for the former text.
    press(await field(), 'Enter')
    expect(isClosed()).toBe(false)
    release()
    await waitFor(() => expect(address()).toBe('/tyre/SE1'))
  })

  it('displays examples of queries if nothing is found', async () => {
    await open('/')
    await search('такой нет')
    expect(await screen.findByText('Ничего не найдено.')).toBeVisible()
    expect(screen.getByText(/Можно искать по размеру/)).toBeVisible()
    for (const text of ['!!!', '😀', 'я'.repeat(10_000)]) {
      fill(await field(), 'хака')
      await waitFor(() => expect(options()).toHaveLength(2))
      fill(await field(), text)
      expect(await screen.findByText('Ничего не найдено.')).toBeVisible()
    }
  })

  it('shows an error, and tries again', async () => {
    server.use(
      http.get(SEARCH, () => HttpResponse.json({ error: 'Внутренняя ошибка' }, { status: 500 }), {
        once: true,
      }),
    )
    await open('/')
    await search('yokohama')
    await waitFor(() =>
      expect(
        screen
          .getAllByRole('alert')
          .map(({ textContent }) => textContent)
          .join(),
      ).toContain('Внутренняя ошибка'),
    )
    fireEvent.click(screen.getByRole('button', { name: 'Повторить' }))
    await waitFor(() => expect(options()).toHaveLength(1))
  })

  it('offers the tyres that were opened, until the user signs out', async () => {
    await open('/')
    await search('SE/2')
    fireEvent.click(await found('235/55R18'))
    await waitFor(() => expect(address()).toBe('/tyre/SE2'))
    await open('/')
    fireEvent.click(await opener())
    const recent = await screen.findByRole('listbox', { name: 'Недавние' })
    expect(
      within(recent)
        .getAllByRole('option')
        .map(({ textContent }) => textContent?.trim()),
    ).toEqual(['Nokian Tyres Hakkapeliitta R5 235/55R18'])
    fireEvent(screen.getByRole('dialog', { name: 'Поиск шины' }), new Event('close'))
    server.use(http.post('/auth/logout', () => HttpResponse.json({})))
    fireEvent.click(screen.getByRole('button', { name: 'anna' }))
    fireEvent.click(screen.getByRole('button', { name: 'Выход' }))
    await screen.findByLabelText('Логин')
    expect(localStorage.getItem('recent_tyres')).toBeNull()
  })
})

describe('a report of what was searched for (specification 16.7)', () => {
  const rowCount = () => Number(screen.queryByRole('grid')?.getAttribute('aria-rowcount'))

  it('lists only the found tyres in the report, displays the search, and can remove it', async () => {
    await open('/')
    await search('хака р5')
    await waitFor(() => expect(options()).toHaveLength(2))
    fireEvent.click(screen.getByRole('button', { name: 'Все в отчёте' }))
    await waitFor(() => expect(address()).toMatch(/^\/export\/all-prices\?.*q=/))
    expect((await screen.findAllByText('Поиск: «хака р5»'))[0]).toBeVisible()
    expect(await screen.findByText('SE/2')).toBeVisible()
    expect([4, 5]).toContain(rowCount())
    fireEvent.click(screen.getByRole('button', { name: 'Убрать поиск' }))
    await waitFor(() => expect(rowCount()).toBeGreaterThan(200))
    expect(address()).not.toMatch(/q=/)
  })

  it('counts the found tyres with prices, and is not offered if none has any', async () => {
    const brand = 'Sava'
    await server.importPrices({
      site: 's1.ru',
      day: '2020-01-09',
      lines: [
        [
          { article: 'SV1', brand, name: 'Sava Eskimo 205/55R16' },
          { retail: 4000, stock: 4 },
        ],
      ],
    })
    await server.importPrices({
      site: 's2.ru',
      day: DAY,
      lines: [
        [
          { article: 'SV2', brand, name: 'Sava Intensa 205/55R16' },
          { retail: 4100, stock: 4 },
        ],
      ],
    })
    await open('/')
    await search('sava')
    expect(await screen.findByText('Найдено: 2 шины, с ценами 1')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Все в отчёте' })).toBeVisible()
    fill(await field(), 'sava eskimo')
    expect(await screen.findByText('Найдено: 1 шина, с ценами 0')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Все в отчёте' })).toBeNull()
  })

  it('keeps the layout, the city and the kind of price of the report it is opened from', async () => {
    await open(
      `/export/wholesale?date=${DAY}&view=market&in=${encodeURIComponent('Омск')}&kind=wholesale&brand=Nokian`,
    )
    await search('хака р5')
    await waitFor(() => expect(options()).toHaveLength(2))
    fireEvent.click(screen.getByRole('button', { name: 'Все в отчёте' }))
    await waitFor(() => expect(location.pathname).toBe('/export/all-prices'))
    const { q, view, in: city, kind, brand } = Object.fromEntries(new URLSearchParams(location.search))
    expect({ q, view, city, kind, brand }).toEqual({
      q: 'хака р5',
      view: 'market',
      city: 'Омск',
      kind: 'wholesale',
      brand: undefined,
    })
  })

  it('is not requested from a backend without a search', async () => {
    server.use(anotherBackend())
    await open(`/export/all-prices?date=${DAY}&q=yokohama`)
    expect(await screen.findByText('T4')).toBeVisible()
    expect(screen.queryByText('Поиск: «yokohama»')).toBeNull()
    const lists = server.requests.filter(({ url }) => url.includes('/api/analytics/'))
    expect(lists.length).toBeGreaterThan(0)
    expect(lists.filter(({ url }) => url.includes('q='))).toEqual([])
  })
})
