// Specification 2.8, 3.8, 3.12

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { visit } from '../../../tests/support/cabinet.tsx'
import {
  bodies,
  DELETE,
  foot,
  HERE,
  isExpanded,
  itemOf,
  many,
  moment,
  note,
  notificationsPage,
  ok,
  press,
  THREE,
  toggleOf,
} from '../../../tests/support/notifications-page.tsx'

const { has, posts } = notificationsPage()

/** Gives the list the scroll height of this number of items. */
function scrolls(items: number) {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(items * 68)
  HTMLElement.prototype.scrollTo = function (this: HTMLElement, options?: ScrollToOptions | number) {
    this.scrollTop = typeof options === 'object' ? (options.top ?? 0) : 0
    setTimeout(() => fireEvent.scroll(this))
  }
}

describe('NotificationList opened by a link', () => {
  it('expands it and focuses it', async () => {
    has(THREE)
    await visit(`${HERE}?id=2`)
    expect(await isExpanded('Второе')).toBe('true')
    await waitFor(async () => expect(document.activeElement).toBe(await toggleOf('Второе')))
    expect(await isExpanded('Первое')).toBe('false')
  })

  it('scrolls to it', async () => {
    has(many(500))
    scrolls(500)
    await visit(`${HERE}?id=300`)
    await waitFor(async () => expect(document.activeElement).toBe(await toggleOf('Текст 300')))
    expect(screen.queryByText('Текст 1')).toBeNull()
  })

  it('says so if it does not exist', async () => {
    has(THREE)
    await visit(`${HERE}?id=77`)
    await itemOf('Первое')
    await waitFor(() => expect(note()).toMatch(/^Уведомления по этой ссылке в списке нет/))
  })

  it('says nothing if the user has deleted it', async () => {
    has(THREE)
    posts(DELETE, ok)
    await visit(`${HERE}?id=2`)
    await press('Второе', 'Удалить')
    await waitFor(() => expect(bodies()).toEqual(['Первое', 'Третье']))
    await moment()
    expect(note()).toBe('')
  })
})

describe('NotificationList with thousands of items', () => {
  it('renders only visible items, and reports the total to assistive technology', async () => {
    has(many(10_000))
    await visit(HERE)
    await itemOf('Текст 1')
    const items = within(screen.getByRole('main')).getAllByRole('listitem')
    expect(items.length).toBeLessThan(40)
    expect(items[1]?.getAttribute('aria-posinset')).toBe('2')
    expect(items[1]?.getAttribute('aria-setsize')).toBe('10000')
    expect(foot()).toMatch(/^Показано 10\s000 из 10\s000 уведомлений$/)
  })

  it('is navigated by arrow keys', async () => {
    has(many(30))
    await visit(HERE)
    const key = async (from: string, name: string) => fireEvent.keyDown(await toggleOf(from), { key: name })
    ;(await toggleOf('Текст 1')).focus()
    await key('Текст 1', 'ArrowDown')
    expect(document.activeElement).toBe(await toggleOf('Текст 2'))
    await key('Текст 2', 'ArrowUp')
    expect(document.activeElement).toBe(await toggleOf('Текст 1'))
    await key('Текст 1', 'ArrowUp')
    expect(document.activeElement).toBe(await toggleOf('Текст 1'))
    scrolls(30)
    await key('Текст 1', 'End')
    await waitFor(async () => expect(document.activeElement).toBe(await toggleOf('Текст 30')))
    await key('Текст 30', 'Home')
    await waitFor(async () => expect(document.activeElement).toBe(await toggleOf('Текст 1')))
  })

  it('keeps the focused item rendered however far the list is scrolled', async () => {
    has(many(500))
    await visit(HERE)
    const first = await toggleOf('Текст 1')
    first.focus()
    const list = document.querySelector('.notification-scroller') as HTMLElement
    list.scrollTop = 20_000
    fireEvent.scroll(list)
    await screen.findByText('Текст 300')
    expect(screen.queryByText('Текст 2')).toBeNull()
    expect(document.activeElement).toBe(first)
    expect(first.isConnected).toBe(true)
  })
})
