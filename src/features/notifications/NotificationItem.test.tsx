// Specification 3.19, 25.8

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { offering, visit } from '../../../tests/support/cabinet.tsx'
import {
  actions,
  bodies,
  HERE,
  isExpanded,
  itemOf,
  MARK,
  moment,
  notificationsPage,
  ok,
  press,
  READ,
  THREE,
  toggleOf,
} from '../../../tests/support/notifications-page.tsx'

const { server, has, posts } = notificationsPage()

describe('NotificationItem (specification 3.9)', () => {
  it('shows title, percent, time and body', async () => {
    has([{ ...THREE[0], date: '2026-04-18T08:30:00' }])
    await visit(HERE)
    const item = within(await itemOf('Первое'))
    expect(item.getByText('Легковая · a.ru')).toBeTruthy()
    expect(item.getByText('−12,5 %').dataset.trend).toBe('fall')
    expect(item.getByText('18.04.2026, 08:30')).toBeTruthy()
  })

  it('is titled by its id if it has no vehicle type and site', async () => {
    has([{ notification_id: 'a-7', body: 'Текст' }])
    await visit(HERE)
    expect(within(await itemOf('Текст')).getByText('Уведомление a-7')).toBeTruthy()
  })

  it('shows no percent if it has none', async () => {
    has(THREE)
    await visit(HERE)
    expect((await itemOf('Второе')).textContent).not.toContain('%')
  })

  it('has the current time if it has no date', async () => {
    vi.setSystemTime(new Date(2026, 3, 18, 9, 5))
    has(THREE)
    await visit(HERE)
    expect(within(await itemOf('Второе')).getByText('18.04.2026, 09:05')).toBeTruthy()
  })

  it.each([
    [{ type: 'success' }, 'Успех'],
    [{ type: 'error' }, 'Ошибка'],
    [{ vehicle_type: 'invitation' }, 'Приглашение'],
    [{}, 'Информация'],
  ])('%j has the icon of its type', async (of, name) => {
    has([{ notification_id: 1, body: 'Текст', ...of }])
    await visit(HERE)
    expect(within(await itemOf('Текст')).getByRole('img', { name })).toBeTruthy()
  })

  it('expands and collapses by a click on its button or elsewhere on it', async () => {
    has(THREE)
    await visit(HERE)
    expect(await isExpanded('Первое')).toBe('false')
    fireEvent.click(await toggleOf('Первое'))
    expect(await isExpanded('Первое')).toBe('true')
    expect(screen.getByText('Первое').dataset.expanded).toBe('true')
    expect(await isExpanded('Второе')).toBe('false')
    fireEvent.click(screen.getByText('Первое'))
    expect(await isExpanded('Первое')).toBe('false')
  })

  it('does not collapse while its text is being selected', async () => {
    has(THREE)
    await visit(HERE)
    fireEvent.click(await toggleOf('Первое'))
    vi.spyOn(window, 'getSelection').mockReturnValue({ isCollapsed: false } as Selection)
    fireEvent.click(screen.getByText('Первое'), { detail: 1 })
    expect(await isExpanded('Первое')).toBe('true')
  })

  it('shows its body as text, never as HTML', async () => {
    const body = '<img src=x onerror="alert(1)"><b>жирно</b>'
    has([{ notification_id: 1, vehicle_type: '<i>тип</i>', body }])
    await visit(HERE)
    expect((await itemOf(body)).querySelector('img, b, i')).toBeNull()
    expect(screen.getByText('<i>тип</i>')).toBeTruthy()
  })

  it('has three actions, marking as read only when unread', async () => {
    has(THREE)
    await visit(HERE)
    expect(await actions('Первое')).toEqual([MARK, 'Скачать таблицу', 'Удалить'])
    expect(await actions('Второе')).toEqual(['Скачать таблицу', 'Удалить'])
  })

  it('is not expanded by its actions', async () => {
    has(THREE)
    posts(READ, ok)
    await visit(HERE)
    await press('Первое', MARK)
    await moment()
    expect(await isExpanded('Первое')).toBe('false')
  })
})

