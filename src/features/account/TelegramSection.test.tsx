// Specification 3.7, 3.16, 7.15

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { cabinetServer, controlTime, held, pass, visit } from '../../../tests/support/cabinet.tsx'

const server = cabinetServer()

/** Error message of Node's fetch; browsers' messages are replaced by Russian texts (src/data/errors.ts). */
const NETWORK_MESSAGE = 'fetch failed'
const PATH = '/user/verify/telegram'
const AUTHORIZE = 'Авторизироваться в Telegram'
const UNLINK = 'Отвязать Telegram'
const LINKED = 'Вы успешно авторизованы в Telegram.'

const section = () => within(screen.getByRole('region', { name: 'Telegram' }))
const button = (name: string) => screen.findByRole('button', { name })
const press = async (name: string) => fireEvent.click(await button(name))
const alert = () => section().getByRole('alert').textContent
const status = (answer: () => Response | Promise<Response>) => server.use(http.get(PATH, answer))
const says = (message: unknown) => status(() => HttpResponse.json({ message }))
const checks = () => server.calls(`GET ${PATH}`).length

/** Waits until pending actions have sent their requests. */
const moment = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)))

function fakeTab() {
  const tab = { closed: false, opener: {} as object | null, location: { href: '' }, close: vi.fn() }
  const open = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  return { tab, open }
}

describe('TelegramSection: status (specification 3.3)', () => {
  it('is checked first', async () => {
    const { answer, release } = held()
    status(answer)
    await visit('/profile/account')
    expect(await screen.findByText('Проверяем статус Telegram...')).toBeTruthy()
    expect(section().queryByRole('button')).toBeNull()
    await release(HttpResponse.json({ message: 'linked' }))
    expect(await screen.findByText(LINKED)).toBeTruthy()
  })

  it('linked shows the text and the button to unlink', async () => {
    says('linked')
    await visit('/profile/account')
    expect(await screen.findByText(LINKED)).toBeTruthy()
    expect(section().getByRole('button').textContent).toBe(UNLINK)
  })

  it.each(['unlinked', true, null])('is not linked with the message %j', async (message) => {
    says(message)
    await visit('/profile/account')
    await button(AUTHORIZE)
    expect(screen.queryByText(LINKED)).toBeNull()
  })

  it('is not linked if the answer is 401, even after a refresh', async () => {
    status(() => new HttpResponse(null, { status: 401 }))
    await visit('/profile/account')
    await button(AUTHORIZE)
    expect(server.calls('POST /auth/refresh').length).toBeGreaterThan(0)
  })

  it.each([
    [403, 'Ошибка проверки: 403'],
    [500, 'Ошибка проверки: 500'],
  ])('is unknown when the answer is %i', async (code, text) => {
    status(() => new HttpResponse('no', { status: code }))
    await visit('/profile/account')
    expect(await screen.findByText('Не удалось проверить Telegram.')).toBeTruthy()
    expect(alert()).toBe(text)
  })

  it('is unknown without a network, with a message', async () => {
    status(() => HttpResponse.error())
    await visit('/profile/account')
    expect(await screen.findByText('Не удалось проверить Telegram.')).toBeTruthy()
    expect(alert()).toBe(NETWORK_MESSAGE)
    says('linked')
    await press('Проверить ещё раз')
    expect(await screen.findByText(LINKED)).toBeTruthy()
    expect(section().queryByRole('alert')).toBeNull()
  })
})

