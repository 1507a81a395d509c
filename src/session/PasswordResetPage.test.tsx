import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { BrowserRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cabinetServer, refusal } from '../../tests/support/cabinet.tsx'
import { Entrance } from '../app/Entrance.tsx'
import { SessionProvider } from './SessionProvider.tsx'

const server = cabinetServer()

let sent: unknown[]
let headers: (string | null)[]
let answer: () => Response

beforeEach(() => {
  sent = []
  headers = []
  answer = () => HttpResponse.json({ message: 'Пароль изменён' })
  server.use(
    http.get('/user/checkToken', () => HttpResponse.json({})),
    http.post('/api/companion/password-reset', async ({ request }) => {
      sent.push(await request.json())
      headers.push(request.headers.get('authorization'))
      return answer()
    }),
  )
})
afterEach(() => window.history.replaceState(null, '', '/'))

async function open(address: string) {
  window.history.replaceState(null, '', address)
  await show()
}

async function show() {
  await act(async () => {
    render(
      <BrowserRouter>
        <SessionProvider>
          <Entrance />
        </SessionProvider>
      </BrowserRouter>,
    )
  })
  await screen.findByRole('heading', { name: 'Новый пароль' })
}

function fill(password: string, again = password) {
  fireEvent.change(screen.getByLabelText('Новый пароль'), { target: { value: password } })
  fireEvent.change(screen.getByLabelText('Новый пароль ещё раз'), { target: { value: again } })
  fireEvent.click(screen.getByRole('button', { name: 'Сохранить пароль' }))
}

describe("specification 11.11: a new password by an administrator's link", () => {
  it.each([
    ['nobody', false],
    ['somebody else', true],
  ])('sets the password while %s is signed in, and leads to the login screen', async (_, signedIn) => {
    if (!signedIn) localStorage.clear()
    await open('/password-reset#tok-en_1')
    // The token is removed from the URL before anything is sent.
    expect(window.location.href).not.toContain('tok-en')
    fill('brand new horse')
    expect((await screen.findByRole('alert')).textContent).toContain('Пароль изменён')
    expect(sent).toEqual([{ token: 'tok-en_1', password: 'brand new horse' }])
    expect(headers).toEqual([null])
    fireEvent.click(screen.getByRole('button', { name: 'Войти' }))
    await screen.findByRole('heading', { name: 'Авторизация' })
    expect(window.location.pathname).toBe('/login')
    expect(localStorage.getItem('access_token')).toBe(signedIn ? 'good' : null)
    expect(JSON.stringify([server.logged, window.history.state])).not.toContain('tok-en')
  })

  it('marks a refused password, which can be corrected', async () => {
    const words = 'Этот пароль слишком известен: придумайте другой.'
    answer = () => refusal(words)
    await open('/password-reset#tok-en')
    fill('password1')
    expect((await screen.findByRole('alert')).textContent).toBe(words)
    const field = screen.getByLabelText('Новый пароль')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(field).toHaveAccessibleDescription(words)
    expect(document.activeElement).toBe(field)
    answer = () => HttpResponse.json({ message: 'Пароль изменён' })
    fill('brand new horse')
    await screen.findByRole('button', { name: 'Войти' })
    expect(sent).toHaveLength(2)
  })

  it('sends nothing if the second entry differs', async () => {
    await open('/password-reset#tok-en')
    fill('brand new horse', 'brand new house')
    expect(screen.getByLabelText('Новый пароль ещё раз')).toHaveAccessibleDescription('Пароли не совпадают.')
    expect(sent).toEqual([])
  })

  const NOT_OFFERED = 'Этот сервер не меняет пароли по ссылке. Обратитесь к администратору.'
  const SPENT = 'Ссылка уже использована или устарела. Попросите у администратора новую.'
  it.each<[string, () => Response, string]>([
    ['the words of a spent link', () => refusal(SPENT, 404), SPENT],
    ['404 without words', () => new HttpResponse(null, { status: 404 }), NOT_OFFERED],
    ['404 with a page', () => HttpResponse.html('<!doctype html>', { status: 404 }), NOT_OFFERED],
    ['the app itself', () => HttpResponse.html('<!doctype html>'), NOT_OFFERED],
    ['an empty object', () => HttpResponse.json({}), NOT_OFFERED],
    ['405', () => new HttpResponse(null, { status: 405 }), NOT_OFFERED],
  ])('has no form any more after %s', async (_, given, words) => {
    answer = given
    await open('/password-reset#tok-en')
    fill('brand new horse')
    expect((await screen.findByText(words)).closest('[role=alert]')).toBeTruthy()
    expect(screen.queryByLabelText('Новый пароль')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Войти' }))
  })

  it('reports success after a reload too, and offers to sign in', async () => {
    await open('/password-reset#tok-en_1')
    fill('brand new horse')
    await screen.findByRole('button', { name: 'Войти' })
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Войти' }))
    expect(window.location.href + JSON.stringify(window.history.state)).not.toContain('tok-en')
    cleanup()
    await show()
    expect(screen.getByRole('alert').textContent).toContain('Пароль изменён')
    expect(sent).toHaveLength(1)
  })

  it.each<[string, () => Response]>([
    [
      'Слишком много попыток, повторите через 15 с',
      () => refusal('Слишком много попыток, повторите через 15 с', 429),
    ],
    ['Сервер не отвечает (502)', () => HttpResponse.html('<!doctype html>', { status: 502 })],
  ])('leaves the form in place when the answer is %s', async (words, given) => {
    answer = given
    await open('/password-reset#tok-en')
    fill('brand new horse')
    expect((await screen.findByRole('alert')).textContent).toBe(words)
    expect(screen.getByLabelText('Новый пароль').getAttribute('aria-invalid')).toBeNull()
  })

  it('reports a missing connection', async () => {
    answer = () => HttpResponse.error()
    await open('/password-reset#tok-en')
    fill('brand new horse')
    expect((await screen.findByRole('alert')).textContent).toBe('Ошибка соединения с сервером')
  })

  it('reports an incomplete link', async () => {
    await open('/password-reset')
    expect(screen.getByRole('alert').textContent).toContain('Ссылка открыта не целиком')
    expect(screen.queryByLabelText('Новый пароль')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Войти' }))
    await waitFor(() => expect(window.location.pathname).toBe('/login'))
  })

  it.each(['second', 'first'])(
    'accepts the %s link opened in the same tab after the first',
    async (token) => {
      await open('/password-reset#first')
      expect(window.location.href).not.toContain('first')
      const field = screen.getByLabelText('Новый пароль')
      act(() => {
        window.location.hash = token
      })
      await waitFor(() => expect(window.location.href).not.toContain(token))
      // Each link has its own form.
      await waitFor(() => expect(screen.getByLabelText('Новый пароль') === field).toBe(token === 'first'))
      fill('brand new horse')
      await screen.findByText(/Пароль изменён/)
      expect(sent).toEqual([{ token, password: 'brand new horse' }])
    },
  )
})
