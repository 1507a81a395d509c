// Specification 2.5, 3.12

import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { offersTo } from '../../../contract/companion.ts'
import { cabinetServer, offering, visit } from '../../../tests/support/cabinet.tsx'

const server = cabinetServer()

const sidebar = () => screen.findByRole('navigation', { name: 'Личный кабинет' })
const menu = () => document.querySelector<HTMLElement>('[aria-label="Меню пользователя"]') as HTMLElement
const menuEntry = (name: RegExp) => within(menu()).getByText(name)
const unread = (count: number) =>
  http.get('/api/notifications/getNotifications', () =>
    HttpResponse.json([
      { notification_id: 'old', is_read: true },
      ...Array.from({ length: count }, (_, i) => ({ notification_id: i })),
    ]),
  )

describe('CabinetFrame: the sidebar (specification 3.1)', () => {
  it('lists the documents’ entries in their order, the decided prices and the saved data', async () => {
    await visit('/profile/account')
    const entries = within(await sidebar())
    expect(entries.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
      [
        ['Назад', '/'],
        ['Решения', '/decisions'],
        ['Профиль', '/profile/account'],
        ['Уведомления', '/profile/notifications'],
        ['Настройки', '/profile/settings'],
        ['Сохранённые данные', '/profile/saved'],
      ],
    )
    expect(entries.getByRole('button').textContent).toBe('Выход')
  })

  it.each([
    ['/profile/account', 'Профиль'],
    ['/profile/notifications', 'Уведомления'],
    ['/profile/settings', 'Настройки'],
    ['/profile/saved', 'Сохранённые данные'],
  ])('at %s marks %s, and that page stands beside it', async (address, name) => {
    await visit(address)
    const current = within(await sidebar())
      .getAllByRole('link')
      .filter((link) => link.getAttribute('aria-current') === 'page')
    expect(current.map((link) => link.textContent)).toEqual([name])
    const page = within(screen.getByRole('main'))
    expect(await page.findByRole('heading', { level: 1, name })).toBeTruthy()
  })

  it('goes from page to page', async () => {
    const { addresses } = await visit('/profile/account')
    fireEvent.click(within(await sidebar()).getByText('Настройки'))
    await screen.findByRole('heading', { name: 'Создать нового пользователя' })
    fireEvent.click(within(await sidebar()).getByText('Назад'))
    await screen.findByRole('heading', { name: 'Главная страница' })
    expect(addresses).toEqual(['/profile/account', '/profile/settings', '/'])
  })

  it("logs out by the cabinet's own call", async () => {
    const { signOut } = await visit('/profile/account')
    fireEvent.click(within(await sidebar()).getByText('Выход'))
    expect(signOut).toHaveBeenCalledExactlyOnceWith('cabinet')
  })
})

