// Specification 28.1, 28.2

import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { BrowserRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cabinetServer, offering, refusal } from '../../../../tests/support/cabinet.tsx'
import { Entrance } from '../../../app/Entrance.tsx'
import { SessionProvider } from '../../../session/SessionProvider.tsx'

const server = cabinetServer()

const PATH = '/api/companion/setup'
const GOOD = {
  'Код настройки': ' abcd-efgh-jkmn ',
  'Логин администратора': ' boss ',
  Пароль: 'pokryshka-2417',
  'Пароль ещё раз': 'pokryshka-2417',
}

let sent: unknown[]
beforeEach(() => {
  sent = []
  localStorage.clear()
  server.use(
    offering('security', 'status'),
    http.get(PATH, () => HttpResponse.json({ open: true })),
    http.get('/user/checkToken', () => HttpResponse.json({})),
    http.get(`${PATH}/steps`, () => refusal('позже', 500)),
  )
})
afterEach(() => window.history.replaceState(null, '', '/'))

const answer = (response: () => Response) =>
  server.use(
    http.post(PATH, async ({ request }) => {
      sent.push(await request.json())
      return response()
    }),
  )

async function open() {
  window.history.replaceState(null, '', '/setup')
  await act(async () => {
    render(
      <BrowserRouter>
        <SessionProvider>
          <Entrance />
        </SessionProvider>
      </BrowserRouter>,
    )
  })
  await screen.findByRole('heading', { name: 'Первая настройка' })
}

async function submit(over: Partial<typeof GOOD> = {}) {
  await screen.findByLabelText('Код настройки')
  for (const [label, value] of Object.entries({ ...GOOD, ...over }))
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  fireEvent.click(screen.getByRole('button', { name: 'Создать и войти' }))
}

describe('SetupPage (specification 28.1)', () => {
  it('creates the administrator, signs in and goes on with the other steps', async () => {
    const signIns: unknown[] = []
    answer(() => HttpResponse.json({ message: 'Администратор создан' }, { status: 201 }))
    server.use(
      http.post('/auth/login', async ({ request }) => {
        signIns.push(await request.json())
        return HttpResponse.json({ access_token: 'good' })
      }),
    )
    await open()
    await screen.findByText('Шаг 1 из 4: администратор')
    await submit()
    await waitFor(() => expect(window.location.pathname).toBe('/profile/status/setup'))
    expect(sent).toEqual([{ code: 'abcd-efgh-jkmn', username: 'boss', password: 'pokryshka-2417' }])
    expect(signIns).toEqual([{ username: 'boss', password: 'pokryshka-2417' }])
    await screen.findByText('позже')
  })

  it.each<[Partial<typeof GOOD>, field: string, words: string]>([
    [{ 'Код настройки': ' ' }, 'Код настройки', 'Введите код из журнала сервера.'],
    [
      { 'Код настройки': `Первая настройка: ${'x'.repeat(60)}` },
      'Код настройки',
      'В коде двенадцать букв и цифр: он в журнале сервера, в строке «Первая настройка».',
    ],
    [{ 'Логин администратора': '' }, 'Логин администратора', 'Придумайте логин.'],
    [{ 'Пароль ещё раз': 'other' }, 'Пароль ещё раз', 'Пароли не совпадают.'],
  ])('does not send %j', async (over, field, words) => {
    await open()
    await submit(over)
    await screen.findByText(words)
    expect(document.activeElement).toBe(screen.getByLabelText(field))
    expect(sent).toEqual([])
  })

  it('finds the code in the pasted line of the log', async () => {
    answer(() => refusal('Неверный код.', 403))
    await open()
    await submit({
      'Код настройки':
        '12:00 Первая настройка: откройте https://aaaa-bbbb-cccc.ru/setup и введите код ABCD-EFGH-JKMN',
    })
    await screen.findByText('Неверный код.')
    expect(sent).toEqual([{ code: 'ABCD-EFGH-JKMN', username: 'boss', password: 'pokryshka-2417' }])
  })

  it.each([
    [403, 'Код настройки', 'Неверный код.'],
    [400, 'Пароль', 'Этот пароль слишком известен: придумайте другой.'],
    [400, 'Логин администратора', 'Логин должен быть минимум 3 символа.'],
    [400, 'Логин администратора', 'В имени есть недопустимые символы.'],
  ])('shows a refusal with %i at its field', async (status, field, words) => {
    answer(() => refusal(words, status))
    await open()
    await submit()
    await screen.findByText(words)
    expect(document.activeElement).toBe(screen.getByLabelText(field))
    answer(() => refusal('Слишком много попыток, повторите через минуту', 429))
    await submit()
    await screen.findByText('Слишком много попыток, повторите через минуту')
    expect(screen.queryByText(words)).toBeNull()
  })

  it('leads to the login screen once somebody else was first', async () => {
    answer(() => refusal('Настройка уже выполнена.', 409))
    await open()
    await submit()
    await screen.findByText(/^Администратор уже создан\./)
    fireEvent.click(screen.getByRole('button', { name: 'Войти' }))
    await screen.findByRole('heading', { name: 'Авторизация' })
    expect(window.history.state.usr.from.pathname).toBe('/profile/status/setup')
  })

  it.each([404, 501])('has nothing to set up on a server that answers %i', async (status) => {
    server.use(http.get(PATH, () => new HttpResponse(null, { status })))
    await open()
    await screen.findByText(/^Администратор уже создан\./)
  })

  it('tries again after a failure', async () => {
    server.use(http.get(PATH, () => refusal('Сервер занят', 500), { once: true }))
    await open()
    fireEvent.click(await screen.findByRole('button', { name: 'Повторить' }))
    await screen.findByLabelText('Код настройки')
  })
})
