// Specification 26.11

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { BelowAnswer, BelowRow } from '../../../contract/recommended/below.ts'
import type {
  AcceptedList,
  RecommendedLists,
  RecommendedPreview,
} from '../../../contract/recommended/recommended.ts'
import { cabinetServer, offering, refusal, visit } from '../../../tests/support/cabinet.tsx'
import { stayInYear } from '../../../tests/support/fixed-year.ts'

stayInYear(2026)

const server = cabinetServer()

const ROOT = '/api/companion/recommended'
const row = (over: Partial<BelowRow> = {}): BelowRow => ({
  tyre: 'A1',
  article: 'A1',
  brand: 'Arktika',
  name: 'Polar 205/55 R16',
  recommended: 5000,
  site: 'a.ru',
  own: false,
  city: 'Томск',
  price: 4680,
  percent: 6.4,
  since: '2026-04-17',
  earlier: false,
  imported_at: '2026-04-18T06:12:00Z',
  source: 'Прайс А',
  page: '',
  ...over,
})
const below = (over: Partial<BelowAnswer> = {}): BelowAnswer => ({
  day: '2026-04-18',
  first_day: '2026-04-01',
  last_day: '2026-04-18',
  has_list: true,
  has_prices: true,
  late: [],
  total: 1,
  tyres: 1,
  sites: [
    { site: 'a.ru', own: false, tyres: 38, mean: 6.4, largest: 12 },
    { site: 'daikon.ru', own: true, tyres: 2, mean: 1, largest: 1.5 },
  ],
  brands: ['Arktika', 'Borealis'],
  cities: ['Омск', 'Томск'],
  page: 1,
  pages: 1,
  rows: [row()],
  ...over,
})
const list = (over: Partial<AcceptedList> = {}): AcceptedList => ({
  id: 2,
  file: 'апрель.xlsx',
  restored: 0,
  prices: 300,
  added: 12,
  changed: 5,
  removed: 0,
  largest: -12.5,
  at: '2026-04-18T09:00:00Z',
  by: 'anna',
  ...over,
})
const preview = (over: Partial<RecommendedPreview> = {}): RecommendedPreview => ({
  columns: [
    { name: 'Артикул', examples: ['A1'] },
    { name: 'РРЦ', examples: ['5 000'] },
    { name: 'Опт', examples: ['4 000'] },
  ],
  chosen: { article: 'Артикул', brand: null, price: 'РРЦ', from: null },
  brand_from: '',
  missing: [],
  prices: 4,
  first: [{ article: 'A1', brand: 'Arktika', price: 5000, from: '2026-12-01' }],
  brands: 2,
  skipped: [{ text: 'нет цены', count: 2, examples: ['строка 3', 'строка 4'] }],
  matched: 3,
  tyres: 3,
  unmatched: [{ article: 'Z9', brand: 'Arktika', price: 9000, from: '' }],
  changes: {
    brands: {
      added: 1,
      changed: 2,
      removed: 0,
      same: 1,
      largest: { article: 'A1', brand: 'Arktika', before: 5000, after: 5500, percent: 10 },
    },
    all: { added: 1, changed: 2, removed: 290, same: 1, largest: null },
  },
  warnings: [{ text: 'РРЦ втрое и больше отличается от медианы рынка', count: 1, examples: ['Arktika A1'] }],
  base: 2,
  ...over,
})

let answer: BelowAnswer
let lists: RecommendedLists
/** Path and query of each request that sends something. */
let sent: string[]
beforeEach(() => {
  answer = below()
  lists = { lists: [list(), list({ id: 1, file: 'март.xlsx', prices: 290 })], editable: true }
  sent = []
  server.use(
    offering('security', 'rrp'),
    http.get(ROOT, () => HttpResponse.json(lists)),
    http.get(`${ROOT}/below`, ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get('page') ?? 1)
      return HttpResponse.json({
        ...answer,
        page,
        ...(page > 1 && { rows: [row({ tyre: 'B2', name: 'Вторая' })] }),
      })
    }),
  )
})
const answers = (path: string, reply: () => object | Response) =>
  server.use(
    http.post(`${ROOT}/${path}`, async ({ request }) => {
      const { pathname, searchParams } = new URL(request.url)
      sent.push(
        `${pathname.slice(ROOT.length)} ${searchParams} ${path === 'restore' ? await request.text() : ''}`.trim(),
      )
      const said = reply()
      return said instanceof Response ? said : HttpResponse.json(said)
    }),
  )
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const takeFile = async () => {
  const file = new File(['Артикул;РРЦ\nA1;5000'], 'май.csv', { type: 'text/csv' })
  fireEvent.change(await screen.findByLabelText('Выбрать файл'), { target: { files: [file] } })
}
const said = async (text: string | RegExp) => screen.findByText(text)

