import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { held } from '../../../../../tests/support/cabinet.tsx'
import {
  address,
  anotherBackend,
  open as openAddress,
  press,
  pricesServer,
  reload,
} from '../../../../../tests/support/prices-app.tsx'
import { DAY } from '../../../../../tests/support/sample-prices.ts'

const server = pricesServer()

const open = (report: string, query = '') => openAddress(`/export/${report}?date=${DAY}&view=market${query}`)
/** Part of an address: rows by name, as the report sends them, instead of in groups. */
const BY_NAME = '&sort=tyre'
const market = () => screen.findByRole('grid', { name: /^Рынок/ })
const radio = (name: string) => screen.findByRole('radio', { name })
const button = (name: string) => screen.findByRole('button', { name })
/** Finds a tyre in the table, where its name stands between brand and size. */
const tyre = (name: string) => screen.findByText(new RegExp(`${name}(?!\\d)`))
const heading = () => screen.findByRole('heading', { level: 2, name: /Шина / })
const head = (name: string) => screen.findByRole('columnheader', { name })
const note = (words: string) => waitFor(() => expect(screen.getByText(words)).toBeVisible())
/** Removes the quick filters; the focus moves from the removed button to the results. */
async function showAll(): Promise<void> {
  const all = await button('Показать все')
  all.focus()
  fireEvent.click(all)
  await waitFor(() => expect(screen.getByRole('region', { name: 'Результаты' })).toHaveFocus())
}
/** Returns the texts of a row's cells, by column. */
const row = (index: number) =>
  [...document.querySelectorAll(`[data-row="${index}"] [role=gridcell]`)]
    .toSorted((a, b) => Number(a.getAttribute('aria-colindex')) - Number(b.getAttribute('aria-colindex')))
    .map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '))
const firstTyre = (name: string) => waitFor(() => expect(row(0).join()).toContain(name))
const tinted = () => document.querySelectorAll('[class*="tint-"]').length

describe('MarketTable (specification 17.3)', () => {
  it('opens the card of a tyre, which moves on in the table’s order, and the explanation of a figure', async () => {
    await open('retail', `&in=Томск${BY_NAME}`)
    await market()
    fireEvent.click(await tyre('Шина 002'))
    expect(await heading()).toHaveTextContent('Шина 002')
    press(await heading(), 'ArrowDown')
    await waitFor(async () => expect(await heading()).toHaveTextContent('Шина 004'))
    press(await heading(), 'Escape')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    fireEvent.click(screen.getAllByText('−18,7')[0] as HTMLElement)
    expect(await screen.findByRole('region', { name: /^Почему отклонение/ })).toBeVisible()
  })

  it('opens no card for a cell without a figure', async () => {
    await open('retail', `&in=Омск${BY_NAME}`)
    await market()
    await tyre('Шина 000')
    const cell = (index: number, column: number) =>
      document.querySelector(`[data-row="${index}"] [data-col="${column}"]`) as HTMLElement
    const click = (element: HTMLElement) => {
      fireEvent.pointerDown(element, { pointerType: 'mouse', button: 0 })
      fireEvent.pointerUp(element, { pointerType: 'mouse', button: 0 })
    }
    expect(cell(5, 3)).toHaveTextContent(/^—?$/)
    click(cell(5, 3))
    await waitFor(() => expect(cell(5, 3)).toHaveAttribute('id'))
    click(cell(0, 0))
    expect(await heading()).toHaveTextContent('Шина 000')
    expect(server.requests.filter(({ url }) => url.includes('/tyres/T10'))).toEqual([])
  })

  it('shows the new price of proposals, for one city only', async () => {
    await open('proposals', `&percent=10${BY_NAME}`)
    expect(await head('Новая')).toBeVisible()
    expect(screen.queryByRole('radio', { name: 'Все города' })).toBeNull()
    fireEvent.click(await radio('Томск'))
    // The own wholesale price of 1000, plus 10 %.
    await waitFor(() => expect(row(0).at(8)).toBe('1 100'))
    fireEvent.click(await radio('Список'))
    const list = await screen.findByRole('list', { name: 'Шины' })
    expect(within(list).getAllByRole('listitem')[0]).toHaveTextContent('1 300 → 1 100')
  })

  it('applies two choices made before the address has changed', async () => {
    await open('all-prices', BY_NAME)
    await market()
    const [city, kind] = [await radio('Томск'), await radio('Оптовая')]
    // Within one act, the address changes only afterwards.
    act(() => {
      fireEvent.click(city)
      fireEvent.click(kind)
    })
    expect(await screen.findByRole('grid', { name: 'Рынок, Томск' })).toBeVisible()
    await waitFor(() => expect(address()).toMatch(/kind=wholesale/))
    expect(new URL(location.href).searchParams.get('in')).toBe('Томск')
    await waitFor(() => expect(row(0)[1]).toBe('▾1 000'))
  })

  it('stores that its colours are switched off', async () => {
    await open('retail', `&in=Томск${BY_NAME}`)
    await waitFor(() => expect(tinted()).toBeGreaterThan(0))
    fireEvent.click(await button('Цвета'))
    await waitFor(() => expect(tinted()).toBe(0))
    await reload()
    await tyre('Шина 000')
    expect(tinted()).toBe(0)
  })

  it('ranks prices from the rows alone before another backend', async () => {
    server.use(anotherBackend())
    await open('retail')
    await market()
    await waitFor(() => expect(row(0)[2]).toBe('1 из 2'))
    expect(server.requests.map(({ url }) => url).filter((url) => url.includes('/api/companion/'))).toEqual([])
  })

  it('shows the totals of a selection of at least two prices (specification 17.7)', async () => {
    await open('retail', `&in=Томск${BY_NAME}`)
    const grid = await market()
    const totals = () => screen.queryByText(/^\d+ цен/)
    const own = (await screen.findAllByText('1 300')).find((one) => one.closest('[data-row]')) as HTMLElement
    fireEvent.pointerDown(own, { pointerType: 'mouse', button: 0 })
    fireEvent.pointerUp(own, { pointerType: 'mouse', button: 0 })
    expect(totals()).toBeNull()
    press(grid, 'ArrowDown', { shiftKey: true })
    await waitFor(() =>
      expect(totals()).toHaveTextContent(
        /^2 цены · мин. 1 300 · среднее 1 301 · медиана 1 301 · макс. 1 302$/,
      ),
    )
  })
})

