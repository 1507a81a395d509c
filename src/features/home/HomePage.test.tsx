// Specification 2.3, 2.4, 2.5, 2.6, 2.13, 2.14, 4.1, 18.3, 20.6

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import {
  address,
  anotherBackend,
  open,
  press,
  pricesServer,
  select,
} from '../../../tests/support/prices-app.tsx'
import { DAY } from '../../../tests/support/sample-prices.ts'
import { savedEntry, savedWorker } from '../../../tests/support/saved-worker.ts'
import { preferences } from '../../lib/preferences.ts'

const server = pricesServer()

/** Specification 2.3, in the order of the columns, which is that of the keyboard. */
const CARDS = [
  ['r1', 'Выгрузить все Розничные цены', '/export/retail'],
  ['r2', 'Выгрузить все Розничные цены с формированием Минимальной Розничной цены', '/export/retail/min'],
  ['r3', 'Выгрузить все Розничные цены с формированием Максимальной Розничной цены', '/export/retail/max'],
  ['r4', 'Выгрузить все Розничные цены с формированием Медианной Розничной цены', '/export/retail/median'],
  [
    'r5',
    'Выгрузить все Розничные цены с формированием Минимальной / Медианной / Максимальной Розничной цены',
    '/export/retail/stats',
  ],
  ['o1', 'Выгрузить все Оптовые цены', '/export/wholesale'],
  ['o2', 'Выгрузить все Оптовые цены с формированием Минимальной Оптовой цены', '/export/wholesale/min'],
  ['o3', 'Выгрузить все Оптовые цены с формированием Максимальной Оптовой цены', '/export/wholesale/max'],
  ['o4', 'Выгрузить все Оптовые цены с формированием Медианной Оптовой цены', '/export/wholesale/median'],
  [
    'o5',
    'Выгрузить все Оптовые цены с формированием Минимальной / Медианной / Максимальной Оптовой цены',
    '/export/wholesale/stats',
  ],
  ['a1', 'Выгрузить ВСЕ цены', '/export/all-prices'],
  ['a2', 'Выгрузить предложения на основе массива данных по ценам', '/export/proposals'],
  ['a3', 'Выгрузка отчёта об изменении цен', '/export/price-changes'],
] as const

const cards = async () =>
  within(await screen.findByRole('navigation', { name: 'Отчёты' })).getAllByRole('link')
const tile = async (name: string) =>
  within(await screen.findByRole('region', { name: 'Сегодня' })).findByRole('region', { name })
const back = () => fireEvent.click(screen.getByRole('link', { name: 'Назад' }))
/** Returns a pattern for a page title, which may begin with the number of unread notifications. */
const titled = (title: string) => new RegExp(`^(?:\\(\\d+\\) )?${title}$`)

