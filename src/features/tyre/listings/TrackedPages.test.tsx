// Specification 23.3, 23.8

import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { CompanionFeature } from '../../../../contract/companion.ts'
import { PAGE_CALLS } from '../../../../contract/pages/page-calls.ts'
import { expectText, fill, open, pricesServer } from '../../../../tests/support/prices-app.tsx'
import { DAY } from '../../../../tests/support/sample-prices.ts'
import { productPage } from '../../../../tests/support/shop-pages.ts'

// The shop's prices are of today, which other tests must not see.
const server = pricesServer({ shared: false })
afterEach(() => {
  vi.useRealTimers()
})

const TRACK = 'Следить за ценой на сайте'
const section = () => screen.findByRole('region', { name: 'Как её называют сайты' })
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const card = (tyre: string) => `/tyre/${tyre}?date=${DAY}`
/** Product of a sample tyre, as its shop names it. */
const product = (tyre: number, over: Parameters<typeof productPage>[0] = {}) =>
  productPage({ name: `Шина ${String(tyre).padStart(3, '0')}`, price: 7_340, ...over })
const calls = (beginning: string) =>
  server.requests.filter(({ method, url }) =>
    `${method} ${decodeURIComponent(url.replace(location.origin, ''))}`.startsWith(beginning),
  )
/** Names of the tracked pages' list items, or none. */
const pageItems = async () => {
  const list = within(await section()).queryByRole('list', { name: 'За этими страницами следят' })
  return list ? within(list).getAllByRole('listitem') : []
}
const pageItem = async () => {
  await waitFor(async () => expect(await pageItems()).toHaveLength(1))
  return (await pageItems())[0] as HTMLElement
}

/** Opens the dialog on a tyre's card, and enters an address. */
async function enter(tyre: string, address: string) {
  await open(card(tyre))
  fireEvent.click(within(await section()).getByRole('button', { name: TRACK }))
  const step = await dialog(TRACK)
  fill(step.getByLabelText('Адрес страницы товара'), address)
  return step
}
async function read(tyre: string, address: string): Promise<void> {
  const step = await enter(tyre, address)
  fireEvent.click(step.getByRole('button', { name: 'Прочитать' }))
}
async function track(tyre: string, address: string): Promise<void> {
  await read(tyre, address)
  fireEvent.click((await dialog('Выберите цену')).getByRole('button', { name: /^Следить( всё равно)?$/ }))
  await screen.findByText(/^За ценой на localhost теперь следят/)
}
async function choose(action: string): Promise<void> {
  const item = within(await pageItem())
  fireEvent.click(item.getByRole('button', { name: 'Действия: страница localhost' }))
  fireEvent.click(item.getByRole('button', { name: action }))
}