describe('MarketTable’s marks of unsure matches (specification 21.6)', () => {
  const UNSURE = '/api/companion/matching/unsure'
  const calls = () => server.requests.filter(({ url }) => new URL(url).pathname === UNSURE)
  const marks = () => screen.queryAllByRole('img', { name: /^Сопоставлено неуверенно/ })

  it('are on the prices of these sites, requested once for the page', async () => {
    server.use(
      http.get(UNSURE, () =>
        HttpResponse.json({
          version: 1,
          unsure: [
            { key: 'T2', site: 'b.ru', score: 0.8299 },
            { key: 'T4', site: 'daikon.ru', score: 0.5 },
            { key: 'T6', site: 'gone.ru', score: 0.5 },
          ],
        }),
      ),
    )
    await open('retail', `&in=Томск${BY_NAME}`)
    await market()
    await waitFor(() => expect(marks()).toHaveLength(2))
    expect(row(1).some((text) => text?.startsWith('≈▴1 602'))).toBe(true)
    expect(row(2)[1]).toBe('≈▾1 304')
    expect(marks()[0]).toHaveAttribute('title', 'Сопоставлено неуверенно, 82\u00a0%')
    expect(document.querySelector('.table-legend')).toHaveTextContent('≈ сопоставлено неуверенно')
    const asked = calls().map(({ url }) => new URL(url).searchParams.getAll('keys'))
    expect(asked).toHaveLength(1)
    expect(asked[0]).toHaveLength(100)
    expect(asked[0]).toContain('T2')
  })

  it('never delay the table, and are missing if their request fails', async () => {
    const failed = held()
    server.use(http.get(UNSURE, failed.answer))
    await open('retail', `&in=Томск${BY_NAME}`)
    await market()
    await firstTyre('Шина 000')
    await waitFor(() => expect(calls()).toHaveLength(1))
    await failed.release(HttpResponse.json({ error: 'Занято' }, { status: 500 }))
    expect(row(0)[1]).toBe('▾1 300')
    expect(marks()).toEqual([])
    expect(document.querySelector('.table-legend')).not.toHaveTextContent('≈')
  })

  it('are requested neither for another layout nor from a server that does not offer listings', async () => {
    await openAddress(`/export/retail?date=${DAY}`)
    await tyre('Шина 000')
    server.use(
      http.get('/api/companion', async ({ request }) => {
        const companion = (await (await server.forward(request)).json()) as { offers: string[] }
        return HttpResponse.json({
          ...companion,
          offers: companion.offers.filter((one) => one !== 'listings'),
        })
      }),
    )
    await open('retail', '&in=Томск')
    await market()
    // Loaded from the same chunk.
    await button('Столбцы')
    expect(calls()).toEqual([])
  })
})