describe('HomePage', () => {
  it('says that nothing is ready as a whole, and where the rest is that opens without a network', async () => {
    savedWorker({ entries: [savedEntry('GET /api/filters', { kind: 'filters' })] })
    await open('/')
    const ready = within(await tile('Готово без сети'))
    expect(await ready.findByText(/^Целых отчётов пока нет\./)).toBeVisible()
    expect(ready.getByRole('link', { name: 'сохранённых данных' })).toHaveAttribute('href', '/profile/saved')
  })

  it('shows its heading, its title and thirteen cards that are called by code and label', async () => {
    await open('/')
    expect(await screen.findByRole('heading', { name: 'Главная страница' })).toBeVisible()
    await waitFor(() => expect(document.title).toMatch(titled('HomePage')))
    for (const [index, [code, label]] of CARDS.entries())
      expect((await cards())[index]).toHaveAccessibleName(`${code} ${label}`)
    const shown = (link: HTMLElement) =>
      `${link.querySelector('.card-code')?.textContent} ${link.querySelector('[aria-hidden]')?.textContent}`
    expect((await cards()).map(shown)).toEqual([
      'r1 Все розничные',
      'r2 Минимальная',
      'r3 Максимальная',
      'r4 Медианная',
      'r5 Мин / мед / макс',
      'o1 Все оптовые',
      'o2 Минимальная',
      'o3 Максимальная',
      'o4 Медианная',
      'o5 Мин / мед / макс',
      'a1 Все цены',
      'a2 Предложения',
      'a3 Изменение цен',
    ])
  })

  it('leads from each card to the report with the same title', async () => {
    await open('/')
    for (const [index, [, label, route]] of CARDS.entries()) {
      fireEvent.click((await cards())[index] as HTMLElement)
      expect(await screen.findByRole('heading', { level: 1, name: label })).toHaveFocus()
      expect(address()).toBe(route)
      await waitFor(() => expect(document.title).toMatch(titled(label)))
      back()
    }
  })

  it('opens a card on Space, as buttons are pressed', async () => {
    await open('/')
    press((await cards())[5] as HTMLElement, ' ')
    await waitFor(() => expect(address()).toBe('/export/wholesale'))
  })

  it('has the report that was displayed last above the cards, until the user signs out', async () => {
    const last = async () =>
      within(await screen.findByRole('navigation', { name: 'Последний отчёт' })).getByRole('link')
    await open('/')
    await cards()
    expect(screen.queryByRole('navigation', { name: 'Последний отчёт' })).toBeNull()
    await open(`/export/retail?date=${DAY}&brand=Zorki&view=market&competitors=inStock&page=2`)
    await screen.findByText(/^Страница 2 из/)
    back()
    expect(await last()).toHaveTextContent('Розница · Все розничные')
    expect(await last()).toHaveAccessibleName(
      'r1 Выгрузить все Розничные цены 18 апр. 2026 г. · Zorki · Конкуренты в наличии',
    )
    press(await last(), ' ')
    expect(await screen.findByText(/^Страница 1 из/)).toBeVisible()
    expect(await screen.findByRole('grid', { name: /^Рынок/ })).toBeVisible()
    back()
    await last()
    server.use(http.post('/auth/logout', () => HttpResponse.json({})))
    fireEvent.click(screen.getByRole('button', { name: 'anna' }))
    fireEvent.click(screen.getByRole('button', { name: 'Выход' }))
    await screen.findByLabelText('Логин')
    expect(localStorage.getItem('last_report')).toBeNull()
  })

  it('does not have a report without rows as the last one', async () => {
    await open(`/export/retail?date=${DAY}&brand=Zorki`)
    await waitFor(() => expect(localStorage.getItem('last_report')).toContain('Zorki'))
    await open(`/export/wholesale?date=${DAY}&brand=Zorki&site=none.ru`)
    await screen.findByText('Нет данных за выбранный период.')
    expect(localStorage.getItem('last_report')).toMatch(/"retail".*Zorki/)
  })
})

