// Specification 3.11

import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { controlTime, pass, visit } from '../../../tests/support/cabinet.tsx'
import {
  bodies,
  DELETE,
  HERE,
  itemOf,
  MARK,
  MARK_ALL,
  moment,
  note,
  notificationsPage,
  ok,
  press,
  READ,
  THREE,
  tab,
  UNDO_MS,
} from '../../../tests/support/notifications-page.tsx'
import { runTasksBeforeSignOut } from '../../data/before-sign-out.ts'

const { server, has, posts } = notificationsPage()

describe('UndoBar', () => {
  const undo = () => screen.getByRole('button', { name: 'Отменить' })
  const sent = () => server.calls('POST /api/notifications/')
  /** Makes the server accept both kinds of change, and loads the list. */
  const begin = async () => {
    controlTime()
    has(THREE)
    posts(READ, ok)
    posts(DELETE, ok)
    const shown = await visit(HERE)
    await itemOf('Первое')
    return shown
  }

  it('restores a deleted notification, and nothing is sent', async () => {
    await begin()
    await press('Первое', 'Удалить')
    await waitFor(() => expect(bodies()).toEqual(['Второе', 'Третье']))
    expect(screen.getByText('Уведомление удалено.').closest('[role=status]')).toBeTruthy()
    await pass(UNDO_MS - 500)
    fireEvent.click(undo())
    await waitFor(() => expect(bodies()).toEqual(['Первое', 'Второе', 'Третье']))
    expect(screen.queryByText('Уведомление удалено.')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('tabpanel'))
    await pass(UNDO_MS)
    expect(sent()).toEqual([])
    expect(note()).toBe('')
  })

  it('makes all unread again', async () => {
    await begin()
    fireEvent.click(screen.getByRole('button', { name: MARK_ALL }))
    await waitFor(() => expect(tab(/Непрочитанные/).textContent).toBe('Непрочитанные'))
    expect(screen.getByText('Отмечено как прочитанные: 2.')).toBeTruthy()
    fireEvent.keyDown(screen.getByRole('tabpanel'), { code: 'KeyZ', key: 'я', ctrlKey: true })
    await waitFor(() => expect(tab(/Непрочитанные/).textContent).toBe('Непрочитанные2'))
    await pass(UNDO_MS)
    expect(sent()).toEqual([])
  })

  it('undoes the latest change and keeps the others', async () => {
    await begin()
    await press('Первое', 'Удалить')
    await pass(1_000)
    await press('Второе', 'Удалить')
    await waitFor(() => expect(bodies()).toEqual(['Третье']))
    fireEvent.click(undo())
    await waitFor(() => expect(bodies()).toEqual(['Второе', 'Третье']))
    await pass(UNDO_MS)
    await waitFor(() => expect(sent()).toEqual([`POST ${DELETE}?nID=3`]))
    expect(screen.queryByRole('button', { name: 'Отменить' })).toBeNull()
  })

  it('is not available for marking one as read, which is sent at once', async () => {
    await begin()
    await press('Первое', MARK)
    await waitFor(() => expect(sent()).toEqual([`POST ${READ}?nID=3`]))
    expect(screen.queryByRole('button', { name: 'Отменить' })).toBeNull()
  })

  it.each<[string, () => void]>([
    ['the page is left', () => fireEvent.click(screen.getByRole('link', { name: /Профиль/ }))],
    ['the network goes', () => fireEvent(window, new Event('offline'))],
    ['the tab is closed', () => fireEvent(window, new Event('pagehide'))],
    [
      'the tab is hidden',
      () => {
        vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
        fireEvent(document, new Event('visibilitychange'))
      },
    ],
    ['the session ends', runTasksBeforeSignOut],
  ])('ends when %s: what was done is sent, once', async (_, happen) => {
    await begin()
    await press('Первое', 'Удалить')
    await waitFor(() => expect(bodies()).not.toContain('Первое'))
    expect(sent()).toEqual([])
    happen()
    await waitFor(() => expect(sent()).toEqual([`POST ${DELETE}?nID=3`]))
    await pass(UNDO_MS)
    expect(sent()).toHaveLength(1)
    // TanStack Query keeps the state of the network for the following tests.
    fireEvent(window, new Event('online'))
  })

  it.each<[string, () => unknown]>([
    ['the time is over', () => pass(UNDO_MS)],
    ['the page is left', () => fireEvent.click(screen.getByRole('link', { name: /Профиль/ }))],
    ['the tab is closed', () => fireEvent(window, new Event('pagehide'))],
  ])('never goes out in the name of whom another tab has signed in, though %s', async (_, happen) => {
    await begin()
    await press('Первое', 'Удалить')
    await waitFor(() => expect(bodies()).not.toContain('Первое'))
    localStorage.setItem('username', 'boris')
    localStorage.setItem('access_token', 'good for boris')
    await happen()
    await pass(UNDO_MS)
    await moment()
    expect(sent()).toEqual([])
  })

  it('is not available without a network: the worker queues the action', async () => {
    await begin()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await press('Первое', 'Удалить')
    await waitFor(() => expect(sent()).toEqual([`POST ${DELETE}?nID=3`]))
    expect(screen.queryByRole('button', { name: 'Отменить' })).toBeNull()
  })
})