describe('report of prices below the recommended ones', () => {
  it('is an entry of the cabinet, and exists only where it is offered', async () => {
    const { addresses } = await visit('/profile/account')
    const sidebar = within(await screen.findByRole('navigation', { name: 'Личный кабинет' }))
    fireEvent.click(await sidebar.findByRole('link', { name: 'РРЦ' }))
    await screen.findByRole('heading', { name: 'Кто продаёт ниже РРЦ' })
    expect(addresses.at(-1)).toBe('/profile/recommended')
  })

  it('leads to the account, without a call, where it is not offered', async () => {
    server.use(offering('security'))
    const { addresses } = await visit('/profile/recommended')
    await waitFor(() => expect(addresses.at(-1)).toBe('/profile/account'))
    expect(server.calls(`GET ${ROOT}`)).toEqual([])
  })

  it('begins with the sites, and proves each price', async () => {
    answer = below({ rows: [row(), row({ city: 'Омск', earlier: true, page: 'https://a.ru/a1' })], total: 2 })
    await visit('/profile/recommended')
    const sites = within(await screen.findByRole('table', { name: 'Кто продаёт ниже РРЦ' }))
    expect(sites.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'СайтШинВ среднемБольше всего',
      'a.ru38−6,4\u00a0%−12,0\u00a0%',
      'daikon.ruнаш2−1,0\u00a0%−1,5\u00a0%',
    ])
    const prices = within(screen.getByRole('table', { name: 'Цены ниже РРЦ' }))
    const [, first, second] = prices.getAllByRole('row')
    expect(first?.textContent).toMatch(
      /^Arktika Polar 205\/55 R16A1a\.ruТомск5.0004.680−6,4.%на 320 ₽с 17 апрзагружена 18 апр, /,
    )
    expect(second?.textContent).toContain('с 17 апр или раньше')
    expect(
      within(second as HTMLElement)
        .getByRole('link', { name: /Открыть страницу/ })
        .getAttribute('href'),
    ).toBe('https://a.ru/a1')
    expect(prices.getAllByRole('link')[0]?.getAttribute('href')).toBe('/tyre/A1?date=2026-04-18')
    expect(screen.getByText('2 цены, 1 шина')).toBeTruthy()
  })

  it('applies filters that are in the address, and a click on a site', async () => {
    const { addresses } = await visit('/profile/recommended?brand=Arktika')
    const form = within(await screen.findByRole('form', { name: 'Отбор цен ниже РРЦ' }))
    expect((form.getByLabelText('Бренд') as HTMLSelectElement).value).toBe('Arktika')
    fireEvent.change(form.getByLabelText('Город'), { target: { value: 'Омск' } })
    fireEvent.change(form.getByLabelText('Не считать до, %'), { target: { value: '1' } })
    await press('Показать')
    await waitFor(() => expect(addresses.at(-1)).toContain('over=1'))
    await press('a.ru')
    await waitFor(() => expect(server.calls(`GET ${ROOT}/below`).at(-1)).toContain('site=a.ru'))
    expect(Object.fromEntries(new URLSearchParams(addresses.at(-1)?.split('?')[1]))).toEqual({
      brand: 'Arktika',
      city: 'Омск',
      over: '1',
      site: 'a.ru',
    })
    await press('Сбросить')
    await waitFor(() => expect(addresses.at(-1)).toBe('/profile/recommended'))
  })

  it('loads further prices, and says when there are none', async () => {
    answer = below({ total: 60, pages: 2 })
    await visit('/profile/recommended')
    await press('Показать ещё')
    await said('Показано 2 из 60')
    expect(screen.getByRole('link', { name: 'Arktika Вторая' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Больше цен нет' })).toBeTruthy()
  })

  it('says that nobody sells below', async () => {
    answer = below({ total: 0, tyres: 0, sites: [], rows: [], pages: 0 })
    await visit('/profile/recommended')
    await said('За 18 апр таких цен нет.')
    expect(screen.queryByRole('button', { name: /Скачать/ })).toBeNull()
  })

  it('names the sites without a list of the day', async () => {
    answer = below({ late: ['zapaska.ru', 'b.ru'] })
    await visit('/profile/recommended')
    await said('Без прайса за 18 апр: zapaska.ru, b.ru')
  })

  it('says that a day has no prices at all', async () => {
    answer = below({ total: 0, tyres: 0, sites: [], rows: [], pages: 0, has_prices: false, late: ['b.ru'] })
    await visit('/profile/recommended?date=2026-04-17')
    await said('Цен за 18 апр нет.')
    expect(screen.queryByText(/Без прайса/)).toBeNull()
  })

  it('folds the conditions beside the search on a phone, and says how many are set', async () => {
    await visit('/profile/recommended?brand=Arktika&over=1&q=polar')
    const unfold = await screen.findByRole('button', { name: 'Условия: 2' })
    expect(unfold.getAttribute('aria-expanded')).toBe('false')
    fireEvent.click(unfold)
    expect(screen.getByRole('button', { name: 'Свернуть' }).getAttribute('aria-expanded')).toBe('true')
    await press('Показать')
    await screen.findByRole('button', { name: 'Условия: 2' })
  })

  it('explains which file is needed while there is no list', async () => {
    answer = below({ has_list: false, total: 0, sites: [], rows: [] })
    await visit('/profile/recommended')
    await screen.findByRole('heading', { name: 'Узнайте, кто продаёт ниже РРЦ' })
    expect((await screen.findByRole('link', { name: 'Загрузить список' })).getAttribute('href')).toBe(
      '/profile/recommended/list',
    )
    screen.getByText('Пример файла')
    expect(screen.getByRole('cell', { name: 'TS12345' })).toBeTruthy()
  })

  it('offers to try again after an error', async () => {
    let fails = true
    server.use(
      http.get(`${ROOT}/below`, () => (fails ? refusal('Нет базы', 500) : HttpResponse.json(answer))),
    )
    await visit('/profile/recommended')
    await said(/Нет базы/)
    fails = false
    await press('Повторить')
    await screen.findByRole('table', { name: 'Цены ниже РРЦ' })
  })
})

describe('list of recommended prices', () => {
  it('is accepted after a preview of what changes', async () => {
    answers('preview', () => preview())
    answers('accept', () => ({ message: 'ok' }))
    await visit('/profile/recommended/list')
    await said(/^300 цен из файла «апрель\.xlsx», .*, anna$/)
    expect(screen.queryByText('Пример файла')).toBeNull()
    await takeFile()
    await said(
      /^Новых 1, изменится 2, исчезнет 0, без изменений 1\. Больше всего: Arktika A1 5.000 → 5.500 ₽ \(\+10,0 %\)\.$/,
    )
    expect(screen.getByText('3 из 4')).toBeTruthy()
    expect(screen.getByText(/отличается от медианы рынка: 1/)).toBeTruthy()
    fireEvent.click(screen.getByRole('radio', { name: 'Заменить весь список' }))
    await said(/исчезнет 290/)
    await press('Принять список')
    await said('Список из файла «май.csv» принят.')
    expect(sent).toEqual(['/preview', '/accept name=%D0%BC%D0%B0%D0%B9.csv&scope=all&base=2'])
    expect(server.calls('GET /api/companion').length).toBeGreaterThan(2)
  })

  it('is read again with the columns that the person chooses', async () => {
    answers('preview', () =>
      preview(
        sent.length < 2
          ? { missing: ['price'], chosen: { article: 'Артикул', brand: null, price: null, from: null } }
          : {},
      ),
    )
    await visit('/profile/recommended/list')
    await takeFile()
    await said('Выберите колонку с ценой.')
    expect(screen.queryByRole('button', { name: 'Принять список' })).toBeNull()
    fireEvent.change(screen.getByRole('combobox', { name: 'РРЦ' }), { target: { value: 'РРЦ' } })
    await screen.findByRole('button', { name: 'Принять список' })
    expect(sent).toEqual(['/preview', '/preview price=%D0%A0%D0%A0%D0%A6'])
  })

  it('is compared again if somebody has changed it', async () => {
    answers('preview', () => preview({ base: sent.length > 2 ? 3 : 2 }))
    answers('accept', () => refusal('Пока вы смотрели, список РРЦ изменили.', 409))
    await visit('/profile/recommended/list')
    await takeFile()
    await press('Принять список')
    await said('Пока вы смотрели, список РРЦ изменили.')
    await press('Посмотреть ещё раз')
    await waitFor(() => expect(sent.filter((path) => path.startsWith('/preview'))).toHaveLength(2))
  })

  it('stays as it is if the file cannot be read', async () => {
    answers('preview', () => refusal('Файл пуст'))
    await visit('/profile/recommended/list')
    await takeFile()
    await said('Файл пуст')
    await press('Отменить')
    expect(screen.getByRole('heading', { name: 'Действующий список' })).toBeTruthy()
  })

  it('is brought back or removed from its history', async () => {
    answers('restore', () => ({ message: 'ok' }))
    await visit('/profile/recommended/list')
    const history = within(await screen.findByRole('table', { name: 'Загрузки' }))
    expect(history.getAllByRole('row')[1]?.textContent).toMatch(
      /annaапрель\.xlsx300новых 12, изменённых 5−12,5.%действует$/,
    )
    await press('Вернуть прежний')
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Вернуть' }))
    await said('Возвращён список «март.xlsx»: 290 цен.')
    await press('Убрать список')
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Убрать' }))
    await said('Список РРЦ убран.')
    expect(sent).toEqual(['/restore  {"list":1,"base":2}', '/restore  {"list":0,"base":2}'])
  })

  it('is only read by sellers', async () => {
    lists = { ...lists, editable: false }
    await visit('/profile/recommended/list')
    await said('Изменить его может аналитик или администратор.')
    expect(screen.queryByLabelText('Выбрать файл')).toBeNull()
    expect(screen.queryByRole('button', { name: /Вернуть|Убрать/ })).toBeNull()
  })
})
