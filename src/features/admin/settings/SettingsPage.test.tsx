import { fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { cabinetServer, held, offering, refusal, visit } from '../../../../tests/support/cabinet.tsx'

const server = cabinetServer()

const PATH = '/api/admin/users'
const NO_RIGHTS = 'У вас нет прав доступа на создание нового пользователя'
const GOOD = { Email: 'anna@firma.ru', Пароль: 'correct horse', Процент: '12,5' }

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const values = () => ['Email', 'Пароль', 'Роль', 'Процент', 'Тип авто'].map((label) => field(label).value)
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Создать' }))
const alert = () => screen.getByRole('alert').textContent

function fill(form: Record<string, string>) {
  for (const [label, value] of Object.entries(form)) fireEvent.change(field(label), { target: { value } })
}

async function open(
  answer: () => Response | Promise<Response> = () => HttpResponse.json({}, { status: 201 }),
) {
  const sent: unknown[] = []
  server.use(
    http.post(PATH, async ({ request }) => {
      sent.push(await request.json())
      return answer()
    }),
  )
  await visit('/profile/settings')
  await screen.findByRole('heading', { name: 'Создать нового пользователя' })
  return sent
}

describe('SettingsPage (specification 3.13)', () => {
  it('is titled Settings and has the five fields', async () => {
    await open()
    await expect.poll(() => document.title).toBe('Settings')
    expect(values()).toEqual(['', '', 'user', '', ''])
    expect([...field('Роль').querySelectorAll('option')].map(({ value }) => value)).toEqual(['user', 'admin'])
  })

  it('has an e-mail field of its type, required e-mail, password and percent, and an optional vehicle type (specification 3.13)', async () => {
    await open()
    expect(field('Email').type).toBe('email')
    expect(field('Пароль').type).toBe('password')
    expect(['Email', 'Пароль', 'Процент', 'Тип авто'].map((label) => field(label).required)).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect(field('Процент')).toHaveAccessibleDescription(/^Обязательно: .+, например 10$/)
  })

  it('disables the browser’s validation messages', async () => {
    await open()
    expect(field('Email').form?.noValidate).toBe(true)
  })

  it('suggests the known vehicle types', async () => {
    await open()
    await waitFor(() =>
      expect(document.querySelector('datalist option')?.getAttribute('value')).toBe('Легковая'),
    )
  })

  it('works without the vehicle types', async () => {
    server.use(http.post('/api/vehicle_type', () => new HttpResponse(null, { status: 500 })))
    await open()
    fill({ 'Тип авто': 'Грузовая' })
    expect(field('Тип авто').value).toBe('Грузовая')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('NewUserForm shows the first problem and sends nothing (specification 3.14)', () => {
  it.each([
    ['Email', 'ab', 'Email (username) должен быть минимум 3 символа.'],
    ['Пароль', '1234567', 'Пароль должен быть минимум 8 символов.'],
    ['Процент', '', 'Процент - число от 0 до 100.'],
    ['Процент', '0', 'Процент - число от 0 до 100.'],
    ['Процент', '101', 'Процент - число от 0 до 100.'],
  ])('for %s %j', async (label, value, text) => {
    const sent = await open()
    fill({ ...GOOD, [label]: value })
    submit()
    expect(alert()).toBe(text)
    expect(document.activeElement).toBe(field(label))
    expect(field(label).getAttribute('aria-invalid')).toBe('true')
    expect(sent).toEqual([])
  })

  it('in the order of the fields', async () => {
    await open()
    submit()
    expect(alert()).toContain('Email')
    fill({ Email: GOOD.Email })
    submit()
    expect(alert()).toContain('Пароль')
    fill({ Пароль: GOOD.Пароль })
    submit()
    expect(alert()).toContain('Процент')
    expect(screen.getAllByRole('alert')).toHaveLength(1)
  })
})

describe('NewUserForm creates a user (specification 3.14)', () => {
  it('with a busy state, and resets the form after success', async () => {
    const { answer, release } = held()
    const sent = await open(answer)
    fill({ ...GOOD, Роль: 'admin', 'Тип авто': 'Легковая' })
    submit()
    const button = screen.getByRole('button', { name: 'Создание...' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    // A disabled button would lose the focus.
    expect(button).toHaveProperty('disabled', false)
    fireEvent.click(button)
    await release(HttpResponse.json({}, { status: 201 }))
    await waitFor(() => expect(alert()).toBe('Пользователь anna@firma.ru создан.'))
    expect(sent).toEqual([
      {
        username: 'anna@firma.ru',
        password: 'correct horse',
        role: 'admin',
        percent: 12.5,
        vehicleType: 'Легковая',
      },
    ])
    expect(values()).toEqual(['', '', 'user', '', ''])
    expect(screen.getByRole('button', { name: 'Создать' }).getAttribute('aria-disabled')).toBeNull()
  })

  it('with an empty vehicle type if none was given', async () => {
    const sent = await open()
    fill(GOOD)
    submit()
    await waitFor(() => expect(sent).toEqual([expect.objectContaining({ role: 'user', vehicleType: '' })]))
    await waitFor(() => expect(alert()).toContain('создан'))
  })

  it.each([
    ['409', () => HttpResponse.json({}, { status: 409 }), 'Пользователь уже был создан'],
    ['403', () => HttpResponse.json({}, { status: 403 }), NO_RIGHTS],
    ['401', () => HttpResponse.json({}, { status: 401 }), NO_RIGHTS],
    ['500', () => HttpResponse.json({}, { status: 500 }), NO_RIGHTS],
    ['none', () => HttpResponse.error(), NO_RIGHTS],
  ])('and shows the meaning of the answer %s and keeps the form', async (_, answer, text) => {
    await open(answer)
    fill(GOOD)
    submit()
    await waitFor(() => expect(alert()).toBe(text))
    expect(values()).toEqual([GOOD.Email, GOOD.Пароль, 'user', GOOD.Процент, ''])
    fireEvent.click(screen.getByRole('button', { name: 'Закрыть сообщение' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('NewUserForm with a refusal of the companion (specification 11.2, 11.3 and 11.8)', () => {
  const refuse = async (words: string, status: number) => {
    server.use(offering('security', 'users'))
    await open(() => refusal(words, status))
    // The server's own messages are displayed only if it offers 'users'.
    await screen.findAllByRole('link', { name: 'Пользователи' })
    fill(GOOD)
    submit()
    await screen.findByText(status === 409 ? 'Пользователь уже был создан' : words)
  }

  it.each([
    ['Этот пароль слишком известен: придумайте другой.', 400, 'Пароль'],
    ['В пароле есть недопустимые символы.', 400, 'Пароль'],
    ['Пароль не должен совпадать с именем.', 400, 'Пароль'],
    ['В имени есть недопустимые символы.', 400, 'Email'],
    ['Имя занято', 409, 'Email'],
  ])('focuses the field that %s is about', async (words, status, label) => {
    await refuse(words, status)
    expect(document.activeElement).toBe(field(label))
    expect(field(label).getAttribute('aria-invalid')).toBe('true')
  })

  it('links to the second factor where it is demanded', async () => {
    await refuse('Сначала включите второй фактор: Профиль → Безопасность', 403)
    expect(screen.getByRole('link', { name: 'Включить' }).getAttribute('href')).toBe('/profile/security')
    expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(0)
  })
})
