// Specification 20.6

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { cabinetServer, offering, refusal, visit } from '../../../../tests/support/cabinet.tsx'

const server = cabinetServer()

const PAGE = '/profile/users'
const ROOT = '/api/companion/users'

const user = (id: string, username: string, over: object = {}) => ({
  id,
  username,
  role: 'user',
  percent: 10,
  vehicle_type: '',
  disabled: false,
  second_factor: false,
  sessions: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  last_sign_in_at: '2026-04-18T08:00:00.000Z',
  self: false,
  ...over,
})

let users: ReturnType<typeof user>[]
/** Path and body of each changing request. */
let sent: [string, unknown][]

beforeEach(() => {
  sent = []
  users = [
    user('1', 'anna', { role: 'admin', self: true, second_factor: true, percent: 12.5 }),
    user('2', 'boris@firma.ru', { second_factor: true, sessions: 3 }),
    user('3', 'vera', {
      disabled: true,
      sessions: 0,
      last_sign_in_at: null,
      percent: null,
      vehicle_type: 'Легковая',
    }),
  ]
  server.use(
    offering('security', 'users', 'audit'),
    http.get(ROOT, () => HttpResponse.json({ users })),
  )
})

/** Answers a changing request and records it. */
const answers = (action: string, answer: () => Response) =>
  server.use(
    http.post(`${ROOT}/:id/${action}`, async ({ request, params }) => {
      sent.push([`${params.id}/${action}`, await request.json()])
      return answer()
    }),
  )
const ok = () => HttpResponse.json({ message: 'ok' })

const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))
const menu = async (name: string) => {
  fireEvent.click(await screen.findByRole('button', { name: `Действия: ${name}` }))
  return within(screen.getByRole('group', { name: `Действия: ${name}` }))
}
const choose = async (name: string, action: string) =>
  fireEvent.click((await menu(name)).getByRole('button', { name: action }))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const agree = async (title: string, name: string) =>
  fireEvent.click((await dialog(title)).getByRole('button', { name }))

describe('UsersPage: list (specification 11.10)', () => {
  it('shows every user', async () => {
    await visit(PAGE)
    expect((await row(/^anna/)).getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      'Администратор',
      '12,5',
      'Все',
      '01.01.2026',
      expect.stringMatching(/^18 апр/),
      '1',
      'Включён',
      expect.anything(),
    ])
    expect((await row(/^anna/)).getByText('Это вы')).toBeTruthy()
    expect((await row(/^vera/)).getByText('Не входил')).toBeTruthy()
    expect((await row(/^vera/)).getByText('Закрыт')).toBeTruthy()
    expect((await row(/^vera/)).getByText('По умолчанию')).toBeTruthy()
    expect((await row(/^vera/)).getByText('Легковая')).toBeTruthy()
    expect((await row(/^anna/)).queryByText('Закрыт')).toBeNull()
    expect(screen.getByRole('link', { name: 'Новый пользователь' }).getAttribute('href')).toBe(
      '/profile/settings',
    )
  })

  it('is reloaded when the administrator returns to it, and always offers to end sessions', async () => {
    users = [user('2', 'boris', { sessions: 0 })]
    await visit(PAGE)
    await row(/^boris/)
    expect((await menu('boris')).getByRole('button', { name: 'Завершить сеансы' })).toBeTruthy()
    users = [user('2', 'boris', { sessions: 7 })]
    fireEvent(document, new Event('visibilitychange'))
    fireEvent(window, new Event('visibilitychange'))
    await waitFor(async () => expect((await row(/^boris/)).getByText('7')).toBeTruthy())
  })

  it('is filtered by name', async () => {
    await visit(PAGE)
    await row(/^vera/)
    const search = (value: string) =>
      fireEvent.change(screen.getByLabelText('Найти по имени'), { target: { value } })
    search(' BORIS')
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent?.trim())).toEqual([
      'boris@firma.ru',
    ])
    expect(screen.getByText('Показано 1 из 3')).toBeTruthy()
    search('nobody')
    expect(screen.getByText('Таких пользователей нет.')).toBeTruthy()
    expect(screen.getByText('Введите другую часть имени или очистите поиск.')).toBeTruthy()
  })

  it('shows why it cannot be loaded, and retries', async () => {
    server.use(http.get(ROOT, () => refusal('Внутренняя ошибка сервера', 500)))
    await visit(PAGE)
    expect((await screen.findByRole('alert')).textContent).toContain('Внутренняя ошибка сервера')
    server.use(http.get(ROOT, () => HttpResponse.json({ users })))
    fireEvent.click(screen.getByRole('button', { name: 'Повторить' }))
    await row(/^anna/)
  })

  it('links to the second factor where it is demanded (specification 11.8)', async () => {
    const demanded = 'Сначала включите второй фактор: Профиль → Безопасность'
    server.use(http.get(ROOT, () => refusal(demanded, 403)))
    const { addresses } = await visit(PAGE)
    expect((await screen.findByRole('alert')).textContent).toContain(demanded)
    expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull()
    fireEvent.click(screen.getByRole('link', { name: 'Включить' }))
    expect(addresses.at(-1)).toBe('/profile/security')
  })
})

