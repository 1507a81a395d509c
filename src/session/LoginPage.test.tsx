import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { BrowserRouter, Route, Routes } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ROUTES } from '../../contract/routes.ts'
import { cabinetServer, held } from '../../tests/support/cabinet.tsx'
import { Guard } from './Guard.tsx'
import LoginPage from './LoginPage.tsx'
import { SessionProvider } from './SessionProvider.tsx'

const server = cabinetServer()

const NEEDED = { error: 'Введите код из приложения', second_factor: true }
const WRONG = { error: 'Неверный код', second_factor: true }
afterEach(() => window.history.replaceState(null, '', '/'))

/** Opens the app with the login screen and one guarded page at a URL. */
async function show(address: string) {
  window.history.replaceState(null, '', address)
  await act(async () => {
    render(
      <BrowserRouter>
        <SessionProvider>
          <Routes>
            <Route path={ROUTES.login} element={<LoginPage />} />
            <Route
              path="*"
              element={
                <Guard>
                  <h1>Дом</h1>
                </Guard>
              }
            />
          </Routes>
        </SessionProvider>
      </BrowserRouter>,
    )
  })
  await screen.findByRole('heading', { name: 'Авторизация' })
}

const refuses = (body: object, status = 401) => HttpResponse.json(body, { status })

/** Opens the login screen. Records the sign-ins and answers each one according to its code. */
async function open(answer: (code: unknown) => Response | Promise<Response>) {
  localStorage.clear()
  const sent: unknown[] = []
  server.use(
    http.post('/auth/login', async ({ request }) => {
      const body = (await request.json()) as { code?: unknown }
      sent.push(body)
      return answer(body.code)
    }),
  )
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  await show('/login')
  fireEvent.change(screen.getByLabelText('Логин'), { target: { value: 'anna' } })
  fireEvent.change(screen.getByLabelText('Пароль'), { target: { value: 'correct horse' } })
  return sent
}

const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Авторизоваться' }))
const field = () => screen.findByLabelText<HTMLInputElement>('Код из приложения')
const ANNA = { username: 'anna', password: 'correct horse' }

describe('LoginPage with a second factor (specification 11.7)', () => {
  it('asks for a code once the password is right, and sends both', async () => {
    const sent = await open((code) =>
      code === '123456' ? HttpResponse.json({ access_token: 'good' }) : refuses(code ? WRONG : NEEDED),
    )
    submit()
    const code = await field()
    await waitFor(() => expect(document.activeElement).toBe(code))
    expect(code.autocomplete).toBe('one-time-code')
    expect(code.inputMode).toBe('numeric')
    expect(screen.queryByRole('alert')).toBeNull()

    fireEvent.change(code, { target: { value: '000000' } })
    submit()
    expect((await screen.findByRole('alert')).textContent).toBe('Неверный код')
    await waitFor(() => expect(document.activeElement).toBe(code))

    fireEvent.change(code, { target: { value: '123456' } })
    submit()
    await screen.findByRole('heading', { name: 'Дом' })
    expect(sent).toEqual([ANNA, { ...ANNA, code: '000000' }, { ...ANNA, code: '123456' }])
    expect(localStorage.getItem('access_token')).toBe('good')
  })

  it('accepts a recovery code too, with a keyboard that has letters', async () => {
    const sent = await open((code) =>
      code === 'abcde-fghjk' ? HttpResponse.json({ access_token: 'good' }) : refuses(NEEDED),
    )
    submit()
    await field()
    fireEvent.click(screen.getByRole('button', { name: 'Ввести резервный код' }))
    const spare = screen.getByLabelText<HTMLInputElement>('Резервный код')
    expect(spare.inputMode).toBe('text')
    expect(document.activeElement).toBe(spare)
    fireEvent.change(spare, { target: { value: 'abcde-fghjk' } })
    submit()
    await screen.findByRole('heading', { name: 'Дом' })
    expect(sent.at(-1)).toEqual({ ...ANNA, code: 'abcde-fghjk' })
  })

  it.each([
    [
      'Слишком много попыток, повторите через 15 с',
      () => refuses({ error: 'Слишком много попыток, повторите через 15 с' }, 429),
    ],
    ['Ошибка соединения с сервером', () => HttpResponse.error()],
  ])('keeps the code field when the answer is %s', async (words, answer) => {
    await open((code) => (code === undefined ? refuses(NEEDED) : answer()))
    submit()
    fireEvent.change(await field(), { target: { value: '123456' } })
    submit()
    expect((await screen.findByRole('alert')).textContent).toBe(words)
    const code = await field()
    expect(code.value).toBe('123456')
    await waitFor(() => expect(document.activeElement).toBe(code))
  })

  it('names who helps without a phone and codes', async () => {
    await open(() => refuses(NEEDED))
    submit()
    await field()
    expect(screen.getByText('Нет ни телефона, ни кодов? Обратитесь к администратору.')).toBeTruthy()
  })

  it('removes the code field when the password is refused after all', async () => {
    const sent = await open((code) => (code === undefined ? refuses(NEEDED) : refuses({ error: 'нет' })))
    submit()
    fireEvent.change(await field(), { target: { value: '1' } })
    submit()
    expect((await screen.findByRole('alert')).textContent).toBe('Неверный логин или пароль')
    expect(screen.queryByLabelText('Код из приложения')).toBeNull()
    submit()
    await field()
    expect(sent.at(-1)).toEqual(ANNA)
  })
})

