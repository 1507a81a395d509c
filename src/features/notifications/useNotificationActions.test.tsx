import { fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { controlTime, held, pass, visit } from '../../../tests/support/cabinet.tsx'
import {
  actions,
  bodies,
  DELETE,
  foot,
  HERE,
  itemOf,
  MARK,
  MARK_ALL,
  many,
  moment,
  note,
  notificationsPage,
  ok,
  press,
  READ,
  refused,
  THREE,
  tab,
  toggleOf,
  UNDO_MS,
} from '../../../tests/support/notifications-page.tsx'

const { server, answers, has, posts, loads } = notificationsPage()

describe('useNotificationActions: marking as read (specification 3.11)', () => {
  it('shows the change at once and makes one call with the encoded id and no body', async () => {
    const { answer, release } = held()
    let body: string | undefined
    has([{ notification_id: 'a/б &1', body: 'Текст' }])
    server.use(
      http.post(READ, async ({ request }) => {
        body = await request.text()
        return answer()
      }),
    )
    await visit(HERE)
    await press('Текст', MARK)
    await waitFor(() => expect(tab(/Непрочитанные/).textContent).toBe('Непрочитанные'))
    expect(await actions('Текст')).toEqual(['Скачать таблицу', 'Удалить'])
    await waitFor(() => expect(body).toBe(''))
    const before = loads()
    expect(server.calls(`POST ${READ}`)).toEqual([`POST ${READ}?nID=a%2F%D0%B1%20%261`])
    await release(ok())
    expect(await actions('Текст')).toEqual(['Скачать таблицу', 'Удалить'])
    expect(loads()).toBe(before)
  })

  it.each([
    ['the server refuses', refused],
    ['there is no network', () => HttpResponse.error()],
    ['the session is over', () => new HttpResponse(null, { status: 401 })],
  ])('is reverted when %s', async (_, answer) => {
    has(THREE)
    posts(READ, answer)
    await visit(HERE)
    await press('Первое', MARK)
    await waitFor(() => expect(note()).toBe('Не удалось отметить уведомление как прочитанное.'))
    expect(await actions('Первое')).toContain(MARK)
    expect(tab(/Непрочитанные/).textContent).toBe('Непрочитанные2')
    expect(server.logged.join()).toContain('notifications, read:')
  })

  it('is not undone by a list requested before the call', async () => {
    has(THREE)
    await visit(HERE)
    await itemOf('Первое')
    const { answer, release } = held()
    answers(answer)
    fireEvent.click(screen.getByRole('button', { name: 'Обновить' }))
    await waitFor(() => expect(loads()).toBe(2))
    posts(READ, () => {
      has([{ ...THREE[0], is_read: true }, ...THREE.slice(1)])
      return ok()
    })
    await press('Первое', MARK)
    await waitFor(() => expect(loads()).toBe(3))
    await release(HttpResponse.json(THREE))
    await moment()
    expect(tab(/Непрочитанные/).textContent).toBe('Непрочитанные1')
  })

  it('is not undone by a list that arrives during the call', async () => {
    has(THREE)
    const { answer, release } = held()
    posts(READ, answer)
    await visit(HERE)
    await press('Первое', MARK)
    fireEvent.click(screen.getByRole('button', { name: 'Обновить' }))
    await waitFor(() => expect(loads()).toBe(2))
    await moment()
    expect(tab(/Непрочитанные/).textContent).toBe('Непрочитанные1')
    await release(ok())
    expect(tab(/Непрочитанные/).textContent).toBe('Непрочитанные1')
  })

  it('removes an item from the unread ones and moves the focus to the next', async () => {
    has(THREE)
    posts(READ, ok)
    await visit(HERE)
    await itemOf('Первое')
    fireEvent.click(tab(/Непрочитанные/))
    await press('Первое', MARK)
    await waitFor(() => expect(bodies()).toEqual(['Третье']))
    expect(document.activeElement).toBe(await toggleOf('Третье'))
  })

  it('keeps the focus on an item that remains', async () => {
    has(THREE)
    posts(READ, ok)
    await visit(HERE)
    await press('Первое', MARK)
    expect(document.activeElement).toBe(await toggleOf('Первое'))
  })
})

describe('useNotificationActions: marking all as read (specification 3.11)', () => {
  const button = () => screen.getByRole('button', { name: MARK_ALL })

  it('makes one call per unread id, and shows the change at once', async () => {
    controlTime()
    has(THREE)
    const { answer, release } = held()
    posts(READ, answer)
    await visit(HERE)
    await itemOf('Первое')
    fireEvent.click(button())
    await waitFor(() => expect(tab(/Непрочитанные/).textContent).toBe('Непрочитанные'))
    await pass(UNDO_MS)
    await waitFor(() => expect(server.calls(`POST ${READ}`)).toHaveLength(2))
    expect(server.calls('POST')).toEqual([`POST ${READ}?nID=3`, `POST ${READ}?nID=1`])
    expect(button().getAttribute('aria-disabled')).toBe('true')
    await release(ok())
    expect(loads()).toBe(1)
  })

  it('reloads the list if calls fail, after trying all', async () => {
    controlTime()
    has(many(12))
    await visit(HERE)
    await itemOf('Текст 1')
    posts(READ, (id) => {
      has([
        ...many(3),
        ...many(12)
          .slice(3)
          .map((item) => ({ ...item, is_read: true })),
      ])
      return Number(id) <= 3 ? refused() : ok()
    })
    fireEvent.click(button())
    await pass(UNDO_MS)
    await waitFor(() => expect(loads()).toBe(2))
    await waitFor(() => expect(tab(/Непрочитанные/).textContent).toBe('Непрочитанные3'))
    expect(server.calls(`POST ${READ}`)).toHaveLength(12)
    expect(note()).toBe('Не удалось отметить все уведомления как прочитанные.')
  })

  it('limits the number of concurrent calls', async () => {
    controlTime()
    has(many(30))
    const { answer } = held()
    posts(READ, answer)
    await visit(HERE)
    await itemOf('Текст 1')
    fireEvent.click(button())
    await pass(UNDO_MS)
    await moment()
    expect(server.calls(`POST ${READ}`)).toHaveLength(4)
  })

  it('is disabled when nothing is unread', async () => {
    await visit(HERE)
    await screen.findByText('Уведомлений нет.')
    expect(button().getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(button())
    expect(screen.queryByRole('button', { name: 'Отменить' })).toBeNull()
  })
})

describe('useNotificationActions: deleting (specification 3.11)', () => {
  it('shows the change at once, decreases the count, and moves the focus to the next item', async () => {
    controlTime()
    has(THREE, { total: 9 })
    const { answer, release } = held()
    posts(DELETE, answer)
    await visit(HERE)
    await press('Первое', 'Удалить')
    await waitFor(() => expect(bodies()).toEqual(['Второе', 'Третье']))
    expect(foot()).toBe('Показано 2 из 8 уведомлений')
    expect(document.activeElement).toBe(await toggleOf('Второе'))
    await pass(UNDO_MS)
    await waitFor(() => expect(server.calls('POST')).toEqual([`POST ${DELETE}?nID=3`]))
    await release(ok())
    expect(foot()).toBe('Показано 2 из 8 уведомлений')
    expect(loads()).toBe(1)
  })

  it('reloads the list on failure', async () => {
    controlTime()
    has(THREE)
    await visit(HERE)
    posts(DELETE, () => {
      has([{ notification_id: 4, site: 'a.ru', body: 'Новое' }, ...THREE])
      return refused()
    })
    await press('Первое', 'Удалить')
    await pass(UNDO_MS)
    await itemOf('Новое')
    expect(bodies()).toEqual(['Новое', 'Первое', 'Второе', 'Третье'])
    expect(loads()).toBe(2)
    expect(note()).toBe('Не удалось удалить уведомление.')
  })

  it('restores the notification if nothing is reachable', async () => {
    controlTime()
    has(THREE)
    await visit(HERE)
    await itemOf('Первое')
    posts(DELETE, () => HttpResponse.error())
    answers(() => HttpResponse.error())
    await press('Первое', 'Удалить')
    await pass(UNDO_MS)
    await waitFor(() => expect(note()).toContain('Не удалось удалить уведомление.'))
    expect(bodies()).toEqual(['Первое', 'Второе', 'Третье'])
  })
})