describe('NotificationItem with a notice about the account (specification 11.9)', () => {
  const TOLD = {
    notification_id: 9,
    vehicle_type: 'Безопасность',
    site: '',
    percent: null,
    day: '2026-04-18',
    date: '2026-04-18T08:30:00',
    body: 'Вход с нового устройства: Chrome, Windows.',
    tyres: [],
  }

  it('has no table, report or percent, and links to the security page', async () => {
    server.use(offering('security'))
    has([TOLD])
    const { addresses } = await visit(HERE)
    const item = within(await itemOf(TOLD.body))
    const link = await item.findByRole('link', { name: 'Открыть «Безопасность»' })
    expect(item.getByText('Безопасность')).toBeTruthy()
    expect(item.getByRole('img', { name: 'Безопасность' })).toBeTruthy()
    expect(await actions(TOLD.body)).toEqual([MARK, 'Удалить'])
    expect(item.getAllByRole('link')).toEqual([link])
    expect((await itemOf(TOLD.body)).textContent).not.toContain('%')
    fireEvent.click(link)
    await waitFor(() => expect(addresses.at(-1)).toBe('/profile/security'))
  })

  it('links to the sources if it is about them', async () => {
    server.use(
      offering('security', 'sources'),
      http.get('/api/companion/sources', () => HttpResponse.json({ sources: [] })),
    )
    has([{ ...TOLD, vehicle_type: 'Источники', body: 'shop.ru: цены не пришли.' }])
    const { addresses } = await visit(HERE)
    const item = within(await itemOf('shop.ru: цены не пришли.'))
    expect(item.getByRole('img', { name: 'Источники' })).toBeTruthy()
    fireEvent.click(await item.findByRole('link', { name: 'Открыть «Источники»' }))
    await waitFor(() => expect(addresses.at(-1)).toBe('/profile/sources'))
  })

  it('opens from the link in its push message', async () => {
    server.use(offering('security'))
    has([...THREE, TOLD])
    await visit(`${HERE}?id=9`)
    await waitFor(async () => expect(await isExpanded(TOLD.body)).toBe('true'))
  })

  it.each([
    ['has a site', { site: 'a.ru' }],
    ['has a percent', { percent: 5 }],
    ['has another title', { vehicle_type: 'Грузовая' }],
  ])('is an item like others if it %s', async (_, over) => {
    server.use(offering('security'))
    has([{ ...TOLD, ...over }])
    await visit(HERE)
    expect(await actions(TOLD.body)).toEqual([MARK, 'Скачать таблицу', 'Удалить'])
  })

  it('is an item like others before another backend', async () => {
    has([TOLD])
    await visit(HERE)
    await waitFor(async () => expect(await actions(TOLD.body)).toEqual([MARK, 'Скачать таблицу', 'Удалить']))
    expect(within(await itemOf(TOLD.body)).queryByRole('link', { name: /Безопасность/ })).toBeNull()
  })
})

