import { act, fireEvent, screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach } from 'vitest'
import { cabinetServer, layOut } from './cabinet.tsx'
// Loaded before the first test: otherwise the page and the unread counter would load at different times and request the
// list twice.
import '../../src/app/cabinet/CabinetFrame.tsx'
import '../../src/features/notifications/NotificationsPage.tsx'

export const LIST = '/api/notifications/getNotifications'
export const READ = '/api/notifications/readNotification'
export const DELETE = '/api/notifications/deleteNotification'
export const TABLE = '/api/notifications/downloadTable'
export const MARK = 'Отметить как прочитанное'
export const MARK_ALL = 'Отметить все как прочитанные'

export const HERE = '/profile/notifications'
export const THREE = [
  { notification_id: 3, vehicle_type: 'Легковая', site: 'a.ru', body: 'Первое', percent: '-12,5' },
  { notification_id: 2, vehicle_type: 'Грузовая', site: 'b.ru', body: 'Второе', is_read: true },
  { notification_id: 1, vehicle_type: 'invite', message: 'Третье' },
]
export const many = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ notification_id: i + 1, body: `Текст ${i + 1}` }))

export type Answer = () => Response | Promise<Response>
export const refused = () => new HttpResponse('no', { status: 500 })
export const ok = () => HttpResponse.json({})

export const bodies = () =>
  [...document.querySelectorAll('.notification-body')].map((body) => body.textContent)
export const itemOf = async (body: string) => {
  const element = (await screen.findByText(body)).closest('li')
  if (!element) throw new Error(`${body} is in no item`)
  return element
}
export const toggleOf = async (body: string) =>
  (await itemOf(body)).querySelector('[aria-expanded]') as HTMLElement
export const isExpanded = async (body: string) => (await toggleOf(body)).getAttribute('aria-expanded')
export const action = async (body: string, name: string) =>
  within(await itemOf(body)).getByRole('button', { name })
export const actions = async (body: string) =>
  within(await itemOf(body))
    .getAllByRole('button')
    .slice(1)
    .map((button) => button.getAttribute('aria-label'))
export const press = async (body: string, name: string) => fireEvent.click(await action(body, name))
export const tab = (name: RegExp) => screen.getByRole('tab', { name })
export const foot = () => screen.getByText(/^Показано/).textContent
export const note = () => document.querySelector('.notifications-note')?.textContent
/** Waits for pending actions to send their requests. */
export const moment = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)))

/** Time in ms in which a change can be undone. */
export const UNDO_MS = 10_000

/** Sets up the page with its own mock server, for the tests of one file. */
export function notificationsPage() {
  const server = cabinetServer()
  beforeEach(layOut)
  afterEach(() => {
    Reflect.deleteProperty(HTMLElement.prototype, 'scrollTo')
  })

  const answers = (answer: Answer) => server.use(http.get(LIST, answer))
  const has = (notifications: readonly object[], figures: object = {}) =>
    answers(() => HttpResponse.json({ notifications, ...figures }))
  const posts = (path: string, answer: (id: string) => Response | Promise<Response>) =>
    server.use(
      http.post(path, ({ request }) => answer(new URL(request.url).searchParams.get('nID') ?? 'without id')),
    )
  const loads = () => server.calls(`GET ${LIST}`).length

  return { server, answers, has, posts, loads }
}