describe('LoginPage while the answer is pending (specification 1.4)', () => {
  it('keeps the focus on the button and sends nothing more', async () => {
    const { answer, release } = held()
    const sent = await open(answer)
    const button = screen.getByRole('button', { name: 'Авторизоваться' })
    button.focus()
    submit()
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
    expect(button).toHaveProperty('disabled', false)
    submit()
    await release(refuses({ error: 'нет' }))
    await screen.findByRole('alert')
    expect(document.activeElement).toBe(button)
    expect(sent).toEqual([ANNA])
  })
})

describe('LoginPage: reason for the login screen (specification 1.7)', () => {
  const said = 'Сеанс завершён. Войдите снова.'
  const visitWith = async (check: () => Response, token: string | null = 'old', address = '/') => {
    if (token === null) localStorage.clear()
    server.use(http.get('/user/checkToken', check))
    await show(address)
  }

  it('is displayed when the server has refused the session', async () => {
    await visitWith(() => refuses({}))
    expect(screen.getByRole('status').textContent).toBe(said)
  })

  it.each([
    ['at a first visit', () => refuses({}), null],
    ['after a failure of the server', () => refuses({}, 500), 'old'],
  ])('is not displayed %s', async (_, answer, token) => {
    server.use(http.post('/auth/refresh', answer))
    await visitWith(answer, token)
    expect(screen.queryByText(said)).toBeNull()
  })

  it('is not displayed after a logout', async () => {
    sessionStorage.setItem('logged_out', '1')
    await visitWith(() => refuses({}), null, '/login?logout=1')
    expect(screen.queryByText(said)).toBeNull()
  })
})

describe('LoginPage without the mark of a second factor asks for no code and sends none (specification 1.4)', () => {
  it.each([
    ['no mark', () => refuses({ error: 'Введите код из приложения' })],
    ['the mark with another status', () => refuses(NEEDED, 403)],
    ['a mark that is not true', () => refuses({ ...NEEDED, second_factor: 'true' })],
    ['a page', () => HttpResponse.html('<!doctype html>', { status: 401 })],
  ])('%s', async (_, answer) => {
    const sent = await open(answer)
    submit()
    expect((await screen.findByRole('alert')).textContent).toBe('Неверный логин или пароль')
    expect(screen.queryByLabelText('Код из приложения')).toBeNull()
    submit()
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent).toEqual([ANNA, ANNA])
    await screen.findByRole('alert')
  })
})