describe('tracking of a page on the card (specification 23.3)', () => {
  it('reads a page, tracks the chosen price and lists the page', async () => {
    const address = await server.serveShopPage('/tyre-10', product(10))
    const sent: unknown[] = []
    for (const path of [PAGE_CALLS.read.path, PAGE_CALLS.list.path])
      server.use(
        http.post(path, async ({ request }) => {
          sent.push(await request.clone().json())
          return server.forward(request)
        }),
      )
    const step = await enter('T10', '   ')
    expect(step.getByLabelText('Адрес страницы товара')).toHaveAccessibleDescription(
      'Страница этой шины на сайте конкурента.',
    )
    expect(step.getByRole('button', { name: 'Прочитать' })).toHaveAttribute('aria-disabled')
    fill(step.getByLabelText('Адрес страницы товара'), ` ${address}?utm_source=mail `)
    fireEvent.click(step.getByRole('button', { name: 'Прочитать' }))

    const prices = await dialog('Выберите цену')
    const found = prices.getByRole('radio', { name: /^7\s340\s₽ Arktika Шина 010 JSON-LD, Product › offers/ })
    expect(found).toBeChecked()
    expect(found).toHaveFocus()
    const link = prices.getByRole('link', { name: 'Открыть страницу' })
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([address, 'noopener noreferrer'])
    fill(prices.getByLabelText('Город'), ' Томск ')
    fireEvent.click(prices.getByRole('button', { name: /^Следить( всё равно)?$/ }))

    await screen.findByText(/^За ценой на localhost теперь следят: 7\s340\s₽\.$/)
    expect(screen.queryByRole('dialog', { name: 'Выберите цену' })).toBeNull()
    expect(within(await section()).getByRole('heading', { level: 3 })).toHaveFocus()
    const item = await pageItem()
    expect(item).toHaveTextContent(/^localhost7\s340\s₽цена взятаТомскОткрыть страницупрочитана/)
    expect(within(item).getByRole('link', { name: 'Открыть страницу на localhost' })).toHaveAttribute(
      'href',
      address,
    )
    expect(sent).toEqual([
      { tyre: 'T10', address: `${address}?utm_source=mail` },
      { reading: expect.any(String), price: 0, city: 'Томск', zone: expect.any(String) },
    ])
    // Known by a listing of its own, because a person said so.
    await expectText(() => screen.queryByText('решение человека', { exact: false }), 'решение человека')
  })

  it('fetches the card again after the price was imported, unless it was left', async () => {
    const address = await server.serveShopPage('/tyre-12', product(12))
    await read('T12', address)
    const prices = await dialog('Выберите цену')
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.click(prices.getByRole('button', { name: /^Следить( всё равно)?$/ }))
    await screen.findByText(/^За ценой на localhost теперь следят/)
    const before = calls('GET /api/companion/tyres/T12?').length
    await vi.advanceTimersByTimeAsync(3_000)
    await waitFor(() => expect(calls('GET /api/companion/tyres/T12?').length).toBeGreaterThan(before))
    expect(calls(`GET ${PAGE_CALLS.list.path}?tyre=T12`).length).toBeGreaterThan(1)
    fireEvent.click(within(await pageItem()).getByRole('button', { name: /^Действия/ }))
    fireEvent.click(within(await pageItem()).getByRole('button', { name: 'Прочитать ещё раз' }))
    fireEvent.click((await dialog('Выберите цену')).getByRole('button', { name: /^Следить( всё равно)?$/ }))
    await screen.findByText(/^За ценой на localhost теперь следят/)
    cleanup()
    const last = server.requests.length
    await vi.advanceTimersByTimeAsync(10_000)
    expect(server.requests).toHaveLength(last)
  })

  it('warns of a price that may be another tyre’s, and lets the person decide', async () => {
    const html = product(14, { name: 'Michelin X-Ice 205/55 R16 91T', brand: 'Michelin' })
    await read('T14', await server.serveShopPage('/tyre-14', html))
    const prices = await dialog('Выберите цену')
    const found = prices.getByRole('radio')
    expect(found).toBeChecked()
    expect(found).toHaveAccessibleDescription(/^На странице другая шина \(другая марка\): Michelin/)
    fireEvent.click(prices.getByRole('button', { name: 'Следить всё равно' }))
    expect(await pageItem()).toHaveTextContent('цена взята')
  })

  it('blocks a price that cannot be used, and says why', async () => {
    await read('T16', await server.serveShopPage('/tyre-16', product(16, { currency: 'USD' })))
    const prices = await dialog('Выберите цену')
    const found = prices.getByRole('radio')
    expect(found).toBeDisabled()
    expect(found).not.toBeChecked()
    expect(found).toHaveAccessibleDescription('Цена не в рублях: USD')
    expect(prices.getByRole('button', { name: /^Следить( всё равно)?$/ })).toHaveAttribute('aria-disabled')
  })

  it('offers the prices of the page’s texts, with their numbers in a frame without scripts', async () => {
    const texts = '<h1>Шина 028</h1><p class="price">7 340 ₽</p><p class="old">8 000 ₽</p>'
    const html = `<!doctype html><meta charset="utf-8"><title>Шина 028</title>${texts}<script>alert(1)</script>`
    await read('T28', await server.serveShopPage('/tyre-28', html))
    const prices = await dialog('Выберите цену')
    const radios = prices.getAllByRole('radio')
    expect(radios).toHaveLength(2)
    for (const radio of radios) expect(radio).not.toBeChecked()
    expect(prices.getByText('Цены в тексте страницы: 2').closest('details')).toHaveAttribute('open')
    expect(prices.getByRole('button', { name: /^Следить( всё равно)?$/ })).toHaveAttribute('aria-disabled')

    expect(prices.queryByTitle('Тексты страницы с номерами цен')).toBeNull()
    const preview = prices.getByText('Показать страницу').closest('details') as HTMLDetailsElement
    preview.open = true
    const frame = await prices.findByTitle('Тексты страницы с номерами цен')
    expect(frame).toHaveAttribute('sandbox', '')
    expect(frame.getAttribute('srcdoc')).toMatch(/<mark>1<\/mark>[\s\S]*7\s340 ₽/)
    expect(frame.getAttribute('srcdoc')).not.toContain('script')

    fireEvent.click(prices.getByRole('radio', { name: /^7\s340\s₽ .*№ 1 элемент страницы, / }))
    fireEvent.click(prices.getByRole('button', { name: /^Следить( всё равно)?$/ }))
    expect(await pageItem()).toHaveTextContent(/7\s340\s₽цена взята/)
  })

  it('says that a page has no prices, and goes back to its address', async () => {
    const address = await server.serveShopPage(
      '/tyre-18',
      '<!doctype html><title>Шина</title><h1>Шина 018</h1>',
    )
    await read('T18', address)
    await screen.findByText('Цен на странице не видно.')
    const step = await dialog(TRACK)
    expect(step.queryByRole('button', { name: /^Следить/ })).toBeNull()
    fireEvent.click(step.getByRole('button', { name: 'Назад' }))
    expect((await dialog(TRACK)).getByLabelText('Адрес страницы товара')).toHaveValue(address)
  })

  it('reports that it reads, and the server’s refusal in its own words', async () => {
    let answer: (response: Response) => void = () => undefined
    const held = new Promise<Response>((resolve) => {
      answer = resolve
    })
    server.use(http.post(PAGE_CALLS.read.path, () => held))
    await read('T20', 'shop.ru/tyre')
    const step = await dialog(TRACK)
    expect(step.getByRole('status')).toHaveTextContent('Чтение страницы...')
    expect(step.getByRole('button', { name: 'Прочитать' })).toHaveAttribute('aria-disabled')
    answer(
      HttpResponse.json({ error: 'Сайт не разрешает читать эту страницу (robots.txt)' }, { status: 400 }),
    )
    expect(await step.findByRole('alert')).toHaveTextContent('(robots.txt)')
    expect(step.getByRole('status')).toBeEmptyDOMElement()
    const field = step.getByLabelText('Адрес страницы товара')
    expect(field).toHaveValue('shop.ru/tyre')
    fill(field, 'shop.ru/tyre-2')
    expect(step.queryByRole('alert')).toBeNull()
  })

  it('shows why a price was not confirmed, and keeps the choice', async () => {
    await read('T22', await server.serveShopPage('/tyre-22', product(22)))
    const prices = await dialog('Выберите цену')
    const words = 'Эта страница прочитана слишком давно: прочитайте её ещё раз'
    server.use(http.post(PAGE_CALLS.list.path, () => HttpResponse.json({ error: words }, { status: 404 })))
    fireEvent.click(prices.getByRole('button', { name: /^Следить( всё равно)?$/ }))
    expect(await prices.findByRole('alert')).toHaveTextContent(words)
    expect(prices.getByRole('radio')).toBeChecked()
  })

  it('reads a tracked page again at once, with its city', async () => {
    await read('T24', await server.serveShopPage('/tyre-24', product(24)))
    const first = await dialog('Выберите цену')
    fill(first.getByLabelText('Город'), 'Омск')
    fireEvent.click(first.getByRole('button', { name: /^Следить( всё равно)?$/ }))
    await screen.findByText(/^За ценой на localhost теперь следят/)
    await server.serveShopPage('/tyre-24', product(24, { price: 15_100 }))
    await choose('Прочитать ещё раз')
    const prices = await dialog('Выберите цену')
    expect(prices.getByRole('radio', { name: /^15\s100\s₽/ })).toBeChecked()
    expect(prices.getByLabelText('Город')).toHaveValue('Омск')
    fireEvent.click(prices.getByRole('button', { name: /^Следить( всё равно)?$/ }))
    await screen.findByText(/^За ценой на localhost теперь следят: 15\s100\s₽\.$/)
    expect(await pageItem()).toHaveTextContent(/15\s100\s₽/)
  })

  it('asks before a page is no longer tracked', async () => {
    await track('T26', await server.serveShopPage('/tyre-26', product(26)))
    await choose('Больше не следить')
    const asked = await dialog('Больше не следить за ценой на localhost?')
    fireEvent.click(asked.getByRole('button', { name: 'Больше не следить' }))
    await screen.findByText('За ценой на localhost больше не следят.')
    expect(await pageItems()).toEqual([])
    expect(within(await section()).getByRole('heading', { level: 3 })).toHaveFocus()
  })
})