describe('TelegramSection: repeated status checks (specification 3.3)', () => {
  const returns: [string, () => void][] = [
    ['the window gets the focus', () => fireEvent.focus(window)],
    ['the tab becomes visible', () => fireEvent(document, new Event('visibilitychange'))],
  ]

  it.each(returns)('when %s', async (_, comeBack) => {
    await visit('/profile/account')
    await button(AUTHORIZE)
    expect(checks()).toBe(1)
    says('linked')
    comeBack()
    expect(await screen.findByText(LINKED)).toBeTruthy()
    expect(checks()).toBe(2)
  })

  it('except when the tab is hidden', async () => {
    await visit('/profile/account')
    await button(AUTHORIZE)
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    fireEvent(document, new Event('visibilitychange'))
    await moment()
    expect(checks()).toBe(1)
  })

  it('while the known status stays visible', async () => {
    says('linked')
    await visit('/profile/account')
    await screen.findByText(LINKED)
    const { answer, release } = held()
    status(answer)
    fireEvent.focus(window)
    await waitFor(() => expect(checks()).toBe(2))
    expect(screen.getByText(LINKED)).toBeTruthy()
    await release(HttpResponse.json({ message: 'unlinked' }))
    await button(AUTHORIZE)
  })

  it('not after the page is left', async () => {
    await visit('/profile/account')
    await button(AUTHORIZE)
    fireEvent.click(screen.getByText('Настройки'))
    await screen.findByRole('heading', { name: 'Настройки' })
    fireEvent.focus(window)
    await moment()
    expect(checks()).toBe(1)
  })
})

describe('specification 3.4, Telegram: linking', () => {
  it('opens the tab within the click, navigates it to the link, and checks again when it is closed', async () => {
    controlTime()
    const { tab, open } = fakeTab()
    const { answer, release } = held()
    let contentType: string | null = null
    server.use(
      http.post(PATH, ({ request }) => {
        contentType = request.headers.get('content-type')
        return answer()
      }),
    )
    await visit('/profile/account')
    await press(AUTHORIZE)
    expect(open).toHaveBeenCalledExactlyOnceWith('', '_blank')
    const busy = await button('Открываем Telegram...')
    expect(busy).toHaveProperty('disabled', true)
    expect(tab.location.href).toBe('')
    await release(HttpResponse.json({ url: 'https://t.me/bot?start=code' }))
    await button(AUTHORIZE)
    expect(contentType).toBe('application/json')
    expect(tab.location.href).toBe('https://t.me/bot?start=code')
    expect(tab.opener).toBeNull()

    await pass(2_000)
    expect(checks()).toBe(1)
    says('linked')
    tab.closed = true
    await pass(499)
    await pass(1)
    expect(await screen.findByText(LINKED)).toBeTruthy()
    await pass(2_000)
    expect(checks()).toBe(2)
  })

  it('checks every 500 ms whether the tab is closed', async () => {
    controlTime()
    const { tab } = fakeTab()
    const closed = vi.fn(() => false)
    Object.defineProperty(tab, 'closed', { get: closed })
    server.use(http.post(PATH, () => HttpResponse.json({ url: 'https://t.me/bot' })))
    await visit('/profile/account')
    await press(AUTHORIZE)
    await waitFor(() => expect(tab.location.href).not.toBe(''))
    closed.mockClear()
    await pass(5_000)
    expect(closed.mock.calls.length).toBeGreaterThanOrEqual(9)
    expect(closed.mock.calls.length).toBeLessThanOrEqual(11)
  })

  it('follows the Location header if there is no url', async () => {
    const { tab } = fakeTab()
    server.use(http.post(PATH, () => new HttpResponse('', { headers: { location: 'https://t.me/other' } })))
    await visit('/profile/account')
    await press(AUTHORIZE)
    await waitFor(() => expect(tab.location.href).toBe('https://t.me/other'))
  })

  it.each([
    ['nothing', () => HttpResponse.json({})],
    ['an empty url', () => HttpResponse.json({ url: '' })],
    ['no JSON', () => new HttpResponse('ok')],
    ['a script', () => HttpResponse.json({ url: 'javascript:alert(1)' })],
    ['another scheme', () => HttpResponse.json({ url: 'tg://resolve?domain=bot' })],
  ])(
    'reports that the server returned no link when it returned %s, and closes the tab',
    async (_, answer) => {
      const { tab } = fakeTab()
      server.use(http.post(PATH, answer))
      await visit('/profile/account')
      await press(AUTHORIZE)
      await waitFor(() => expect(alert()).toBe('Сервер не вернул ссылку авторизации.'))
      expect(tab.close).toHaveBeenCalledOnce()
      expect(tab.location.href).toBe('')
    },
  )

  it.each([
    [500, 'Бот не отвечает', 'Ошибка создания ссылки: 500 Бот не отвечает'],
    [503, '', 'Ошибка создания ссылки: 503'],
    [502, '<!DOCTYPE html><html></html>', 'Ошибка создания ссылки: 502'],
  ])('shows the text of a refusal %i %j, and closes the tab', async (code, body, text) => {
    const { tab } = fakeTab()
    server.use(http.post(PATH, () => new HttpResponse(body, { status: code })))
    await visit('/profile/account')
    await press(AUTHORIZE)
    await waitFor(() => expect(alert()).toBe(text))
    expect(tab.close).toHaveBeenCalledOnce()
    await button(AUTHORIZE)
  })

  it('reports an unreachable server, and closes the tab', async () => {
    const { tab } = fakeTab()
    server.use(http.post(PATH, () => HttpResponse.error()))
    await visit('/profile/account')
    await press(AUTHORIZE)
    await waitFor(() => expect(alert()).toBe(NETWORK_MESSAGE))
    expect(tab.close).toHaveBeenCalledOnce()
  })

  it('reports that nobody is signed in, without opening a tab or making a call', async () => {
    const { open } = fakeTab()
    await visit('/profile/account')
    await button(AUTHORIZE)
    localStorage.removeItem('access_token')
    await press(AUTHORIZE)
    await waitFor(() => expect(alert()).toBe('Вы неавторизованы.'))
    expect(open).not.toHaveBeenCalled()
    expect(server.calls(`POST ${PATH}`)).toEqual([])
    fireEvent.click(section().getByRole('button', { name: 'Закрыть сообщение' }))
    expect(section().queryByRole('alert')).toBeNull()
  })

  it('shows the link if the browser blocked the tab', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    server.use(http.post(PATH, () => HttpResponse.json({ url: 'https://t.me/bot' })))
    await visit('/profile/account')
    await press(AUTHORIZE)
    const link = await screen.findByRole('link', { name: 'Перейти в Telegram' })
    expect(link.getAttribute('href')).toBe('https://t.me/bot')
  })

  it('leaves a tab alone that was closed before the link arrived', async () => {
    const { tab } = fakeTab()
    const { answer, release } = held()
    server.use(http.post(PATH, answer))
    await visit('/profile/account')
    await press(AUTHORIZE)
    tab.closed = true
    await release(HttpResponse.json({ url: 'https://t.me/bot' }))
    await button(AUTHORIZE)
    expect(tab.location.href).toBe('')
  })
})