describe('UserMenu', () => {
  it('opens and closes by a click on the username and leads to the cabinet', async () => {
    await open('/')
    const button = await screen.findByRole('button', { name: 'anna' })
    const menu = () => screen.queryByRole('navigation', { name: 'Меню пользователя' })
    expect(menu()).toBeNull()
    fireEvent.click(button)
    const opened = within(menu() as HTMLElement)
    const entries = opened.getAllByRole('link').map(({ textContent }) => textContent)
    expect(entries.slice(0, 2)).toEqual(['Личный кабинет', expect.stringMatching(/^Уведомления\d*$/)])
    expect(opened.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Выход'])
    fireEvent.click(button)
    expect(menu()).toBeNull()
    fireEvent.click(button)
    press(button, 'Escape')
    expect(menu()).toBeNull()
    fireEvent.click(button)
    fireEvent.click(within(menu() as HTMLElement).getByRole('link', { name: 'Личный кабинет' }))
    expect(await within(await screen.findByRole('main')).findByText('anna')).toBeVisible()
    expect(address()).toBe('/profile/account')
    back()
    await cards()
    expect(address()).toBe('/')
  })
})

describe('links to the pages of prices (specification 2.3)', () => {
  const links = async () => {
    await cards()
    const reports = screen.getByRole('navigation', { name: 'Отчёты' }).parentElement as HTMLElement
    const all = within(reports).getAllByRole('link')
    return all.filter((link) => !link.getAttribute('href')?.startsWith('/export/'))
  }
  const words = async () => (await links()).map(({ textContent }) => textContent)

  it('lead to decisions, strategies and totals while no price is decided', async () => {
    await open('/')
    await waitFor(async () => expect(await words()).toEqual(['Решения', 'Стратегии', 'Итоги']))
    expect((await links()).map((link) => link.getAttribute('href'))).toEqual([
      '/decisions',
      '/decisions/strategies',
      '/totals',
    ])
  })

  it('say how many prices are decided', async () => {
    preferences.decisionCount.set(12)
    await open('/')
    expect((await words())[0]).toMatch(/^Решения 12\sцен$/)
  })
})

describe('the tiles of the companion server (specification 2.15)', () => {
  const TODAY = '/api/companion/today'
  /** Makes the server answer with its own summary, modified by these changes. */
  const withToday = (changes: (today: { own: object[] }) => object) =>
    server.use(
      http.get(TODAY, async ({ request }) => {
        const today = (await (await server.forward(request)).json()) as { own: object[] }
        return HttpResponse.json({ ...today, ...changes(today) })
      }),
    )

  it('opens exactly the rows that a site’s number counts', async () => {
    await open('/')
    const falls = within(await tile('Изменения цен')).getByRole('link', { name: 'b.ru, подешевели: 250' })
    fireEvent.click(falls)
    expect(await screen.findByRole('button', { name: 'Подешевели 250', pressed: true })).toBeVisible()
    expect(address()).toMatch(/site=b\.ru/)
  })

  it('opens the market with the own tyres that a number counts', async () => {
    // A number of 0 would have no link.
    withToday(({ own }) => ({ own: own.map((one) => ({ ...one, above: 1 })) }))
    await open('/')
    for (const [label, chip, words] of [
      ['Дороже медианы 1', 'Мы дороже медианы', 'Среди всех выбранных таких шин нет.'],
      ['Дешевле медианы 250', 'Мы дешевле медианы', 'Отобрано среди всех выбранных: 250 шин.'],
      ['Дешевле всех 250', 'Мы дешевле всех', 'Отобрано среди всех выбранных: 250 шин.'],
    ] as const) {
      fireEvent.click(within(await tile('Наши цены')).getByRole('link', { name: label }))
      expect(await screen.findByRole('button', { name: chip, pressed: true })).toBeVisible()
      expect(await screen.findByText(words)).toBeVisible()
      back()
    }
  })

  it('has own prices of the city that was chosen, also at the next visit', async () => {
    await open('/')
    select(within(await tile('Наши цены')).getByLabelText('Город'), 'Томск')
    await open('/')
    expect(within(await tile('Наши цены')).getByLabelText('Город')).toHaveValue('Томск')
    fireEvent.click(within(await tile('Наши цены')).getByRole('link', { name: /Дешевле медианы/ }))
    expect(await screen.findByRole('grid', { name: 'Рынок, Томск' })).toBeVisible()
  })

  it('opens the card of a tyre whose price has changed most', async () => {
    await open('/')
    fireEvent.click(within(await tile('Самые заметные')).getAllByRole('link')[0] as HTMLElement)
    await waitFor(() => expect(address()).toMatch(/\/tyre\/T0/))
    expect(await screen.findByRole('heading', { name: /Шина 000$/ })).toBeVisible()
  })

  it('draws the days before, if at least five have figures', async () => {
    let moved = [5, 6, 7, 8, 9]
    withToday(() => ({ moved: [...Array(30 - moved.length).fill(null), ...moved] }))
    await open('/')
    expect(within(await tile('Изменения цен')).getByRole('img')).toHaveAccessibleName('5 → 9 (+80,0 %)')
    moved = [5, 6, 8, 9]
    await open('/')
    expect(within(await tile('Изменения цен')).queryByRole('img')).toBeNull()
  })

  it('shows an error with a way to try again', async () => {
    server.use(http.get(TODAY, () => HttpResponse.json({ error: 'Занято' }, { status: 500 }), { once: true }))
    await open('/')
    expect(await tile('Цены')).toHaveTextContent('Не удалось загрузить: Занято')
    fireEvent.click(within(await tile('Цены')).getByRole('button', { name: 'Повторить' }))
    expect(await tile('Изменения цен')).toBeVisible()
  })

  it('displays on the first day with prices that there is nothing to compare', async () => {
    withToday(() => ({ sites: [], moves: [] }))
    await open('/')
    expect(await tile('Самые заметные')).toHaveTextContent(
      'Сравнить пока не с чем: раньше этого дня цен нет.',
    )
  })

  it('leads to the sources if there are no prices', async () => {
    server.use(
      http.get(TODAY, () =>
        HttpResponse.json({ version: 1, day: null, sites: [], own: [], moves: [], moved: [] }),
      ),
    )
    await open('/')
    fireEvent.click(within(await tile('Цены')).getByRole('link', { name: /в «Источниках»$/ }))
    await waitFor(() => expect(address()).toBe('/profile/sources'))
  })
})

describe('the tile of own prices before another backend (specification 2.16)', () => {
  const pageOf = (items: readonly object[]) =>
    server.use(
      anotherBackend(),
      http.get('/api/analytics/thresholdAnalyse', () => HttpResponse.json({ items })),
    )

  it('counts the rows of the first page of price changes, and displays that', async () => {
    pageOf(
      [5, 4, 0, -3].map((diff_percent, i) => ({
        specifications: { article: `D${i}`, name: `Шина D${i}` },
        daykon_price: 5000,
        diff_percent,
        highlight: i === 0,
      })),
    )
    await open('/')
    const own = await tile('Наши цены')
    await waitFor(() => expect(own).toHaveTextContent('по первой странице отчёта об изменениях'))
    expect(
      within(own)
        .getAllByRole('link')
        .map(({ textContent }) => textContent?.replaceAll(/\s+/g, ' ')),
    ).toEqual(['Дороже медианы 2', 'По медиане 1', 'Дешевле медианы 1', '◆ больше порога 1'])
    expect(screen.queryByRole('region', { name: 'Изменения цен' })).toBeNull()
    fireEvent.click(within(own).getByRole('link', { name: /Дешевле медианы/ }))
    const grid = await screen.findByRole('grid')
    await waitFor(() => expect(within(grid).getAllByRole('row')[2]).toHaveTextContent('−3,0'))
    expect(server.requests.map(({ url }) => new URL(url).pathname)).not.toContain('/api/companion/today')
  })

  it('advises to choose another day if the day has no changes', async () => {
    pageOf([])
    await open('/')
    const own = await tile('Наши цены')
    await waitFor(() => expect(own).toHaveTextContent('За сегодня изменений цен нет. Выберите другой день'))
  })
})

describe('the unread notifications', () => {
  const news = (id: number, is_read: boolean) => ({
    notification_id: id,
    site: `n${id}.ru`,
    vehicle_type: 'Легковые',
    percent: -12.5,
    date: `2026-04-0${id}T10:00:00Z`,
    is_read,
  })
  const notice = (day: number, what: string) => ({
    id: String(day),
    title: 'Безопасность',
    vehicle_type: 'Безопасность',
    body: `${what}: Chrome, 10.0.0.1.`,
    date: `2026-04-${day}T10:00:00Z`,
    is_read: false,
  })
  const notified = (...notifications: object[]) =>
    server.use(http.get('/api/notifications/getNotifications', () => HttpResponse.json({ notifications })))
  const links = async (name: string) =>
    (await within(await tile(name)).findAllByRole('link')).map(({ textContent }) =>
      textContent?.replaceAll(/\s+/g, ' ').trim(),
    )

  it('are price news, and notices apart from them, however new and many these are', async () => {
    notified(
      news(1, false),
      news(2, true),
      news(3, false),
      news(4, false),
      notice(11, 'Изменён пароль'),
      notice(12, 'Вход с нового устройства'),
      notice(13, 'Вход с нового устройства'),
    )
    await open('/')
    expect(await links('Новости цен')).toEqual([
      'Непрочитанные 3',
      'Легковые · n4.ru −12,5 %',
      'Легковые · n3.ru −12,5 %',
    ])
    expect(await links('Служебные')).toEqual(['и ещё 2', 'Безопасность: Вход с нового устройства'])
    fireEvent.click(within(await tile('Новости цен')).getByRole('link', { name: /n3/ }))
    await waitFor(() => expect(address()).toBe('/profile/notifications?id=3'))
  })

  it('leave out notices if there are none, and say how to get news', async () => {
    notified(news(2, true))
    await open('/')
    expect(await links('Новости цен')).toEqual(['включите уведомления на этом устройстве'])
    expect(screen.queryByRole('region', { name: 'Служебные' })).toBeNull()
  })
})

describe('the room of the views (specification 18.3)', () => {
  const VIEWS = '/api/companion/views'
  const NONE = 'Здесь будут ваши отчёты: выберите в отчёте нужное и нажмите «Сохранить».'

  it('is that of as many cards as there were last, until they are known', async () => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    localStorage.setItem('view_count', '2')
    server.use(
      http.get(VIEWS, async ({ request }) => {
        await held
        return server.forward(request)
      }),
    )
    await open('/')
    await tile('Новости цен')
    expect(document.querySelectorAll('.card-awaited')).toHaveLength(2)
    expect(screen.queryByText(NONE)).toBeNull()
    await act(async () => answer())
    expect(await screen.findByText(NONE)).toBeVisible()
    expect(localStorage.getItem('view_count')).toBe('0')
  })
})