const page = (over: object = {}) => ({
  id: 1,
  address: 'https://shop.ru/t',
  site: 'shop.ru',
  source: 's',
  tyre: 'T2',
  tyre_name: 'Шина 002',
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
const answers = (...pages: object[]) =>
  server.use(
    http.get(PAGE_CALLS.list.path, () =>
      HttpResponse.json({ version: 1, sites: [], pages, total: pages.length }),
    ),
  )

describe('tracked pages of a tyre (specification 23.8)', () => {
  it('name their state and its reason, and that a price is a former one', async () => {
    answers(
      page({ state: 'held', message: 'Цена на странице 15 100 ₽, а была 7 340 ₽: проверьте её' }),
      page({ id: 2, site: 'new.ru', state: 'new', price: null, read_at: null, priced_at: null }),
      page({ id: 3, site: 'other.ru', removable: false, stock: 0, list_price: 8_000, pieces: 4 }),
    )
    await open(card('T2'))
    await waitFor(async () => expect(await pageItems()).toHaveLength(3))
    const [held, unread, other] = await pageItems()
    expect(held).toHaveTextContent(
      /ждёт решенияЦена на странице 15 100 ₽, а была .* проверьте её.*прежняя, за 18 апр/,
    )
    expect(unread).toHaveTextContent(/^new\.ruещё не прочитанаОткрыть страницуПрочитать ещё раз/)
    expect(other).toHaveTextContent(/без скидки 8\s000\s₽ · на странице за 4\sшт\. · нет в наличии/)
    expect(within(other as HTMLElement).queryByRole('button', { name: /^Действия/ })).toBeNull()
  })

  it('are offered where no site is matched yet', async () => {
    server.use(
      http.get('/api/companion/matching/tyres/:key', () =>
        HttpResponse.json({ version: 1, tyre: 77, listings: [] }),
      ),
    )
    await open(card('T2'))
    await screen.findByText('Сайты этой шины ещё не сопоставлены.')
    expect(within(await section()).getByRole('button', { name: TRACK })).toBeVisible()
    expect(await pageItems()).toEqual([])
  })

  it('can be requested again after an error', async () => {
    server.use(
      http.get(PAGE_CALLS.list.path, () => HttpResponse.json({ error: 'Сломалось' }, { status: 500 }), {
        once: true,
      }),
    )
    await open(card('T2'))
    const retry = await screen.findByRole('button', { name: 'Повторить: страницы магазинов' })
    expect(screen.getByText('Не удалось загрузить страницы магазинов. Сломалось')).toBeVisible()
    answers(page())
    fireEvent.click(retry)
    expect(await pageItem()).toHaveTextContent('shop.ru')
  })

  it('are absent, without a call, if the server does not offer them', async () => {
    server.use(
      http.get('/api/companion', async ({ request }) => {
        const companion = (await (await server.forward(request)).json()) as { offers: CompanionFeature[] }
        return HttpResponse.json({ ...companion, offers: companion.offers.filter((one) => one !== 'pages') })
      }),
    )
    await open(card('T2'))
    await within(await section()).findByText('b.ru')
    expect(screen.queryByRole('button', { name: TRACK })).toBeNull()
    expect(calls(`GET ${PAGE_CALLS.list.path}`)).toEqual([])
  })
})
