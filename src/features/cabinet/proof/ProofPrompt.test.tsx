// Specification 11.2

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { cabinetServer, offering, refusal, visit } from '../../../../tests/support/cabinet.tsx'

const server = cabinetServer()

const MAIL = '/user/verify/mail'
const CONFIRM = '/api/companion/security/confirm'
const DECLINED = 'Действие отменено: пароль не подтверждён.'

/** passwords sent as proofs */
let proofs: unknown[]

/** Refuses until the password 'correct horse' has been proved. */
const guarded = (answer: () => Response) => () =>
  proofs.includes('correct horse')
    ? answer()
    : HttpResponse.json({ error: 'Подтвердите действие паролем', confirm: true }, { status: 403 })

beforeEach(() => {
  proofs = []
  server.use(
    offering('security'),
    http.post(CONFIRM, async ({ request }) => {
      const { password } = (await request.json()) as { password: unknown }
      proofs.push(password)
      return password === 'correct horse'
        ? HttpResponse.json({ message: 'ok' })
        : refusal('Неверный пароль', 403)
    }),
    http.post(
      MAIL,
      guarded(() => HttpResponse.json({ message: 'Письмо отправлено' })),
    ),
  )
})

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const dialog = () => screen.findByRole('dialog', { name: 'Подтвердите паролем' })
const answer = async (password: string) => {
  const asked = within(await dialog())
  fireEvent.change(asked.getByLabelText('Пароль'), { target: { value: password } })
  fireEvent.click(asked.getByRole('button', { name: 'Подтвердить' }))
}
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

describe('ProofPrompt: sensitive steps (specification 11.4)', () => {
  it('asks for the password, reports a wrong one, and repeats the step once with the right one', async () => {
    await visit('/profile/account')
    await press('Привязать Email')
    const asked = within(await dialog())
    const field = asked.getByLabelText<HTMLInputElement>('Пароль')
    expect(field.autocomplete).toBe('current-password')
    await answer('wrong')
    await asked.findByText('Неверный пароль')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    await answer('correct horse')
    expect((await screen.findByText('Письмо отправлено')).closest('[role=alert]')).not.toBeNull()
    await gone()
    expect(proofs).toEqual(['wrong', 'correct horse'])
    expect(server.calls(`POST ${MAIL}`)).toHaveLength(2)
  })

  it('cancels the step with a message if the user declines', async () => {
    await visit('/profile/account')
    await press('Привязать Email')
    fireEvent.click(within(await dialog()).getByRole('button', { name: 'Отмена' }))
    expect((await screen.findByRole('alert')).textContent).toBe(DECLINED)
    await gone()
    expect(proofs).toEqual([])
    expect(server.calls(`POST ${MAIL}`)).toHaveLength(1)
    // The next step asks again.
    await press('Привязать Email')
    await answer('correct horse')
    await screen.findByText('Письмо отправлено')
  })

  it('does not repeat a step a second time', async () => {
    server.use(
      http.post(MAIL, () =>
        HttpResponse.json({ error: 'нет', message: 'нет', confirm: true }, { status: 403 }),
      ),
    )
    await visit('/profile/account')
    await press('Привязать Email')
    await answer('correct horse')
    expect((await screen.findByRole('alert')).textContent).toBe('Привязка не удалась')
    expect(server.calls(`POST ${MAIL}`)).toHaveLength(2)
  })

  it('opens the Telegram tab only after the proof', async () => {
    const tab = { close: vi.fn(), closed: false, opener: {}, location: { href: '' } }
    const open = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    server.use(
      http.post(
        '/user/verify/telegram',
        guarded(() => HttpResponse.json({ url: 'https://t.me/bot' })),
      ),
    )
    await visit('/profile/account')
    await press('Авторизироваться в Telegram')
    await dialog()
    // An open tab would cover the dialog.
    expect(tab.close).toHaveBeenCalledOnce()
    await answer('correct horse')
    await waitFor(() => expect(tab.location.href).toBe('https://t.me/bot'))
    expect(open).toHaveBeenCalledTimes(2)
  })

  it('unlinks Telegram after the proof, or reports why not', async () => {
    server.use(
      http.get('/user/verify/telegram', () => HttpResponse.json({ message: 'linked' })),
      http.delete(
        '/user/verify/telegram',
        guarded(() => HttpResponse.json({ message: 'unlinked' })),
      ),
    )
    await visit('/profile/account')
    await press('Отвязать Telegram')
    fireEvent.click(within(await dialog()).getByRole('button', { name: 'Отмена' }))
    expect((await screen.findByRole('alert')).textContent).toBe(DECLINED)
    await press('Отвязать Telegram')
    await answer('correct horse')
    await screen.findByRole('button', { name: 'Авторизироваться в Telegram' })
  })

  it('creates a user after the proof, and shows the server’s text if it refuses', async () => {
    server.use(offering('security', 'users'))
    let answers: () => Response = () => refusal('Этот пароль слишком известен: придумайте другой.')
    server.use(
      http.post(
        '/api/admin/users',
        guarded(() => answers()),
      ),
    )
    await visit('/profile/settings')
    await screen.findByLabelText('Email')
    for (const [label, value] of Object.entries({
      Email: 'new@firma.ru',
      Пароль: 'password1',
      Процент: '5',
    })) {
      fireEvent.change(screen.getByLabelText(label), { target: { value } })
    }
    await press('Создать')
    await answer('correct horse')
    await screen.findByText('Этот пароль слишком известен: придумайте другой.')
    answers = () => HttpResponse.json({ message: 'Пользователь создан' }, { status: 201 })
    await press('Создать')
    await screen.findByText('Пользователь new@firma.ru создан.')
  })

  it('reports a plain refusal before another backend', async () => {
    server.use(offering())
    await visit('/profile/account')
    await press('Привязать Email')
    expect((await screen.findByRole('alert')).textContent).toBe('Привязка не удалась')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(server.calls('POST /api/companion')).toEqual([])
  })
})
