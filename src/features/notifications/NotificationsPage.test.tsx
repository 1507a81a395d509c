// Specification 3.16, 6.8, 20.6

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { controlTime, held, pass, visit } from '../../../tests/support/cabinet.tsx'
import {
  bodies,
  foot,
  HERE,
  itemOf,
  LIST,
  moment,
  note,
  notificationsPage,
  refused,
  THREE,
  tab,
} from '../../../tests/support/notifications-page.tsx'

const { server, answers, has, loads } = notificationsPage()

describe('NotificationsPage: tabs, footer, empty states (specification 3.8)', () => {
  it('has two tabs, the second with the number of unread ones', async () => {
    has(THREE)
    await visit(HERE)
    await itemOf('Первое')
    expect(screen.getByRole('tablist')).toBeTruthy()
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Все',
      'Непрочитанные2',
    ])
    expect(tab(/Все/).getAttribute('aria-selected')).toBe('true')
  })

  it('has no badge if all are read', async () => {
    has([{ notification_id: 1, body: 'Текст', is_read: true }])
    await visit(HERE)
    await itemOf('Текст')
    expect(tab(/Непрочитанные/).textContent).toBe('Непрочитанные')
  })

  it('shows all or only unread ones', async () => {
    has(THREE)
    await visit(HERE)
    await itemOf('Первое')
    expect(bodies()).toEqual(['Первое', 'Второе', 'Третье'])
    fireEvent.click(tab(/Непрочитанные/))
    expect(bodies()).toEqual(['Первое', 'Третье'])
    expect(screen.getByRole('tabpanel', { name: 'Непрочитанные' })).toBeTruthy()
    fireEvent.click(tab(/Все/))
    expect(bodies()).toEqual(['Первое', 'Второе', 'Третье'])
  })

  it.each([
    ['ArrowRight', 'Все', 'Непрочитанные'],
    ['ArrowLeft', 'Все', 'Непрочитанные'],
    ['End', 'Все', 'Непрочитанные'],
    ['Home', 'Непрочитанные', 'Все'],
    ['ArrowRight', 'Непрочитанные', 'Все'],
  ])('%s goes from the tab %s to %s', async (key, from, to) => {
    await visit(HERE)
    await screen.findByText('Уведомлений нет.')
    fireEvent.click(tab(new RegExp(from)))
    fireEvent.keyDown(tab(new RegExp(from)), { key })
    expect(tab(new RegExp(to)).getAttribute('aria-selected')).toBe('true')
    expect(document.activeElement).toBe(tab(new RegExp(to)))
    expect(
      screen
        .getAllByRole('tab')
        .map(({ tabIndex }) => tabIndex)
        .sort(),
    ).toEqual([-1, 0])
  })

  it('states in the footer how many of how many are shown', async () => {
    has(THREE, { total: 1234 })
    await visit(HERE)
    await itemOf('Первое')
    expect(foot()).toMatch(/^Показано 3 из 1\s234 уведомлений$/)
    fireEvent.click(tab(/Непрочитанные/))
    expect(foot()).toMatch(/^Показано 2 из 1\s234 уведомлений$/)
  })

  it('has an empty message for each tab', async () => {
    has([{ notification_id: 1, body: 'Текст', is_read: true }])
    await visit(HERE)
    await itemOf('Текст')
    fireEvent.click(tab(/Непрочитанные/))
    expect(screen.getByText('Непрочитанных уведомлений нет.')).toBeTruthy()
    expect(screen.getByText('Прочитанные — на вкладке «Все».')).toBeTruthy()
    has([])
    fireEvent.click(screen.getByRole('button', { name: 'Обновить' }))
    await waitFor(() => expect(foot()).toBe('Показано 0 из 0 уведомлений'))
    fireEvent.click(tab(/Все/))
    expect(screen.getByText('Уведомлений нет.')).toBeTruthy()
  })

  it('treats 404 as an empty list', async () => {
    answers(() => new HttpResponse('<html>none</html>', { status: 404 }))
    await visit(HERE)
    expect(await screen.findByText('Уведомлений нет.')).toBeTruthy()
    expect(foot()).toBe('Показано 0 из 0 уведомлений')
    expect(server.logged).toEqual([])
  })

  it('is called ProfileNotifications', async () => {
    await visit(HERE)
    await screen.findByText('Уведомлений нет.')
    await expect.poll(() => document.title).toBe('ProfileNotifications')
  })
})