describe('CabinetFrame with features of the companion server (specification 11.1)', () => {
  const PAGES = ['/profile/security', '/profile/users', '/profile/audit']
  /** Returns the menu's entries by group. */
  const groups = async () =>
    Object.fromEntries(
      within(await sidebar())
        .getAllByRole('list')
        .map((list) => [
          list.getAttribute('aria-label'),
          within(list)
            .getAllByRole('link')
            .map((link) => link.querySelector('.cabinet-label')?.textContent),
        ]),
    )
  const EVERYWHERE = {
    Цены: ['Решения'],
    Я: ['Профиль', 'Уведомления', 'Настройки', 'Сохранённые данные'],
  }

  it.each([
    ['user', { Цены: ['Решения', 'РРЦ', 'Итоги'], Сбор: ['Страницы'] }],
    [
      'analyst',
      {
        Цены: ['Решения', 'Стратегии', 'РРЦ', 'Выгрузки', 'Итоги'],
        Сбор: ['Страницы', 'Сопоставление'],
      },
    ],
    [
      'admin',
      {
        Цены: ['Решения', 'Стратегии', 'РРЦ', 'Выгрузки', 'Итоги'],
        Сбор: ['Источники', 'Страницы', 'Сопоставление'],
        Команда: ['Пользователи', 'Журнал', 'Состояние'],
      },
    ],
  ] as const)('groups the pages of a %s by what people do', async (role, expected) => {
    server.use(offering(...offersTo(role)))
    await visit('/profile/account')
    const mine = [...EVERYWHERE.Я, 'Безопасность', 'Правила']
    await waitFor(async () => expect(await groups()).toEqual({ ...expected, Я: mine }))
    expect(Object.keys(await groups())).toEqual([...Object.keys(expected), 'Я'])
  })

  it('redirects a page that is not offered to the account, without a call', async () => {
    server.use(offering('security'))
    const { addresses } = await visit('/profile/users')
    await waitFor(() => expect(addresses.at(-1)).toBe('/profile/account'))
    const mine = [...EVERYWHERE.Я, 'Безопасность']
    await waitFor(async () => expect(await groups()).toEqual({ ...EVERYWHERE, Я: mine }))
    expect(server.calls('GET /api/companion/')).toEqual([])
  })

  it.each([
    ['does not know the call', () => new HttpResponse(null, { status: 404 })],
    ['answers a page', () => HttpResponse.html('<!doctype html>')],
    ['offers something else', () => HttpResponse.json({ version: 1, offers: ['proposal-rules'] })],
  ])('shows none of these features and makes no further call where the server %s', async (_, answer) => {
    server.use(
      http.get('/api/companion', answer),
      http.get('/api/notifications/getNotifications', () =>
        HttpResponse.json([{ notification_id: 1, vehicle_type: 'Безопасность', body: 'Колёса' }]),
      ),
    )
    for (const page of [...PAGES, '/profile/settings', '/profile/notifications', '/profile/account']) {
      const { addresses } = await visit(page)
      if (PAGES.includes(page)) await waitFor(() => expect(addresses.at(-1)).toBe('/profile/account'))
      await screen.findByRole('heading', { level: 1 })
      await waitFor(() => expect(server.calls('GET /api/companion').length).toBeGreaterThan(0))
      expect(await groups()).toEqual(EVERYWHERE)
      expect(screen.queryByRole('link', { name: /Безопасность|Пользователи|Журнал/ })).toBeNull()
      cleanup()
    }
    // One call for each visit, and no call below that path.
    expect(server.calls('GET /api/companion')).toHaveLength(6)
    expect(server.calls('POST /api/companion')).toEqual([])
  })

  it('displays offline that the offers are unknown, and requests them again', async () => {
    server.use(http.get('/api/companion', () => HttpResponse.error()))
    await visit('/profile/security')
    expect((await screen.findByRole('alert')).textContent).toContain('нужна связь')
    server.use(offering())
    fireEvent.click(screen.getByRole('button', { name: 'Повторить' }))
    await screen.findByRole('heading', { name: 'Профиль' })
  })
})

describe('cabinet routes (specification 2.2)', () => {
  it('redirects the bare path to the account', async () => {
    const { addresses } = await visit('/profile')
    await screen.findByRole('heading', { name: 'Профиль' })
    expect(addresses.at(-1)).toBe('/profile/account')
  })

  it('shows the login screen for an unknown path', async () => {
    await visit('/profile/nowhere', 'anonymous')
    expect(await screen.findByRole('heading', { name: 'Авторизация' })).toBeTruthy()
  })
})

