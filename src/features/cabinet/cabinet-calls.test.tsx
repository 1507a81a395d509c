// Specification 3.15

import { fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { cabinetServer, layOut, visit } from '../../../tests/support/cabinet.tsx'

const server = cabinetServer()

/** bearer token of each call, by 'METHOD /path' */
const tokens = new Map<string, string | null>()

beforeEach(() => {
  tokens.clear()
  layOut()
  vi.spyOn(window, 'open').mockReturnValue(null)
  URL.createObjectURL = () => 'blob:table'
  URL.revokeObjectURL = () => {}
  const answer =
    (body: object) =>
    ({ request }: { request: Request }) => {
      tokens.set(`${request.method} ${new URL(request.url).pathname}`, request.headers.get('authorization'))
      return HttpResponse.json(body)
    }
  const list = { notifications: [{ notification_id: 7, site: 'a.ru', is_read: false }] }
  server.use(
    http.get('/api/notifications/getNotifications', answer(list)),
    http.post('/api/notifications/readNotification', answer({})),
    http.post('/api/notifications/deleteNotification', answer({})),
    http.get('/api/notifications/downloadTable', answer({})),
    http.get('/user/verify/telegram', answer({ message: 'unlinked' })),
    http.post('/user/verify/telegram', answer({ url: 'https://t.me/bot' })),
    http.delete('/user/verify/telegram', answer({})),
    http.get('/user/verify/mail', answer({ message: false })),
    http.post('/user/verify/mail', answer({})),
    http.delete('/user/verify/mail', answer({})),
    http.post('/api/admin/users', answer({})),
  )
})

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const came = (...calls: string[]) =>
  waitFor(() =>
    expect(calls.map((call) => [call, tokens.get(call)])).toEqual(calls.map((call) => [call, 'Bearer good'])),
  )

it('sends the bearer token with every call about notifications (specification 1.8)', async () => {
  await visit('/profile/notifications')
  await press('Скачать таблицу')
  await came('GET /api/notifications/downloadTable')
  await press('Отметить как прочитанное')
  await came('POST /api/notifications/readNotification')
  await press('Удалить')
  await came('POST /api/notifications/deleteNotification', 'GET /api/notifications/getNotifications')
})

it('sends the bearer token with the calls that link channels (specification 1.8)', async () => {
  await visit('/profile/account')
  await press('Авторизироваться в Telegram')
  await press('Привязать Email')
  await came(
    'GET /user/verify/telegram',
    'GET /user/verify/mail',
    'POST /user/verify/telegram',
    'POST /user/verify/mail',
  )
})

it('sends the bearer token with the calls that unlink channels (specification 1.8)', async () => {
  server.use(
    http.get('/user/verify/telegram', () => HttpResponse.json({ message: 'linked' })),
    http.get('/user/verify/mail', () => HttpResponse.json({ message: true })),
  )
  await visit('/profile/account')
  await press('Отвязать Telegram')
  await press('Отвязать Email')
  await came('DELETE /user/verify/telegram', 'DELETE /user/verify/mail')
})

it('sends the bearer token with the call that creates a user (specification 1.8)', async () => {
  await visit('/profile/settings')
  const fill = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  await screen.findByLabelText('Email')
  fill('Email', 'new@firma.ru')
  fill('Пароль', 'long enough')
  fill('Процент', '5')
  await press('Создать')
  await came('POST /api/admin/users')
})
