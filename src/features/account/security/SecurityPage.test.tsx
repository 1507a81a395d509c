// Specification 11.8

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { cabinetServer, offering, refusal, visit } from '../../../../tests/support/cabinet.tsx'
import { hasUnsentInput } from '../../../pwa/unsent-input.ts'

const server = cabinetServer()

const PAGE = '/profile/security'
const ROOT = '/api/companion/security'
const CODES = Array.from({ length: 10 }, (_, i) => `abcd${i}-efghj`)
const SECRET = 'ABCDEFGHIJKLMNOP'

const session = (id: string, over: object = {}) => ({
  id,
  device: 'Chrome, Windows',
  address: '10.0.0.7',
  signed_in_at: '2026-04-16T08:00:00.000Z',
  seen_at: '2026-04-18T08:15:00.000Z',
  current: false,
  ...over,
})

interface State {
  password_changed_at: string | null
  sessions: ReturnType<typeof session>[]
  second_factor: { enabled: boolean; demanded: boolean; recovery_codes_left: number }
}
let state: State
/** Bodies of the requests so far, by the end of their paths. */
let sent: Record<string, unknown[]>

/** Records the bodies of a request and answers it. */
const call = (path: string, answer: () => Response) =>
  http.post(`${ROOT}/${path}`, async ({ request }) => {
    sent[path] = [...(sent[path] ?? []), await request.json()]
    return answer()
  })
const ok = () => HttpResponse.json({ message: 'ok' })

beforeEach(() => {
  sent = {}
  state = {
    password_changed_at: '2026-04-17T08:30:00.000Z',
    sessions: [
      session('1', { current: true }),
      session('2', { device: 'Safari, iPhone', address: '10.0.0.8' }),
      session('3', { device: '', address: '' }),
    ],
    second_factor: { enabled: false, demanded: false, recovery_codes_left: 0 },
  }
  server.use(
    offering('security'),
    http.get(ROOT, () => HttpResponse.json(state)),
  )
})

const section = async (name: string | RegExp) => within(await screen.findByRole('region', { name }))
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const agree = async (name: string) =>
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))
/** Confirms an action with a code of the second factor. */
const agreeWith = async (code: string, name: string) => {
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Код из приложения или резервный код'), { target: { value: code } })
  const button = dialog.getByRole('button', { name }) as HTMLButtonElement
  fireEvent.submit(button.form as HTMLFormElement)
}

