// Specification 23.6, 23.8

import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CompanionFeature } from '../../../contract/companion.ts'
import { PAGE_CALLS } from '../../../contract/pages/page-calls.ts'
import { address, fill, open, pricesServer, select } from '../../../tests/support/prices-app.tsx'
import { productPage } from '../../../tests/support/shop-pages.ts'

// The shop's prices are of today, which other tests must not see.
const server = pricesServer({ shared: false })

const PAGE = '/profile/pages'
const FILE = 'pages.csv'
const HEAD = 'Наш артикул;Адрес страницы;Город'

/** Names of the downloaded files. */
let saved: string[]

beforeEach(() => {
  saved = []
  URL.createObjectURL = () => 'blob:pages'
  URL.revokeObjectURL = () => {}
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
})
afterEach(() => {
  vi.useRealTimers()
})

const product = (tyre: number, over: Parameters<typeof productPage>[0] = {}) =>
  productPage({ name: `Шина ${String(tyre).padStart(3, '0')}`, price: 7_340, ...over })
const heading = () => screen.findByRole('heading', { level: 1, name: 'Страницы' })
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const row = (name: string) => screen.findByRole('row', { name: new RegExp(`^${name}`) })
const rows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1)
const lists = () =>
  server.requests
    .filter(({ method }) => method === 'GET')
    .map(({ url }) => url.replace(location.origin, ''))
    .filter((path) => path.startsWith(PAGE_CALLS.list.path))

async function bring(...lines: string[]): Promise<HTMLElement> {
  const input = await screen.findByLabelText('Загрузить файл')
  fireEvent.change(input, { target: { files: [new File([[HEAD, ...lines].join('\n')], FILE)] } })
  return screen.findByText(new RegExp(`^${FILE}: `))
}
async function choose(name: string, action: string): Promise<void> {
  const within_ = within(await row(name))
  fireEvent.click(within_.getByRole('button', { name: /^Действия/ }))
  fireEvent.click(within_.getByRole('button', { name: action }))
}

const page = (id: number, over: object = {}) => ({
  id,
  address: `https://shop.ru/t${id}`,
  site: 'shop.ru',
  source: 's',
  tyre: `T${id}`,
  tyre_name: `Шина ${id}`,
  city: '',
  state: 'ok',
  message: '',
  origin: 'json-ld',
  place: 'Product › offers › price',
  price: 7_340,
  list_price: null,
  pieces: 1,
  stock: null,
  read_at: '2026-04-18T06:00:00.000Z',
  priced_at: '2026-04-18T06:00:00.000Z',
  added_by: 'anna',
  removable: true,
  ...over,
})
const answers = (get: (query: URLSearchParams) => { pages: object[]; total?: number }) =>
  server.use(
    http.get(PAGE_CALLS.list.path, ({ request }) => {
      const { pages, total = pages.length } = get(new URL(request.url).searchParams)
      return HttpResponse.json({ version: 1, sites: [], pages, total })
    }),
  )
const offeringOnly = (leave: (offer: CompanionFeature) => boolean) =>
  server.use(
    http.get('/api/companion', async ({ request }) => {
      const companion = (await (await server.forward(request)).json()) as { offers: CompanionFeature[] }
      return HttpResponse.json({ ...companion, offers: companion.offers.filter(leave) })
    }),
  )