describe('UsersPage: actions (specification 11.11)', () => {
  const labels = async (name: string) =>
    (await menu(name)).getAllByRole('button').map(({ textContent }) => textContent)

  it('depend on the user', async () => {
    await visit(PAGE)
    expect(await labels('anna')).toEqual(['Сделать пользователем'])
    expect(await labels('boris@firma.ru')).toEqual([
      'Ссылка для нового пароля',
      'Сделать администратором',
      'Сделать аналитиком',
      'Завершить сеансы',
      'Снять второй фактор',
      'Закрыть доступ',
    ])
    expect(await labels('vera')).toEqual(['Сделать администратором', 'Сделать аналитиком', 'Открыть доступ'])
  })

  it('says all that an analyst decides before it makes one', async () => {
    await visit(PAGE)
    await choose('boris@firma.ru', 'Сделать аналитиком')
    const asked = await dialog('Сделать аналитиком?')
    expect(asked.getByText(/одна и та же шина.*стратегии.*выгрузки.*РРЦ.*согласовать/)).toBeVisible()
  })

  it.each([
    [
      'Сделать администратором',
      'Сделать администратором?',
      'Сделать администратором',
      'role',
      'Роль изменена',
    ],
    ['Завершить сеансы', 'Завершить все сеансы?', 'Завершить', 'end-sessions', 'Сеансы завершены'],
    ['Снять второй фактор', 'Снять второй фактор?', 'Снять', 'remove-second-factor', 'Второй фактор снят'],
    ['Закрыть доступ', 'Закрыть доступ?', 'Закрыть доступ', 'disable', 'Доступ закрыт'],
  ])('%s is confirmed first, performed and reported', async (label, title, agreed, action, done) => {
    answers(action, () => {
      users = users.map((one) => (one.id === '2' ? { ...one, disabled: true, role: 'admin' } : one))
      return ok()
    })
    await visit(PAGE)
    await choose('boris@firma.ru', label)
    expect((await dialog(title)).getByText('boris@firma.ru')).toBeTruthy()
    await agree(title, 'Отмена')
    expect(sent).toEqual([])
    await choose('boris@firma.ru', label)
    await agree(title, agreed)
    expect((await screen.findByRole('alert')).textContent).toBe(`${done}: boris@firma.ru.`)
    expect(sent).toEqual([[`2/${action}`, action === 'role' ? { role: 'admin' } : {}]])
    expect(screen.queryByRole('dialog')).toBeNull()
    // The list is refetched.
    await waitFor(async () => expect((await row(/^boris/)).getByText('Закрыт')).toBeTruthy())
  })

  it('open access without a confirmation', async () => {
    answers('enable', ok)
    await visit(PAGE)
    await choose('vera', 'Открыть доступ')
    expect((await screen.findByRole('alert')).textContent).toBe('Доступ открыт: vera.')
  })

  it('show a refusal in the dialog', async () => {
    answers('role', () => refusal('Это последний администратор', 409))
    await visit(PAGE)
    await choose('anna', 'Сделать пользователем')
    await agree('Забрать права администратора?', 'Забрать права')
    const asked = await dialog('Забрать права администратора?')
    expect((await asked.findByRole('alert')).textContent).toBe('Это последний администратор')
    expect(sent).toEqual([['1/role', { role: 'user' }]])
    fireEvent.click(asked.getByRole('button', { name: 'Отмена' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('leave the page when administrators give up their role', async () => {
    answers('role', () => {
      server.use(
        offering('security'),
        http.get(ROOT, () => refusal('Нужны права администратора', 403)),
      )
      return ok()
    })
    const { addresses } = await visit(PAGE)
    await choose('anna', 'Сделать пользователем')
    await agree('Забрать права администратора?', 'Забрать права')
    await waitFor(() => expect(addresses.at(-1)).toBe('/profile/account'))
  })

  it('create a link for a new password, with its token in the fragment', async () => {
    answers('reset', () => HttpResponse.json({ token: 'tok-en', expires_at: '2026-04-19T08:00:00.000Z' }))
    await visit(PAGE)
    await choose('boris@firma.ru', 'Ссылка для нового пароля')
    await agree('Создать ссылку для нового пароля?', 'Создать')
    const shown = await dialog('Ссылка для нового пароля')
    expect(shown.getByText(`${window.location.origin}/password-reset#tok-en`)).toBeTruthy()
    expect(shown.getByText(/^19 апр/)).toBeTruthy()
    fireEvent.click(shown.getByRole('button', { name: 'Закрыть' }))
    expect(screen.queryByText(/tok-en/)).toBeNull()
  })

  it('return the focus to the menu, which Escape closes', async () => {
    await visit(PAGE)
    await menu('boris@firma.ru')
    const button = screen.getByRole('button', { name: 'Действия: boris@firma.ru' })
    expect(button.getAttribute('aria-expanded')).toBe('true')
    fireEvent.keyDown(document, { key: 'Escape' })
    expect(button.getAttribute('aria-expanded')).toBe('false')
    expect(document.activeElement).toBe(button)
  })
})