describe('NotificationItem: links to prices', () => {
  const MOVED = {
    notification_id: 3,
    vehicle_type: 'Легковая',
    site: 'a.ru',
    day: '2026-04-17',
    date: '2026-04-18T08:30:00',
    body: 'Подорожало: 1.\nШина A (Томск, опт): 4 000 ₽ → 4 500 ₽\nИ ещё 2.',
    tyres: [{ line: 1, filters: { brand: 'Arktika', width: '205', city: 'Томск' } }],
  }
  const hrefs = (item: HTMLElement) =>
    within(item)
      .queryAllByRole('link')
      .map((link) => decodeURIComponent(link.getAttribute('href') ?? ''))
  const REPORT = '/export/price-changes?date=2026-04-17&site=a.ru&vehicle=Легковая'

  it('leads to its report, like the push message', async () => {
    has([MOVED, { ...MOVED, notification_id: 2, body: 'Чужое', day: undefined, tyres: undefined }])
    await visit(HERE)
    expect(hrefs(await itemOf('Чужое'))).toEqual([REPORT.replace('-17', '-18')])
    const item = (await screen.findByText(/Шина A/)).closest('li') as HTMLElement
    expect(hrefs(item)).toEqual([REPORT])
    expect(within(item).getByRole('link', { name: 'Открыть отчёт' })).toBeTruthy()
  })

  it('leads from a tyre to the report filtered to it, once expanded', async () => {
    has([MOVED])
    const { addresses } = await visit(HERE)
    const item = (await screen.findByText(/Шина A/)).closest('li') as HTMLElement
    fireEvent.click(item.querySelector('[aria-expanded]') as HTMLElement)
    expect(item.querySelector('.notification-body')?.textContent).toBe(MOVED.body)
    const tyre = within(item).getByRole('link', { name: /^Шина A/ })
    fireEvent.click(tyre)
    await waitFor(() => {
      const query = new URL(addresses.at(-1) ?? '', 'http://a').searchParams
      expect(Object.fromEntries(query)).toEqual({
        date: '2026-04-17',
        site: 'a.ru',
        vehicle: 'Легковая',
        brand: 'Arktika',
        width: '205',
        city: 'Томск',
      })
    })
  })

  it('leads from a tyre to its card, if the server names it', async () => {
    const [tyre] = MOVED.tyres
    has([{ ...MOVED, tyres: [{ ...tyre, key: 'Ш1/А' }] }])
    await visit(HERE)
    const item = (await screen.findByText(/Шина A/)).closest('li') as HTMLElement
    fireEvent.click(item.querySelector('[aria-expanded]') as HTMLElement)
    const card = within(item).getByRole('link', { name: 'Карточка' })
    expect(card.getAttribute('href')).toBe(
      `/tyre/${encodeURIComponent('Ш1/А')}?date=2026-04-17&city=${encodeURIComponent('Томск')}`,
    )
  })

  it('has no links if it does not identify prices', async () => {
    has([
      THREE[2] as object,
      { notification_id: 9, body: 'Без сайта' },
      { ...MOVED, notification_id: 8, site: 'b.ru', vehicle_type: 'invite', body: 'Зовут' },
    ])
    await visit(HERE)
    for (const body of ['Третье', 'Без сайта', 'Зовут']) expect(hrefs(await itemOf(body))).toEqual([])
  })

  it('is listed under its day and site', async () => {
    vi.setSystemTime(new Date(2026, 3, 18, 9, 5))
    const of = (id: number, day: string, site: string) => ({
      notification_id: id,
      day,
      site,
      body: `Текст ${id}`,
    })
    has([
      of(1, '2026-04-18', 'a.ru'),
      of(2, '2026-04-17', 'a.ru'),
      of(3, '2026-04-18', 'a.ru'),
      of(4, '2026-04-18', 'b.ru'),
    ])
    await visit(HERE)
    await itemOf('Текст 1')
    expect(bodies()).toEqual(['Текст 1', 'Текст 3', 'Текст 4', 'Текст 2'])
    const headings = screen.getAllByRole('heading').slice(-5)
    expect(
      headings.map(({ tagName, textContent }) => `${tagName} ${textContent?.replace(/\s/g, ' ')}`),
    ).toEqual([
      'H2 Сегодня, 18 апреля 2026 г.',
      'H3 a.ru',
      'H3 b.ru',
      'H2 Вчера, 17 апреля 2026 г.',
      'H3 a.ru',
    ])
  })
})