describe('number of unread notifications', () => {
  it.each(['/', '/profile/account', '/profile/settings'])(
    'is displayed at %s in menu and title',
    async (address) => {
      server.use(unread(3))
      await visit(address)
      await waitFor(() => expect(document.title).toMatch(/^\(3\) ./))
      expect(menuEntry(/Уведомления/).textContent).toBe('Уведомления3')
      expect(document.querySelector('.user-button .unread-dot')).not.toBeNull()
    },
  )

  it('is shown in the sidebar', async () => {
    server.use(unread(3))
    await visit('/profile/settings')
    const entries = within(await sidebar())
    await waitFor(() => expect(entries.getByText('Уведомления').parentElement?.textContent).toMatch(/3$/))
  })

  it('is abbreviated only in narrow places', async () => {
    server.use(unread(1234))
    await visit('/')
    await waitFor(() => expect(document.title).toBe('(1234) HomePage'))
    expect(menuEntry(/Уведомления/).textContent).toMatch(/^Уведомления1\s234$/)
  })

  it('is not displayed if it is zero', async () => {
    await visit('/')
    await waitFor(() => expect(server.calls('GET /api/notifications')).toHaveLength(1))
    await screen.findByRole('navigation', { name: 'Отчёты' })
    await expect.poll(() => document.title).toBe('HomePage')
    expect(menuEntry(/Уведомления/).textContent).toBe('Уведомления')
    expect(document.querySelector('.unread-dot')).toBeNull()
  })

  it('is fetched once, not by every page', async () => {
    server.use(http.post('/api/filters', () => HttpResponse.json({})))
    await visit('/')
    fireEvent.click(await screen.findByRole('link', { name: /^r1/ }))
    await screen.findByRole('heading', { name: 'Фильтры' })
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(server.calls('GET /api/notifications')).toHaveLength(1)
  })

  it('is not fetched on the login screen', async () => {
    await visit('/no/such/page', 'anonymous')
    await screen.findByRole('heading', { name: 'Авторизация' })
    expect(server.calls('GET /api/notifications')).toEqual([])
    await expect.poll(() => document.title).toBe('Авторизация')
  })

  it.each([
    ['refuses', () => new HttpResponse(null, { status: 401 })],
    ['answers a page', () => HttpResponse.html('<!doctype html><html></html>')],
    ['fails', () => new HttpResponse('no', { status: 500 })],
    ['cannot be reached', () => HttpResponse.error()],
  ])('keeps the current page when the server %s', async (_, answer) => {
    server.use(http.get('/api/notifications/getNotifications', answer))
    const { addresses } = await visit('/profile/settings')
    await waitFor(() => expect(server.logged.join()).toContain('notifications:'))
    expect(addresses).toEqual(['/profile/settings'])
  })
})

describe('user menu', () => {
  it('has three entries on the settings page, of which Уведомления does nothing', async () => {
    const { addresses, signOut } = await visit('/profile/settings')
    await sidebar()
    expect([...menu().children].map((entry) => entry.textContent)).toEqual([
      'Личный кабинет',
      'Уведомления',
      'Выход',
    ])
    fireEvent.click(menuEntry(/Уведомления/))
    expect(addresses).toEqual(['/profile/settings'])
    Object.assign(menu(), { hidePopover: () => {} })
    fireEvent.click(menuEntry(/Выход/))
    expect(signOut).toHaveBeenCalledExactlyOnceWith('cabinet')
  })

  it('leads to the notifications and to the cabinet on other pages', async () => {
    const { addresses, signOut } = await visit('/')
    Object.assign(menu(), { hidePopover: () => {} })
    fireEvent.click(menuEntry(/Уведомления/))
    await waitFor(() => expect(addresses.at(-1)).toBe('/profile/notifications'))
    await sidebar()
    Object.assign(menu(), { hidePopover: () => {} })
    fireEvent.click(menuEntry(/Личный кабинет/))
    await waitFor(() => expect(addresses.at(-1)).toBe('/profile/account'))
    expect(signOut).not.toHaveBeenCalled()
  })

  it('signs out as usual on other pages', async () => {
    const { signOut } = await visit('/')
    await screen.findByRole('navigation', { name: 'Отчёты' })
    Object.assign(menu(), { hidePopover: () => {} })
    fireEvent.click(menuEntry(/Выход/))
    expect(signOut).toHaveBeenCalledExactlyOnceWith(undefined)
  })
})