describe('TelegramSection: unlinking (specification 3.5)', () => {
  it('shows a busy state and ends not linked', async () => {
    says('linked')
    const { answer, release } = held()
    server.use(http.delete(PATH, answer))
    await visit('/profile/account')
    await press(UNLINK)
    expect(await button('Отвязываем...')).toHaveProperty('disabled', true)
    await release(HttpResponse.json({}))
    await button(AUTHORIZE)
    expect(checks()).toBe(1)
  })

  it.each([
    [500, 'Бот не отвечает', 'Не удалось отвязать Telegram: 500 Бот не отвечает'],
    [404, '', 'Не удалось отвязать Telegram: 404'],
  ])('shows the text of a refusal %i %j', async (code, body, text) => {
    says('linked')
    server.use(http.delete(PATH, () => new HttpResponse(body, { status: code })))
    await visit('/profile/account')
    await press(UNLINK)
    await waitFor(() => expect(alert()).toBe(text))
    expect(screen.getByText(LINKED)).toBeTruthy()
    await button(UNLINK)
  })

  it('reports an unreachable server', async () => {
    says('linked')
    server.use(http.delete(PATH, () => HttpResponse.error()))
    await visit('/profile/account')
    await press(UNLINK)
    await waitFor(() => expect(alert()).toBe(NETWORK_MESSAGE))
  })

  it('is not undone by a check that began earlier', async () => {
    says('linked')
    await visit('/profile/account')
    await button(UNLINK)
    const { answer, release } = held()
    status(answer)
    fireEvent.focus(window)
    await waitFor(() => expect(checks()).toBe(2))
    server.use(http.delete(PATH, () => HttpResponse.json({})))
    await press(UNLINK)
    await button(AUTHORIZE)
    await release(HttpResponse.json({ message: 'linked' }))
    await moment()
    expect(screen.queryByText(LINKED)).toBeNull()
  })
})