describe('NotificationItem with what a rule found (specification 25.8)', () => {
  const FOUND = {
    notification_id: 9,
    vehicle_type: 'Правила',
    site: '',
    percent: null,
    day: '2026-11-28',
    date: '2026-11-28T08:30:00',
    body: 'Правило «Зима»: 1 событие, b.ru за 28.11.2026.\nШина А (Томск): b.ru 4 500 ₽',
    tyres: [{ line: 1, key: 'A/1', filters: {} }],
    firing: 7,
    muted: false,
  }
  const MUTE = '/api/companion/rules/firings/7/mute'
  const NAME = /Правило «Зима»/
  const item = async () => within((await screen.findByText(NAME)).closest('li') as HTMLElement)
  let stored: object
  const begin = async (over: object = {}) => {
    stored = { ...FOUND, ...over }
    server.use(
      offering('security', 'rules'),
      http.get('/api/notifications/getNotifications', () => HttpResponse.json({ notifications: [stored] })),
    )
    await visit(HERE)
    await (await item()).findByRole('link', { name: 'Открыть шины' })
  }

  it('says which rule found it, and opens exactly those tyres', async () => {
    await begin()
    const found = await item()
    expect(found.getByRole('link', { name: 'Открыть шины' }).getAttribute('href')).toBe(
      '/profile/rules/firings/7',
    )
    expect(found.queryByRole('button', { name: 'Скачать таблицу' })).toBeNull()
    fireEvent.click(found.getByRole('button', { name: /Правила/ }))
    expect(found.getByRole('link', { name: 'Карточка' }).getAttribute('href')).toBe(
      '/tyre/A%2F1?date=2026-11-28',
    )
  })

  it('mutes the rule for a week, and allows it again, from the same button', async () => {
    const sent: unknown[] = []
    server.use(
      http.post(MUTE, async ({ request }) => {
        const body = (await request.json()) as { muted: boolean }
        sent.push(body)
        stored = { ...stored, ...body }
        return HttpResponse.json({ message: 'ok' })
      }),
    )
    await begin()
    const button = (await item()).getByRole('button', { name: 'Заглушить на неделю' })
    button.focus()
    fireEvent.click(button)
    await (await item()).findByText('Заглушено')
    expect(screen.getByText('Правило заглушено на неделю.').getAttribute('role')).toBe('status')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Снова уведомлять')
    fireEvent.click((await item()).getByRole('button', { name: 'Снова уведомлять' }))
    await screen.findByText('Уведомления правила снова приходят.')
    await (await item()).findByRole('button', { name: 'Заглушить на неделю' })
    expect(sent).toEqual([{ muted: true }, { muted: false }])
    expect(screen.queryByText('Заглушено')).toBeNull()
  })

  it('says why it could not be muted', async () => {
    server.use(http.post(MUTE, () => HttpResponse.json({ error: 'Сервер занят' }, { status: 503 })))
    await begin()
    fireEvent.click((await item()).getByRole('button', { name: 'Заглушить на неделю' }))
    expect((await screen.findByText(/Сервер/)).getAttribute('role')).toBe('status')
    expect((await item()).getByRole('button', { name: 'Заглушить на неделю' })).toBeTruthy()
  })

  it('cannot be muted once the rule is removed', async () => {
    await begin({ muted: undefined })
    expect((await item()).queryByRole('button', { name: 'Заглушить на неделю' })).toBeNull()
  })

  it('has no such actions before another backend', async () => {
    has([FOUND])
    await visit(HERE)
    const found = await item()
    expect(found.queryByRole('link', { name: 'Открыть шины' })).toBeNull()
    expect(found.queryByRole('button', { name: 'Заглушить на неделю' })).toBeNull()
  })
})

describe('NotificationItem about price changes (specification 25.8)', () => {
  const FIXED = '/api/companion/rules/fixed'
  const PRICES = { ...THREE[0], date: '2026-04-18T08:30:00', muted: false }
  const listed = (item: object) => {
    server.use(
      offering('security', 'rules'),
      http.get('/api/notifications/getNotifications', () => HttpResponse.json({ notifications: [item] })),
    )
    return visit(HERE)
  }

  it('mutes price changes for a week, and allows them again, with its other actions unchanged', async () => {
    let stored: object = PRICES
    const sent: unknown[] = []
    server.use(
      http.get('/api/notifications/getNotifications', () => HttpResponse.json({ notifications: [stored] })),
      http.post(FIXED, async ({ request }) => {
        const body = (await request.json()) as { messages: string }
        sent.push(body)
        stored = { ...PRICES, muted: body.messages === 'muted' }
        return HttpResponse.json({ message: 'ok' })
      }),
    )
    server.use(offering('security', 'rules'))
    await visit(HERE)
    await press('Первое', 'Заглушить на неделю')
    await screen.findByText('Заглушено')
    expect(screen.getByText('Правило заглушено на неделю.').getAttribute('role')).toBe('status')
    expect(await actions('Первое')).toEqual(['Снова уведомлять', MARK, 'Скачать таблицу', 'Удалить'])
    await press('Первое', 'Снова уведомлять')
    await waitFor(() => expect(screen.queryByText('Заглушено')).toBeNull())
    expect(sent).toEqual([{ messages: 'muted' }, { messages: 'once' }])
  })

  it('cannot be muted by those who want no messages of them', async () => {
    await listed({ ...PRICES, muted: undefined })
    expect(await actions('Первое')).toEqual([MARK, 'Скачать таблицу', 'Удалить'])
  })
})