describe('SecurityPage', () => {
  it('shows why it cannot be loaded, and retries', async () => {
    server.use(http.get(ROOT, () => refusal('Внутренняя ошибка сервера', 500)))
    await visit(PAGE)
    expect((await screen.findByRole('alert')).textContent).toContain('Внутренняя ошибка сервера')
    server.use(http.get(ROOT, () => HttpResponse.json(state)))
    press('Повторить')
    await section('Пароль')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each([
    ['without a network', () => HttpResponse.error()],
    ['behind a gateway', () => new HttpResponse(null, { status: 502 })],
  ])('asks for a connection %s', async (_, answer) => {
    server.use(http.get(ROOT, answer))
    await visit(PAGE)
    expect((await screen.findByRole('alert')).textContent).toContain('нужна связь')
  })

  it('offers to sign in again when the session has ended', async () => {
    server.use(http.get(ROOT, () => refusal('Требуется вход', 401)))
    await visit(PAGE)
    await screen.findByRole('button', { name: 'Войти снова' })
  })
})

describe('SecurityPage: password (specification 11.2)', () => {
  const fill = async (current: string, password: string, again = password) => {
    const form = await section('Пароль')
    const values = { 'Текущий пароль': current, 'Новый пароль': password, 'Новый пароль ещё раз': again }
    for (const [label, value] of Object.entries(values)) {
      fireEvent.change(form.getByLabelText(label), { target: { value } })
    }
    fireEvent.click(form.getByRole('button', { name: 'Сменить пароль' }))
    return form
  }

  it('changes the password and confirms it', async () => {
    server.use(
      call('password', () => {
        state.sessions = state.sessions.slice(0, 1)
        return ok()
      }),
    )
    await visit(PAGE)
    const form = await fill('old password', 'brand new horse')
    expect((await form.findByRole('alert')).textContent).toBe('Пароль изменён, остальные сеансы завершены.')
    expect(sent).toEqual({ password: [{ current: 'old password', password: 'brand new horse' }] })
    expect(form.getByLabelText<HTMLInputElement>('Новый пароль').value).toBe('')
    await waitFor(() => expect(screen.getAllByText('Chrome, Windows')).toHaveLength(1))
    await waitFor(() => expect(screen.queryByText('Safari, iPhone')).toBeNull())
  })

  it.each([
    ['Неверный пароль', 403, 'Текущий пароль'],
    ['Этот пароль слишком известен: придумайте другой.', 400, 'Новый пароль'],
    ['Новый пароль совпадает с прежним.', 400, 'Новый пароль'],
  ])('shows a refusal with %s at its field', async (words, status, label) => {
    server.use(call('password', () => refusal(words, status)))
    await visit(PAGE)
    const form = await fill('old password', 'brand new horse')
    await form.findByText(words)
    const field = form.getByLabelText(label)
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(field).toHaveAccessibleDescription(words)
    expect(document.activeElement).toBe(field)
  })

  it('sends nothing if the second entry differs', async () => {
    await visit(PAGE)
    const form = await fill('old password', 'brand new horse', 'brand new house')
    expect(form.getByLabelText('Новый пароль ещё раз')).toHaveAccessibleDescription('Пароли не совпадают.')
    expect(server.calls('POST')).toEqual([])
  })

  it('shows any other refusal', async () => {
    server.use(call('password', () => refusal('Слишком много попыток, повторите через минуту', 429)))
    await visit(PAGE)
    const form = await fill('old password', 'brand new horse')
    expect((await form.findByRole('alert')).textContent).toBe('Слишком много попыток, повторите через минуту')
  })
})

describe('SecurityPage: sessions (specification 11.5)', () => {
  it('lists sessions, with this one marked and without a button', async () => {
    await visit(PAGE)
    const list = (await section('Активные сеансы')).getAllByRole('listitem')
    expect(list).toHaveLength(3)
    const [here, phone, unknown] = list.map((item) => within(item as HTMLElement))
    expect(here?.getByText('Это устройство')).toBeTruthy()
    expect(here?.queryByRole('button')).toBeNull()
    expect(phone?.getByText('10.0.0.8')).toBeTruthy()
    expect(phone?.getByRole('button', { name: 'Завершить сеанс: Safari, iPhone, 10.0.0.8' })).toBeTruthy()
    expect(unknown?.getByText('Неизвестное устройство')).toBeTruthy()
  })

  it('ends one session', async () => {
    server.use(
      call('sessions/end', () => {
        state.sessions = state.sessions.filter(({ id }) => id !== '2')
        return HttpResponse.json({ ended: 1 })
      }),
    )
    await visit(PAGE)
    const part = await section('Активные сеансы')
    press('Завершить сеанс: Safari, iPhone, 10.0.0.8')
    expect((await part.findByRole('alert')).textContent).toBe('Сеанс завершён.')
    await waitFor(() => expect(part.getAllByRole('listitem')).toHaveLength(2))
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Активные сеансы' })),
    )
    expect(sent).toEqual({ 'sessions/end': [{ id: '2' }] })
  })

  it('ends all sessions but this one after a confirmation', async () => {
    server.use(
      call('sessions/end', () => {
        state.sessions = state.sessions.slice(0, 1)
        return HttpResponse.json({ ended: 2 })
      }),
    )
    await visit(PAGE)
    const part = await section('Активные сеансы')
    press('Завершить остальные')
    await agree('Отмена')
    expect(sent).toEqual({})
    press('Завершить остальные')
    await agree('Завершить')
    expect((await part.findByRole('alert')).textContent).toBe('Остальные сеансы завершены.')
    await waitFor(() => expect(part.getAllByRole('listitem')).toHaveLength(1))
    expect(sent).toEqual({ 'sessions/end': [{}] })
    expect(screen.queryByRole('button', { name: 'Завершить остальные' })).toBeNull()
  })

  it('reports sessions that have ended already', async () => {
    server.use(call('sessions/end', () => refusal('Такого сеанса нет', 404)))
    await visit(PAGE)
    const part = await section('Активные сеансы')
    press('Завершить сеанс: Safari, iPhone, 10.0.0.8')
    expect((await part.findByRole('alert')).textContent).toBe('Такого сеанса нет')
  })
})

describe('SecurityPage: second factor (specification 11.7)', () => {
  it('is set up with a first code, and displays its recovery codes once', async () => {
    const copied: string[] = []
    Object.defineProperty(navigator, 'clipboard', {
      ...{ configurable: true, writable: true },
      value: { writeText: async (text: string) => void copied.push(text) },
    })
    const files: Blob[] = []
    URL.createObjectURL = (file) => `blob:${files.push(file as Blob)}`
    URL.revokeObjectURL = () => {}
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    server.use(
      call('second-factor/begin', () =>
        HttpResponse.json({ secret: SECRET, uri: `otpauth://totp/anna?secret=${SECRET}` }),
      ),
      call('second-factor/enable', () => {
        if (sent['second-factor/enable']?.length === 1) return refusal('Неверный код')
        state.second_factor = { enabled: true, demanded: false, recovery_codes_left: 10 }
        return HttpResponse.json({ recovery_codes: CODES })
      }),
    )
    await visit(PAGE)
    const part = await section(/^Второй фактор/)
    fireEvent.click(part.getByRole('button', { name: 'Включить' }))
    await part.findByRole('img', { name: 'QR-код для приложения' })
    expect(part.getByText('ABCD EFGH IJKL MNOP')).toBeTruthy()
    const link = part.getByText('Открыть в приложении')
    expect(link.getAttribute('href')).toBe(`otpauth://totp/anna?secret=${SECRET}`)
    fireEvent.click(part.getByRole('button', { name: 'Скопировать ключ' }))
    await part.findByText('Скопировано')

    const code = part.getByLabelText<HTMLInputElement>('Код из приложения')
    expect(code.autocomplete).toBe('one-time-code')
    fireEvent.change(code, { target: { value: '000000' } })
    fireEvent.click(part.getByRole('button', { name: 'Включить' }))
    await part.findByText('Неверный код')
    fireEvent.change(code, { target: { value: '123456' } })
    fireEvent.click(part.getByRole('button', { name: 'Включить' }))

    await part.findByText('Сохраните резервные коды')
    expect(part.getAllByRole('listitem').map((item) => item.textContent)).toEqual(CODES)
    fireEvent.click(part.getByRole('button', { name: 'Скопировать' }))
    await waitFor(() => expect(copied).toEqual([SECRET, CODES.join('\n')]))
    fireEvent.click(part.getByRole('button', { name: 'Скачать' }))
    expect(await files[0]?.text()).toContain(CODES.join('\n'))

    const done = part.getByRole('button', { name: 'Готово' })
    expect(done.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(done)
    expect(part.getByText(CODES[0] as string)).toBeTruthy()
    fireEvent.click(part.getByLabelText('Я сохранил коды'))
    fireEvent.click(done)
    await part.findByText(/Резервных кодов осталось: 10\./)
    expect(part.getByText('Включён')).toBeTruthy()
    expect(screen.queryByText(CODES[0] as string)).toBeNull()
    expect(sent['second-factor/enable']).toEqual([{ code: '000000' }, { code: '123456' }])
  })

  it('asks before unconfirmed recovery codes are left, and mentions them until new ones are saved', async () => {
    const unsaved = /показывались, но не были подтверждены/
    state.second_factor = { enabled: true, demanded: false, recovery_codes_left: 10 }
    server.use(call('second-factor/recovery-codes', () => HttpResponse.json({ recovery_codes: CODES })))
    const leave = () => fireEvent(window, new Event('beforeunload', { cancelable: true }))
    const renew = async () => {
      await section(/^Второй фактор/)
      press('Новые резервные коды')
      await agreeWith('123456', 'Выдать новые')
      await screen.findByText(CODES[9] as string)
    }
    await visit(PAGE)
    await renew()
    // fireEvent returns false if a handler has prevented leaving the page.
    expect(leave()).toBe(false)
    expect(hasUnsentInput()).toBe(true)
    fireEvent.click(screen.getAllByRole('link', { name: 'Профиль' })[0] as HTMLElement)
    await waitFor(() => expect(screen.queryByText(CODES[9] as string)).toBeNull())
    expect(leave()).toBe(true)
    fireEvent.click(screen.getAllByRole('link', { name: 'Безопасность' })[0] as HTMLElement)
    await screen.findByText(unsaved)
    await renew()
    fireEvent.click(screen.getByLabelText('Я сохранил коды'))
    press('Готово')
    await screen.findByText(/Резервных кодов осталось/)
    expect(screen.queryByText(unsaved)).toBeNull()
    expect(hasUnsentInput()).toBe(false)
  })

  it('is not set up if it is cancelled', async () => {
    server.use(call('second-factor/begin', () => HttpResponse.json({ secret: SECRET, uri: 'otpauth://x' })))
    await visit(PAGE)
    const part = await section(/^Второй фактор/)
    fireEvent.click(part.getByRole('button', { name: 'Включить' }))
    fireEvent.click(await part.findByRole('button', { name: 'Отмена' }))
    expect(part.getByText('Выключен')).toBeTruthy()
    expect(part.queryByRole('img', { name: 'QR-код для приложения' })).toBeNull()
  })

  it('issues new recovery codes and is switched off, each after a dialog that asks for a code', async () => {
    state.second_factor = { enabled: true, demanded: false, recovery_codes_left: 2 }
    let isWrong = true
    server.use(
      call('second-factor/recovery-codes', () => HttpResponse.json({ recovery_codes: CODES })),
      call('second-factor/disable', () => {
        if (isWrong) return refusal('Неверный код', 400)
        state.second_factor = { enabled: false, demanded: false, recovery_codes_left: 0 }
        return ok()
      }),
    )
    await visit(PAGE)
    const part = await section(/^Второй фактор/)
    expect(part.getByText(/Резервных кодов осталось: 2\. Выдайте себе новые/)).toBeTruthy()
    press('Новые резервные коды')
    await agreeWith('123456', 'Выдать новые')
    await part.findByText(CODES[9] as string)
    expect(sent['second-factor/recovery-codes']).toEqual([{ code: '123456' }])
    fireEvent.click(part.getByLabelText('Я сохранил коды'))
    press('Готово')
    press('Отключить')
    await agree('Отмена')
    expect(sent['second-factor/disable']).toBeUndefined()
    press('Отключить')
    await agreeWith('000000', 'Отключить')
    expect((await screen.findByRole('alert')).textContent).toBe('Неверный код')
    isWrong = false
    await agreeWith('abcde-fghjk', 'Отключить')
    await part.findByText('Выключен')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement?.textContent).toContain('Второй фактор')
    expect(sent['second-factor/disable']).toEqual([{ code: '000000' }, { code: 'abcde-fghjk' }])
  })

  it('is requested when the server demands it', async () => {
    state.second_factor = { enabled: false, demanded: true, recovery_codes_left: 0 }
    await visit(PAGE)
    expect((await section(/^Второй фактор/)).getByText(/Сервер требует его от администраторов/)).toBeTruthy()
  })

  it('shows why it could not be set up', async () => {
    server.use(call('second-factor/begin', () => refusal('Второй фактор уже включён', 409)))
    await visit(PAGE)
    const part = await section(/^Второй фактор/)
    fireEvent.click(part.getByRole('button', { name: 'Включить' }))
    expect((await part.findByRole('alert')).textContent).toBe('Второй фактор уже включён')
  })
})