describe('MarketTable’s order before another backend (specification 17.5)', () => {
  it('sorts this page by a click on a head, says so, and stays after a reload', async () => {
    server.use(anotherBackend())
    await open('retail', '&in=Томск')
    await firstTyre('Шина 192')
    fireEvent.click(await head('Наша цена'))
    await note('Строки этой страницы — по столбцу «Томск · Мы · Наша цена», по возрастанию.')
    await firstTyre('Шина 000')
    fireEvent.click(await head('Наша цена'))
    await note('Строки этой страницы — по столбцу «Томск · Мы · Наша цена», по убыванию.')
    expect(await head('Наша цена')).toHaveAttribute('aria-sort', 'descending')
    await firstTyre('Шина 198')
    await reload()
    await note('Строки этой страницы — по столбцу «Томск · Мы · Наша цена», по убыванию.')
    fireEvent.click(await button('Вернуть порядок отчёта'))
    await firstTyre('Шина 192')
    await waitFor(() => expect(address()).not.toMatch(/sort=/))
  })

  it('changes by keyboard in the documents’ table', async () => {
    server.use(anotherBackend())
    await openAddress(`/export/retail?date=${DAY}&brand=Zorki`)
    const grid = await screen.findByRole('grid')
    await tyre('Шина 001')
    grid.focus()
    press(grid, 'ArrowRight')
    press(grid, 'ArrowRight')
    press(grid, 'ArrowDown', { altKey: true })
    await waitFor(async () => expect(await head('Название')).toHaveAttribute('aria-sort', 'descending'))
    expect(await tyre('Шина 199')).toBeVisible()
    press(grid, 'ArrowDown', { altKey: true })
    await waitFor(async () => expect(await head('Название')).not.toHaveAttribute('aria-sort'))
    expect(grid).toHaveFocus()
  })
})

describe('competitors in stock (specification 17.11)', () => {
  /** Returns the heads of the groups with own prices. */
  const groups = () =>
    screen
      .getAllByRole('button', { name: /^(Наши с|Только у нас)/ })
      .map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '))
  const chip = () => button('Конкуренты в наличии')

  // Competitor b.ru has no stock of the first tyre in Tomsk.
  it.each([
    ['of all rows, which the server counts', [], 249, 1],
    ['of the page, which another backend leaves to it', [anotherBackend], 99, 1],
  ])('leave sold-out prices out of the groups %s', async (_, backends, compared, ours) => {
    server.use(...backends.map((backend) => backend()))
    // On the first page, because the other group is folded.
    await open('retail', '&in=Томск&fold=compared')
    await market()
    expect(groups()).toEqual([`Наши с конкурентами ${compared + ours}`])
    const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
    const soldOut = 'Цены конкурентов, которых нет в наличии, не считаются.'
    expect(said()).not.toContain(soldOut)
    fireEvent.click(await chip())
    await waitFor(() => expect(said()).toContain(soldOut))
    await waitFor(() => expect(groups()).toEqual([`Наши с конкурентами ${compared}`, `Только у нас ${ours}`]))
    expect(address()).toMatch(/competitors=inStock/)
    await reload()
    expect(await chip()).toHaveAttribute('aria-pressed', 'true')
    fireEvent.click(await radio('Список'))
    await waitFor(() => expect(screen.getByText('У конкурентов в наличии нет.')).toBeVisible())
    fireEvent.click(await chip())
    await waitFor(() => expect(address()).not.toMatch(/competitors/))
    expect(said()).toContain('Считаются цены всех конкурентов.')
    await waitFor(() => expect(screen.queryByText('У конкурентов в наличии нет.')).toBeNull())
  })
})