describe('page of tracked pages (specification 23.8)', () => {
  it('is an entry of the cabinet, and explains how to begin', async () => {
    await open('/profile/account')
    const sidebar = within(await screen.findByRole('navigation', { name: 'Личный кабинет' }))
    fireEvent.click(await sidebar.findByRole('link', { name: 'Страницы' }))
    await heading()
    expect(address()).toBe(PAGE)
    await expect.poll(() => document.title).toBe('Страницы')
    expect(
      await screen.findByText('Откройте карточку шины и нажмите «Следить за ценой на сайте».'),
    ).toBeVisible()
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('is not available where the server does not offer it, and makes no call', async () => {
    offeringOnly((offer) => offer !== 'pages')
    await open(PAGE)
    await waitFor(() => expect(address()).toBe('/profile/account'))
    expect(screen.queryByRole('link', { name: 'Страницы' })).toBeNull()
    expect(lists()).toEqual([])
  })

  it('imports a file, reports its lines, and shows the new pages as soon as they are read', async () => {
    const [first, second] = [
      await server.serveShopPage('/tyre-30', product(30, { price: 1_700 })),
      await server.serveShopPage('/tyre-32', product(32, { price: 9_900 })),
    ]
    await open(PAGE)
    await heading()
    const report = await bring(
      `T30;${first};Томск`,
      `T32;${second};`,
      'NOPE;https://shop.ru/x;',
      `;${first};`,
    )
    expect(report).toHaveTextContent(
      'pages.csv: 4 строки, добавлено 2 страницы, не принято 2. Новые страницы сейчас будут прочитаны.',
    )
    const problems = within(report.parentElement as HTMLElement).getAllByRole('listitem') as HTMLLIElement[]
    expect(problems.map(({ value, textContent }) => [value, textContent])).toEqual([
      [4, 'Шины с артикулом NOPE нет'],
      [5, 'Нет нашего артикула'],
    ])
    // Polled until both are read: the second price is far from the market's.
    await waitFor(async () => expect(await row('Шина 030')).toHaveTextContent('цена взята'))
    await waitFor(async () =>
      expect(await row('Шина 032')).toHaveTextContent(/ждёт решенияЦена на странице 9\s900\s₽/),
    )
    expect(await row('Шина 030')).toHaveTextContent(
      /^Шина 030Томскlocalhost Открыть страницу1\s700цена взятапрочитана .* · добавил: anna/,
    )
    expect(rows()[0]).toBe(await row('Шина 032'))
    expect(within(await row('Шина 030')).getByRole('link', { name: 'Шина 030' })).toHaveAttribute(
      'href',
      '/tyre/T30',
    )
    const again = await bring(`T30;${first};Томск`)
    await waitFor(() => expect(again).toHaveTextContent('1 строка, добавлено 0 страниц, уже известно 1.'))
  })

  it('takes the price that is held back once it is read again and confirmed', async () => {
    await open(`${PAGE}?state=held`)
    await choose('Шина 032', 'Прочитать ещё раз')
    const prices = await dialog('Выберите цену')
    fireEvent.click(prices.getByRole('button', { name: /^Следить( всё равно)?$/ }))
    await screen.findByText(/^За ценой на localhost теперь следят: 9\s900\s₽\.$/)
    expect(await screen.findByText('Таких страниц нет.')).toBeVisible()
    expect(await heading()).toHaveFocus()
  })

  it('is downloaded as a file', async () => {
    await open(PAGE)
    await row('Шина 030')
    fireEvent.click(screen.getByRole('button', { name: 'Скачать страницы: CSV' }))
    await waitFor(() => expect(saved).toEqual(['pages.csv']))
    fireEvent.click(screen.getByRole('button', { name: 'Скачать страницы: Excel' }))
    await waitFor(() => expect(saved).toEqual(['pages.csv', 'pages.xlsx']))
  })

  it('asks before a page is no longer tracked, and shows a refusal', async () => {
    await open(PAGE)
    await choose('Шина 032', 'Больше не следить')
    const asked = await dialog('Больше не следить за ценой на localhost?')
    server.use(
      http.post(
        `${PAGE_CALLS.list.path}/:id/remove`,
        () => HttpResponse.json({ error: 'Эту страницу добавил другой человек' }, { status: 403 }),
        { once: true },
      ),
    )
    fireEvent.click(asked.getByRole('button', { name: 'Больше не следить' }))
    expect(await asked.findByRole('alert')).toHaveTextContent('Эту страницу добавил другой человек')
    fireEvent.click(asked.getByRole('button', { name: 'Больше не следить' }))
    await screen.findByText('За ценой на localhost больше не следят.')
    expect(screen.queryByRole('row', { name: /^Шина 032/ })).toBeNull()
    expect(await heading()).toHaveFocus()
  })

  it('shows why a file was refused', async () => {
    await open(PAGE)
    await heading()
    const input = await screen.findByLabelText('Загрузить файл')
    fireEvent.change(input, { target: { files: [new File(['Код\n1'], FILE)] } })
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Нужны столбцы «Наш артикул» и «Адрес страницы»',
    )
  })
})

describe('list of tracked pages (specification 23.8)', () => {
  it('is filtered by the address, the state and the site', async () => {
    answers((query) => ({ pages: query.get('state') === 'gone' ? [] : [page(1)] }))
    await open(`${PAGE}?site=shop.ru&state=nonsense`)
    await row('Шина 1')
    expect(screen.getByLabelText('Сайт')).toHaveValue('shop.ru')
    expect(lists()).toEqual([`${PAGE_CALLS.list.path}?site=shop.ru`])
    fill(screen.getByLabelText('Сайт'), 'https://www.Other.ru/tyre')
    select(screen.getByLabelText('Состояние'), 'нет на сайте')
    fireEvent.click(screen.getByRole('button', { name: 'Показать' }))
    expect(await screen.findByText('Таких страниц нет.')).toBeVisible()
    expect(address()).toBe(`${PAGE}?state=gone&site=other.ru`)
    fireEvent.click(screen.getByRole('button', { name: 'Сбросить' }))
    await row('Шина 1')
    expect(address()).toBe(PAGE)
    expect(screen.getByLabelText('Сайт')).toHaveValue('')
  })

  it('shows a hundred pages at once, each of them only once', async () => {
    const all = Array.from({ length: 130 }, (_, id) => page(id))
    answers((query) => {
      const from = Number(query.get('from') ?? 0)
      // A page's state changed in between, so that it stands in both answers.
      return { pages: from === 0 ? all.slice(0, 100) : all.slice(99), total: 130 }
    })
    await open(PAGE)
    await row('Шина 99')
    expect(screen.getByRole('status', { name: 'Найдено' })).toHaveTextContent('Показано 100 из 130')
    fireEvent.click(screen.getByRole('button', { name: 'Показать ещё' }))
    await row('Шина 129')
    expect(rows()).toHaveLength(130)
    expect(lists().at(-1)).toBe(`${PAGE_CALLS.list.path}?from=100`)
    expect(screen.getByRole('button', { name: 'Больше страниц нет' })).toHaveAttribute('aria-disabled')
  })

  it('is fetched again as long as a page waits for its first reading', async () => {
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    })
    let state = 'new'
    answers(() => ({ pages: [page(1, state === 'new' ? { state, price: null, read_at: null } : { state })] }))
    await open(PAGE)
    expect(await row('Шина 1')).toHaveTextContent('ещё не прочитана')
    state = 'ok'
    await vi.advanceTimersByTimeAsync(5_000)
    await waitFor(async () => expect(await row('Шина 1')).toHaveTextContent('цена взята'))
    const calls = lists().length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(lists()).toHaveLength(calls)
  })

  it('offers its file to those who decide about matches alone', async () => {
    offeringOnly((offer) => offer !== 'matching')
    answers(() => ({ pages: [page(1, { removable: false, changed_by: 'boris' })] }))
    await open(PAGE)
    const only = await row('Шина 1')
    expect(screen.queryByText('Файл страниц')).toBeNull()
    expect(only).toHaveTextContent('добавил: anna · изменил: boris')
    expect(within(only).queryByRole('button', { name: /^Действия/ })).toBeNull()
  })

  it('says why it could not be loaded, and tries again', async () => {
    server.use(http.get(PAGE_CALLS.list.path, () => HttpResponse.error()))
    await open(PAGE)
    expect(await screen.findByRole('alert')).toHaveTextContent('Нет связи с сервером')
    cleanup()
    server.use(
      http.get(PAGE_CALLS.list.path, () => HttpResponse.json({ error: 'Сломалось' }, { status: 500 }), {
        once: true,
      }),
    )
    await open(PAGE)
    expect(await screen.findByRole('alert')).toHaveTextContent('Сломалось')
    answers(() => ({ pages: [page(1)] }))
    fireEvent.click(screen.getByRole('button', { name: 'Повторить' }))
    expect(await row('Шина 1')).toBeVisible()
  })
})