describe('NotificationsPage: loading (specification 3.10)', () => {
  it('happens on open and every 30 seconds, and keeps the total', async () => {
    controlTime()
    has(THREE, { total: 12 })
    await visit(HERE)
    await itemOf('Первое')
    const before = loads()
    expect(before).toBe(1)
    await pass(29_000)
    expect(loads()).toBe(1)
    has([{ notification_id: 4, body: 'Новое' }, ...THREE], { total: 13 })
    await pass(1_000)
    await itemOf('Новое')
    expect(loads()).toBe(2)
    expect(foot()).toBe('Показано 4 из 13 уведомлений')
    await pass(30_000)
    expect(loads()).toBe(3)
  })

  it('stops while the tab is hidden', async () => {
    controlTime()
    has(THREE)
    await visit(HERE)
    // The polling interval starts with the response.
    await itemOf('Первое')
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    fireEvent(document, new Event('visibilitychange'))
    await pass(60_000)
    expect(loads()).toBe(1)
  })

  it('happens again when the page is opened again, and at Обновить', async () => {
    await visit('/profile/account')
    await screen.findByRole('button', { name: 'Привязать Email' })
    await waitFor(() => expect(loads()).toBe(1))
    fireEvent.click(screen.getAllByText('Уведомления').at(-1) as HTMLElement)
    await screen.findByRole('tablist')
    await waitFor(() => expect(loads()).toBe(2))
    fireEvent.click(screen.getByRole('button', { name: 'Обновить' }))
    await waitFor(() => expect(loads()).toBe(3))
  })

  it('shows a loading button', async () => {
    const { answer, release } = held()
    answers(answer)
    await visit(HERE)
    expect(await screen.findByRole('button', { name: 'Загрузка...' })).toHaveProperty('disabled', true)
    expect(screen.queryByText('Уведомлений нет.')).toBeNull()
    await release(HttpResponse.json(THREE))
    await itemOf('Первое')
    expect(screen.queryByRole('button', { name: 'Загрузка...' })).toBeNull()
  })

  it('renders nothing again for an identical answer', async () => {
    has(THREE)
    vi.setSystemTime(new Date(2026, 3, 18, 9, 5))
    await visit(HERE)
    await itemOf('Первое')
    vi.setSystemTime(new Date(2026, 3, 18, 9, 6))
    fireEvent.click(screen.getByRole('button', { name: 'Обновить' }))
    await waitFor(() => expect(loads()).toBe(2))
    await moment()
    expect(within(await itemOf('Первое')).getByText('18.04.2026, 09:05')).toBeTruthy()
  })

  it.each([
    ['401 after a refresh', () => new HttpResponse(null, { status: 401 })],
    ['a page', () => HttpResponse.html('<div>Вход</div>')],
    ['a page that does not say so', () => new HttpResponse('\n<!DOCTYPE html><html></html>')],
  ])('goes to /authorization when the answer is %s', async (_, answer) => {
    answers(answer)
    const { addresses } = await visit(HERE)
    await waitFor(() => expect(addresses).toContain('/authorization'))
  })

  it('first tries one refresh', async () => {
    server.use(
      http.get(LIST, ({ request }) =>
        request.headers.get('authorization') === 'Bearer fresh'
          ? HttpResponse.json(THREE)
          : new HttpResponse(null, { status: 401 }),
      ),
      http.post('/auth/refresh', () => HttpResponse.json({ access_token: 'fresh' })),
    )
    const { addresses } = await visit(HERE)
    await itemOf('Первое')
    expect(addresses).toEqual([HERE])
  })

  it.each([
    ['500', refused],
    ['a page of a broken server', () => HttpResponse.html('<html></html>', { status: 502 })],
    ['no list', () => HttpResponse.json({ error: 'no' })],
    ['none', () => HttpResponse.error()],
  ])('only logs the answer %s, shows a quiet note, and keeps the last list', async (_, answer) => {
    has(THREE)
    const { addresses } = await visit(HERE)
    await itemOf('Первое')
    answers(answer)
    fireEvent.click(screen.getByRole('button', { name: 'Обновить' }))
    await waitFor(() => expect(note()).toBe('Не удалось обновить список: показан последний полученный.'))
    expect(bodies()).toEqual(['Первое', 'Второе', 'Третье'])
    expect(screen.queryByRole('alert')).toBeNull()
    expect(server.logged.filter((line) => line.startsWith('notifications: '))).toHaveLength(1)
    expect(addresses).toEqual([HERE])
    has(THREE)
    fireEvent.click(screen.getByRole('button', { name: 'Обновить' }))
    await waitFor(() => expect(note()).toBe(''))
  })

  it('reports a failure if it never succeeded', async () => {
    answers(refused)
    await visit(HERE)
    expect(await screen.findByText('Не удалось загрузить уведомления.')).toBeTruthy()
    expect(screen.queryByText('Уведомлений нет.')).toBeNull()
  })
})