describe('quick filters before another backend (specification 17.6)', () => {
  it('offer the changed tyres for the report of price changes only', async () => {
    server.use(anotherBackend())
    await open('retail', '&in=Томск')
    await button('Только в наличии')
    expect(screen.queryByRole('button', { name: 'Только изменившиеся' })).toBeNull()
    await open('price-changes', '&in=Томск')
    fireEvent.click(await button('Только изменившиеся'))
    await note('Показаны 100 из 100 строк этой страницы.')
  })

  it('narrow this page, and say how many of its rows are left', async () => {
    server.use(anotherBackend())
    await open('retail', '&in=Томск')
    fireEvent.click(await button('Мы дороже медианы'))
    await note('На этой странице таких шин нет.')
    fireEvent.click(await radio('Список'))
    await note('На этой странице таких шин нет.')
    fireEvent.click(await radio('Рынок'))
    await showAll()
    fireEvent.click(await button('Только в наличии'))
    await note('Показаны 100 из 100 строк этой страницы.')
    fireEvent.click(await radio('Омск'))
    await note('На этой странице таких шин нет.')
  })
})

describe('the order of a result set (specification 17.5 and 10.26)', () => {
  it('is taken from a link to one of its pages', async () => {
    const sort = encodeURIComponent('["Омск","b.ru","","retail"]')
    await openAddress(`/export/all-prices?date=${DAY}&sort=-${sort}&page=2`)
    expect(await tyre('Шина 149')).toBeVisible()
    expect(document.body).toHaveTextContent('«Омск · b.ru · Розн. цена», по убыванию.')
  })

  it('is the report’s if the link names an unknown column', async () => {
    await openAddress(`/export/retail?date=${DAY}&sort=unknown`)
    expect(await tyre('Шина 000')).toBeVisible()
    expect(document.body).not.toHaveTextContent('по столбцу')
  })

  it('is the order in which a card moves on', async () => {
    await open('retail', '&in=Томск&sort=-market.own')
    fireEvent.click(await tyre('Шина 249'))
    expect(await heading()).toHaveTextContent('Шина 249')
    press(await heading(), 'ArrowDown')
    await waitFor(async () => expect(await heading()).toHaveTextContent('Шина 248'))
  })
})

describe('quick filters over a result set (specification 17.6 and 10.26)', () => {
  const none = 'Среди всех выбранных таких шин нет.'

  it('narrow all pages, and say how many tyres are left', async () => {
    await open('retail', '&in=Томск&page=2')
    fireEvent.click(await button('Мы дороже медианы'))
    await note(none)
    expect(await button('Мы дороже медианы')).toHaveAttribute('aria-pressed', 'true')
    fireEvent.click(await radio('Список'))
    await note(none)
    await showAll()
    fireEvent.click(await radio('Рынок'))
    fireEvent.click(await button('Только в наличии'))
    await note('Отобрано среди всех выбранных: 250 шин.')
    // The documents' table has no quick filters.
    fireEvent.click(await button('Вперёд →'))
    expect(await screen.findByText(/^Страница 2 из 3/)).toBeVisible()
    fireEvent.click(await radio('Омск'))
    await note(none)
    fireEvent.click(await radio('Таблица'))
    expect(await screen.findByText(/^Страница 1 из 3/)).toBeVisible()
  })

  it('leave the tyres whose prices have changed since the sites’ previous days', async () => {
    const at = (article: string, retail: number) =>
      [
        { article, name: `Шина ${article}` },
        { retail, stock: 5 },
      ] as const
    await server.importPrices({
      site: 'moves.ru',
      day: '2026-03-03',
      lines: [at('MOVES1', 5000), at('MOVES2', 5000)],
    })
    await server.importPrices({
      site: 'moves.ru',
      day: '2026-03-04',
      lines: [at('MOVES1', 5000), at('MOVES2', 5100)],
    })
    await openAddress('/export/retail?date=2026-03-04&view=market&in=Томск')
    fireEvent.click(await button('Только изменившиеся'))
    await note('Отобрано среди всех выбранных: 1 шина.')
    expect(await tyre('Шина MOVES2')).toBeVisible()
    expect(screen.queryByText('Шина MOVES1')).toBeNull()
  })
})
