import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { BrowserRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cabinetServer, refusal } from '../../tests/support/cabinet.tsx'
import { AppRoutes } from '../app/AppRoutes.tsx'
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
  await act(async () => {
    render(
      <BrowserRouter>
        <SessionProvider>
          <AppRoutes />
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
  ])('is set while %s is signed in, and leads to the login screen', async (_, signedIn) => {
    if (!signedIn) localStorage.clear()
    await open('/password-reset#tok-en_1')
    // At once, before anything is sent.
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

  it.each([
    ['Этот пароль слишком известен: придумайте другой.', 400],
    ['Ссылка уже использована или устарела. Попросите у администратора новую.', 404],
  ])('says %s, and can be tried again', async (words, status) => {
    answer = () => refusal(words, status)
    await open('/password-reset#tok-en')
    fill('password1')
    expect((await screen.findByRole('alert')).textContent).toBe(words)
    answer = () => HttpResponse.json({ message: 'Пароль изменён' })
    fill('brand new horse')
    await screen.findByRole('button', { name: 'Войти' })
    expect(sent).toHaveLength(2)
  })

  it('is not sent if typed differently the second time', async () => {
    await open('/password-reset#tok-en')
    fill('brand new horse', 'brand new house')
    expect(screen.getByLabelText('Новый пароль ещё раз')).toHaveAccessibleDescription('Пароли не совпадают.')
    expect(sent).toEqual([])
  })

  it('says that there is no connection', async () => {
    answer = () => HttpResponse.error()
    await open('/password-reset#tok-en')
    fill('brand new horse')
    expect((await screen.findByRole('alert')).textContent).toBe('Ошибка соединения с сервером')
  })

  it('cannot be set with half a link', async () => {
    await open('/password-reset')
    expect(screen.getByRole('alert').textContent).toContain('Ссылка открыта не целиком')
    expect(screen.queryByLabelText('Новый пароль')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Войти' }))
    await waitFor(() => expect(window.location.pathname).toBe('/login'))
  })

  it('takes another link opened in the same tab', async () => {
    await open('/password-reset#first')
    act(() => {
      window.location.hash = '#second'
    })
    await waitFor(() => expect(window.location.href).not.toContain('second'))
    fill('brand new horse')
    await screen.findByRole('button', { name: 'Войти' })
    expect(sent).toEqual([{ token: 'second', password: 'brand new horse' }])
  })
})
