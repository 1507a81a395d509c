// Specification 2.7, 7.15

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { cabinetServer, held, visit } from '../../../tests/support/cabinet.tsx'

const server = cabinetServer()

const PATH = '/user/verify/mail'
const LINK = 'Привязать Email'
const UNLINK = 'Отвязать Email'

const section = () => within(screen.getByRole('region', { name: 'Email' }))
const button = (name: string) => screen.findByRole('button', { name })
const press = async (name: string) => fireEvent.click(await button(name))
const alert = () => section().getByRole('alert').textContent
const says = (message: unknown) => server.use(http.get(PATH, () => HttpResponse.json({ message })))
const checks = () => server.calls(`GET ${PATH}`).length
const answers = (method: 'post' | 'delete', answer: () => Response | Promise<Response>) =>
  server.use(http[method](PATH, answer))

describe('EmailSection: status (specification 3.6)', () => {
  it('is checked first, without a button', async () => {
    const { answer, release } = held()
    server.use(http.get(PATH, answer))
    await visit('/profile/account')
    expect(await screen.findByText('Проверяем статус Email...')).toBeTruthy()
    expect(section().queryByRole('button')).toBeNull()
    await release(HttpResponse.json({ message: true }))
    await button(UNLINK)
    expect(screen.queryByText('Проверяем статус Email...')).toBeNull()
  })

  it.each([true, 'linked', 'true', '1'])('%j allows unlinking', async (message) => {
    says(message)
    await visit('/profile/account')
    await button(UNLINK)
    expect(section().getAllByRole('button')).toHaveLength(1)
  })

  it.each([false, 'unlinked', 'false', '0'])('%j allows linking', async (message) => {
    says(message)
    await visit('/profile/account')
    await button(LINK)
    expect(screen.queryByText('Не удалось проверить Email.')).toBeNull()
  })

  it.each([
    ['odd', () => HttpResponse.json({ message: 'кто знает' })],
    ['a page', () => HttpResponse.html('<html></html>')],
    ['a failure', () => new HttpResponse(null, { status: 500 })],
    ['none', () => HttpResponse.error()],
  ])('is unknown when the answer is %s', async (_, answer) => {
    server.use(http.get(PATH, answer))
    await visit('/profile/account')
    expect(await screen.findByText('Не удалось проверить Email.')).toBeTruthy()
    expect(section().getByRole('button').textContent).toBe(LINK)
  })

  it('is not linked when the answer is 401', async () => {
    server.use(http.get(PATH, () => new HttpResponse(null, { status: 401 })))
    await visit('/profile/account')
    await button(LINK)
    expect(screen.queryByText('Не удалось проверить Email.')).toBeNull()
  })
})

describe('EmailSection: button to link and unlink (specification 3.7)', () => {
  it('links with a busy state, an alert, and a new status check', async () => {
    const { answer, release } = held()
    answers('post', answer)
    await visit('/profile/account')
    await press(LINK)
    expect(await button('Выполняется...')).toHaveProperty('disabled', true)
    says(true)
    await release(HttpResponse.json({ message: true }))
    await button(UNLINK)
    expect(alert()).toBe('Email привязан')
    expect(checks()).toBe(2)
  })

  it('unlinks with an alert and a new status check', async () => {
    says('linked')
    answers('delete', () => {
      says('unlinked')
      return HttpResponse.json({ message: false })
    })
    await visit('/profile/account')
    await press(UNLINK)
    await button(LINK)
    expect(alert()).toBe('Email отвязан')
    expect(checks()).toBe(2)
  })

  it.each([
    ['Письмо отправлено на anna@firma.ru', 'Письмо отправлено на anna@firma.ru'],
    ['linked', 'Email привязан'],
    [null, 'Email привязан'],
    [{ text: 'x' }, 'Email привязан'],
  ])('after success with the message %j says %s', async (message, text) => {
    answers('post', () => HttpResponse.json({ message }))
    await visit('/profile/account')
    await press(LINK)
    await waitFor(() => expect(alert()).toBe(text))
    expect(section().getByRole('alert').className).toContain('success')
  })

  it('shows «Email привязан» after success without JSON', async () => {
    answers('post', () => new HttpResponse(null, { status: 204 }))
    await visit('/profile/account')
    await press(LINK)
    await waitFor(() => expect(alert()).toBe('Email привязан'))
  })

  it.each([
    ['post', LINK, false, 'Привязка не удалась'],
    ['delete', UNLINK, true, 'Отвязка не удалась'],
  ] as const)('of a failed %s tells why inline, and in an alert', async (method, name, linked, text) => {
    says(linked)
    answers(method, () => HttpResponse.json({ message: 'Почта не отвечает' }, { status: 502 }))
    await visit('/profile/account')
    await press(name)
    await waitFor(() => expect(alert()).toBe(text))
    expect(section().getByText('Почта не отвечает')).toBeTruthy()
    await button(name)
    expect(checks()).toBe(2)

    answers(method, () => new HttpResponse('Bad Gateway', { status: 502 }))
    await press(name)
    await waitFor(() => expect(section().getByText('HTTP 502')).toBeTruthy())
    expect(alert()).toBe(text)
    expect(section().queryByText('Почта не отвечает')).toBeNull()
  })

  it('shows «Операция не удалась» without a network', async () => {
    answers('post', () => HttpResponse.error())
    await visit('/profile/account')
    await press(LINK)
    await waitFor(() => expect(alert()).toBe('Операция не удалась'))
    await button(LINK)
    expect(checks()).toBe(2)
  })

  it('reports that nobody is signed in, without any call', async () => {
    await visit('/profile/account')
    await button(LINK)
    localStorage.removeItem('access_token')
    await press(LINK)
    expect(alert()).toBe('Вы неавторизованы.')
    expect(server.calls(`POST ${PATH}`)).toEqual([])
  })

  it('keeps the alert until it is dismissed', async () => {
    answers('post', () => HttpResponse.json({}))
    await visit('/profile/account')
    await press(LINK)
    await waitFor(() => expect(alert()).toBe('Email привязан'))
    fireEvent.click(section().getByRole('button', { name: 'Закрыть сообщение' }))
    expect(section().queryByRole('alert')).toBeNull()
  })

  it('checks the status again when the user returns from their mail program', async () => {
    await visit('/profile/account')
    await button(LINK)
    says(true)
    fireEvent.focus(window)
    await button(UNLINK)
  })
})

it('AccountPage shows the username (specification 3.2)', async () => {
  await visit('/profile/account')
  expect(within(await screen.findByRole('main')).getByText('anna')).toBeTruthy()
})
