import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cabinetServer, controlTime, held, layOut, pass, visit } from '../../../tests/support/cabinet.tsx'
import { sayLastWords } from '../../api/last-words.ts'

const server = cabinetServer()
beforeEach(layOut)
afterEach(() => {
  Reflect.deleteProperty(HTMLElement.prototype, 'scrollTo')
})

const LIST = '/api/notifications/getNotifications'
const READ = '/api/notifications/readNotification'
const DELETE = '/api/notifications/deleteNotification'
const TABLE = '/api/notifications/downloadTable'
const MARK = 'Отметить как прочитанное'
const MARK_ALL = 'Отметить все как прочитанные'

const HERE = '/profile/notifications'
const THREE = [
  { notification_id: 3, vehicle_type: 'Легковая', site: 'a.ru', body: 'Первое', percent: '-12,5' },
  { notification_id: 2, vehicle_type: 'Грузовая', site: 'b.ru', body: 'Второе', is_read: true },
  { notification_id: 1, vehicle_type: 'invite', message: 'Третье' },
]
const many = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ notification_id: i + 1, body: `Текст ${i + 1}` }))

type Answer = () => Response | Promise<Response>
const answers = (answer: Answer) => server.use(http.get(LIST, answer))
const has = (notifications: readonly object[], figures: object = {}) =>
  answers(() => HttpResponse.json({ notifications, ...figures }))
const posts = (path: string, answer: (id: string) => Response | Promise<Response>) =>
  server.use(
    http.post(path, ({ request }) => answer(new URL(request.url).searchParams.get('nID') ?? 'without id')),
  )
const refused = () => new HttpResponse('no', { status: 500 })
const ok = () => HttpResponse.json({})

const loads = () => server.calls(`GET ${LIST}`).length
const bodies = () => [...document.querySelectorAll('.notification-body')].map((body) => body.textContent)
const itemOf = async (body: string) => {
  const element = (await screen.findByText(body)).closest('li')
  if (!element) throw new Error(`${body} is in no item`)
  return element
}
const toggleOf = async (body: string) => (await itemOf(body)).querySelector('[aria-expanded]') as HTMLElement
const isExpanded = async (body: string) => (await toggleOf(body)).getAttribute('aria-expanded')
const action = async (body: string, name: string) => within(await itemOf(body)).getByRole('button', { name })
const actions = async (body: string) =>
  within(await itemOf(body))
    .getAllByRole('button')
    .slice(1)
    .map((button) => button.getAttribute('aria-label'))
const press = async (body: string, name: string) => fireEvent.click(await action(body, name))
const tab = (name: RegExp) => screen.getByRole('tab', { name })
const foot = () => screen.getByText(/^Показано/).textContent
const note = () => document.querySelector('.notifications-note')?.textContent
/** Waits for pending actions to make their calls. */
const moment = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)))

describe('specification 3.9: an item', () => {
  it('shows title, percent, time and body', async () => {
    has([{ ...THREE[0], date: '2026-04-18T08:30:00' }])
    await visit(HERE)
    const item = within(await itemOf('Первое'))
    expect(item.getByText('Легковая · a.ru')).toBeTruthy()
    expect(item.getByText('−12,5 %').dataset.trend).toBe('fall')
    expect(item.getByText('18.04.2026, 08:30')).toBeTruthy()
  })

  it('is titled by its id if it has no vehicle type and site', async () => {
    has([{ notification_id: 'a-7', body: 'Текст' }])
    await visit(HERE)
    expect(within(await itemOf('Текст')).getByText('Уведомление a-7')).toBeTruthy()
  })

  it('shows no percent if it has none', async () => {
    has(THREE)
    await visit(HERE)
    expect((await itemOf('Второе')).textContent).not.toContain('%')
  })

  it('has the current time if it has no date', async () => {
    vi.setSystemTime(new Date(2026, 3, 18, 9, 5))
    has(THREE)
    await visit(HERE)
    expect(within(await itemOf('Второе')).getByText('18.04.2026, 09:05')).toBeTruthy()
  })

  it.each([
    [{ type: 'success' }, 'Успех'],
    [{ type: 'error' }, 'Ошибка'],
    [{ vehicle_type: 'invitation' }, 'Приглашение'],
    [{}, 'Информация'],
  ])('%j has the icon of its type', async (of, name) => {
    has([{ notification_id: 1, body: 'Текст', ...of }])
    await visit(HERE)
    expect(within(await itemOf('Текст')).getByRole('img', { name })).toBeTruthy()
  })

  it('expands and collapses by a click on its button or elsewhere on it', async () => {
    has(THREE)
    await visit(HERE)
    expect(await isExpanded('Первое')).toBe('false')
    fireEvent.click(await toggleOf('Первое'))
    expect(await isExpanded('Первое')).toBe('true')
    expect(screen.getByText('Первое').dataset.expanded).toBe('true')
    expect(await isExpanded('Второе')).toBe('false')
    fireEvent.click(screen.getByText('Первое'))
    expect(await isExpanded('Первое')).toBe('false')
  })

  it('does not collapse while its text is being selected', async () => {
    has(THREE)
    await visit(HERE)
    fireEvent.click(await toggleOf('Первое'))
    vi.spyOn(window, 'getSelection').mockReturnValue({ isCollapsed: false } as Selection)
    fireEvent.click(screen.getByText('Первое'), { detail: 1 })
    expect(await isExpanded('Первое')).toBe('true')
  })

  it('shows its body as text, never as HTML', async () => {
    const body = '<img src=x onerror="alert(1)"><b>жирно</b>'
    has([{ notification_id: 1, vehicle_type: '<i>тип</i>', body }])
    await visit(HERE)
    expect((await itemOf(body)).querySelector('img, b, i')).toBeNull()
    expect(screen.getByText('<i>тип</i>')).toBeTruthy()
  })

  it('has three actions, marking as read only when unread', async () => {
    has(THREE)
    await visit(HERE)
    expect(await actions('Первое')).toEqual([MARK, 'Скачать таблицу', 'Удалить'])
    expect(await actions('Второе')).toEqual(['Скачать таблицу', 'Удалить'])
  })

  it('is not expanded by its actions', async () => {
    has(THREE)
    posts(READ, ok)
    await visit(HERE)
    await press('Первое', MARK)
    await moment()
    expect(await isExpanded('Первое')).toBe('false')
  })
})

describe('from a notification to its prices', () => {
  const MOVED = {
    notification_id: 3,
    vehicle_type: 'Легковая',
    site: 'a.ru',
    day: '2026-04-17',
    date: '2026-04-18T08:30:00',
    body: 'Подорожало: 1.\nШина A (Томск, опт): 4 000 ₽ → 4 500 ₽\nИ ещё 2.',
    tyres: [{ line: 1, filters: { brand: 'Arktika', width: '205', city: 'Томск' } }],
  }
  const hrefs = (item: HTMLElement) =>
    within(item)
      .queryAllByRole('link')
      .map((link) => decodeURIComponent(link.getAttribute('href') ?? ''))
  const REPORT = '/export/price-changes?date=2026-04-17&site=a.ru&vehicle=Легковая'

  it('leads to its report, as the push does', async () => {
    has([MOVED, { ...MOVED, notification_id: 2, body: 'Чужое', day: undefined, tyres: undefined }])
    await visit(HERE)
    expect(hrefs(await itemOf('Чужое'))).toEqual([REPORT.replace('-17', '-18')])
    const item = (await screen.findByText(/Шина A/)).closest('li') as HTMLElement
    expect(hrefs(item)).toEqual([REPORT])
    expect(within(item).getByRole('link', { name: 'Открыть отчёт' })).toBeTruthy()
  })

  it('leads from a tyre to the report narrowed to it, once expanded', async () => {
    has([MOVED])
    const { addresses } = await visit(HERE)
    const item = (await screen.findByText(/Шина A/)).closest('li') as HTMLElement
    fireEvent.click(item.querySelector('[aria-expanded]') as HTMLElement)
    expect(item.querySelector('.notification-body')?.textContent).toBe(MOVED.body)
    const tyre = within(item).getByRole('link', { name: /^Шина A/ })
    fireEvent.click(tyre)
    await waitFor(() => {
      const query = new URL(addresses.at(-1) ?? '', 'http://a').searchParams
      expect(Object.fromEntries(query)).toEqual({
        date: '2026-04-17',
        site: 'a.ru',
        vehicle: 'Легковая',
        brand: 'Arktika',
        width: '205',
        city: 'Томск',
      })
    })
  })

  it('has no links if it does not identify prices', async () => {
    has([
      THREE[2] as object,
      { notification_id: 9, body: 'Без сайта' },
      { ...MOVED, notification_id: 8, site: 'b.ru', vehicle_type: 'invite', body: 'Зовут' },
    ])
    await visit(HERE)
    for (const body of ['Третье', 'Без сайта', 'Зовут']) expect(hrefs(await itemOf(body))).toEqual([])
  })

  it('is listed under its day and site', async () => {
    vi.setSystemTime(new Date(2026, 3, 18, 9, 5))
    const of = (id: number, day: string, site: string) => ({
      notification_id: id,
      day,
      site,
      body: `Текст ${id}`,
    })
    has([
      of(1, '2026-04-18', 'a.ru'),
      of(2, '2026-04-17', 'a.ru'),
      of(3, '2026-04-18', 'a.ru'),
      of(4, '2026-04-18', 'b.ru'),
    ])
    await visit(HERE)
    await itemOf('Текст 1')
    expect(bodies()).toEqual(['Текст 1', 'Текст 3', 'Текст 4', 'Текст 2'])
    const headings = screen.getAllByRole('heading').slice(-5)
    expect(
      headings.map(({ tagName, textContent }) => `${tagName} ${textContent?.replace(/\s/g, ' ')}`),
    ).toEqual([
      'H2 Сегодня, 18 апреля 2026 г.',
      'H3 a.ru',
      'H3 b.ru',
      'H2 Вчера, 17 апреля 2026 г.',
      'H3 a.ru',
    ])
  })
})

describe('specification 3.8: tabs, footer, empty states', () => {
  it('has two tabs, the second with the number of unread ones', async () => {
    has(THREE)
    await visit(HERE)
    await itemOf('Первое')
    expect(screen.getByRole('tablist')).toBeTruthy()
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Все',
      'Непрочитанные2',
    ])
    expect(tab(/Все/).getAttribute('aria-selected')).toBe('true')
  })

  it('has no badge if all are read', async () => {
    has([{ notification_id: 1, body: 'Текст', is_read: true }])
    await visit(HERE)
    await itemOf('Текст')
    expect(tab(/Непрочитанные/).textContent).toBe('Непрочитанные')
  })

  it('shows all or only unread ones', async () => {
    has(THREE)
    await visit(HERE)
    await itemOf('Первое')
    expect(bodies()).toEqual(['Первое', 'Второе', 'Третье'])
    fireEvent.click(tab(/Непрочитанные/))
    expect(bodies()).toEqual(['Первое', 'Третье'])
    expect(screen.getByRole('tabpanel', { name: 'Непрочитанные' })).toBeTruthy()
    fireEvent.click(tab(/Все/))
    expect(bodies()).toEqual(['Первое', 'Второе', 'Третье'])
  })

  it.each([
    ['ArrowRight', 'Все', 'Непрочитанные'],
    ['ArrowLeft', 'Все', 'Непрочитанные'],
    ['End', 'Все', 'Непрочитанные'],
    ['Home', 'Непрочитанные', 'Все'],
    ['ArrowRight', 'Непрочитанные', 'Все'],
  ])('%s goes from the tab %s to %s', async (key, from, to) => {
    await visit(HERE)
    await screen.findByText('Уведомлений нет.')
    fireEvent.click(tab(new RegExp(from)))
    fireEvent.keyDown(tab(new RegExp(from)), { key })
    expect(tab(new RegExp(to)).getAttribute('aria-selected')).toBe('true')
    expect(document.activeElement).toBe(tab(new RegExp(to)))
    expect(
      screen
        .getAllByRole('tab')
        .map(({ tabIndex }) => tabIndex)
        .sort(),
    ).toEqual([-1, 0])
  })

  it('states in the footer how many of how many are shown', async () => {
    has(THREE, { total: 1234 })
    await visit(HERE)
    await itemOf('Первое')
    expect(foot()).toMatch(/^Показано 3 из 1\s234 уведомлений$/)
    fireEvent.click(tab(/Непрочитанные/))
    expect(foot()).toMatch(/^Показано 2 из 1\s234 уведомлений$/)
  })

  it('has an empty message for each tab', async () => {
    has([{ notification_id: 1, body: 'Текст', is_read: true }])
    await visit(HERE)
    await itemOf('Текст')
    fireEvent.click(tab(/Непрочитанные/))
    expect(screen.getByText('Непрочитанных уведомлений нет.')).toBeTruthy()
    has([])
    fireEvent.click(screen.getByRole('button', { name: 'Обновить' }))
    await waitFor(() => expect(foot()).toBe('Показано 0 из 0 уведомлений'))
    fireEvent.click(tab(/Все/))
    expect(screen.getByText('Уведомлений нет.')).toBeTruthy()
  })

  it('treats 404 as an empty list', async () => {
    answers(() => new HttpResponse('<html>none</html>', { status: 404 }))
    await visit(HERE)
    expect(await screen.findByText('Уведомлений нет.')).toBeTruthy()
    expect(foot()).toBe('Показано 0 из 0 уведомлений')
    expect(server.logged).toEqual([])
  })

  it('is called ProfileNotifications', async () => {
    await visit(HERE)
    await screen.findByText('Уведомлений нет.')
    expect(document.title).toBe('ProfileNotifications')
  })
})

describe('specification 3.10: loading', () => {
  it('happens on open and every 30 seconds, and keeps the total', async () => {
    controlTime()
    has(THREE, { total: 12 })
    await visit(HERE)
    await itemOf('Первое')
    const before = loads()
    expect(before).toBe(1)
    await pass(29_000)
    expect(loads()).toBe(1)
    has([{ notification_id: 4, body: 'Новое' }, ...THREE], { total: 13 })
    await pass(1_000)
    await itemOf('Новое')
    expect(loads()).toBe(2)
    expect(foot()).toBe('Показано 4 из 13 уведомлений')
    await pass(30_000)
    expect(loads()).toBe(3)
  })

  it('continues while the tab is in the background', async () => {
    controlTime()
    await visit(HERE)
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await pass(60_000)
    expect(loads()).toBe(3)
  })

  it('happens again when the page is opened again, and at Обновить', async () => {
    await visit('/profile/account')
    await screen.findByRole('button', { name: 'Привязать Email' })
    await waitFor(() => expect(loads()).toBe(1))
    fireEvent.click(screen.getAllByText('Уведомления').at(-1) as HTMLElement)
    await screen.findByRole('tablist')
    await waitFor(() => expect(loads()).toBe(2))
    fireEvent.click(screen.getByRole('button', { name: 'Обновить' }))
    await waitFor(() => expect(loads()).toBe(3))
  })

  it('shows a loading button', async () => {
    const { answer, release } = held()
    answers(answer)
    await visit(HERE)
    expect(await screen.findByRole('button', { name: 'Загрузка...' })).toHaveProperty('disabled', true)
    expect(screen.queryByText('Уведомлений нет.')).toBeNull()
    await release(HttpResponse.json(THREE))
    await itemOf('Первое')
    expect(screen.queryByRole('button', { name: 'Загрузка...' })).toBeNull()
  })

  it('renders nothing again for an identical answer', async () => {
    has(THREE)
    vi.setSystemTime(new Date(2026, 3, 18, 9, 5))
    await visit(HERE)
    await itemOf('Первое')
    vi.setSystemTime(new Date(2026, 3, 18, 9, 6))
    fireEvent.click(screen.getByRole('button', { name: 'Обновить' }))
    await waitFor(() => expect(loads()).toBe(2))
    await moment()
    expect(within(await itemOf('Первое')).getByText('18.04.2026, 09:05')).toBeTruthy()
  })

  it.each([
    ['401 after a refresh', () => new HttpResponse(null, { status: 401 })],
    ['a page', () => HttpResponse.html('<div>Вход</div>')],
    ['a page that does not say so', () => new HttpResponse('\n<!DOCTYPE html><html></html>')],
  ])('goes to /authorization when the answer is %s', async (_, answer) => {
    answers(answer)
    const { addresses } = await visit(HERE)
    await waitFor(() => expect(addresses).toContain('/authorization'))
  })

  it('first tries one refresh', async () => {
    server.use(
      http.get(LIST, ({ request }) =>
        request.headers.get('authorization') === 'Bearer fresh'
          ? HttpResponse.json(THREE)
          : new HttpResponse(null, { status: 401 }),
      ),
      http.post('/auth/refresh', () => HttpResponse.json({ access_token: 'fresh' })),
    )
    const { addresses } = await visit(HERE)
    await itemOf('Первое')
    expect(addresses).toEqual([HERE])
  })

  it.each([
    ['500', refused],
    ['a page of a broken server', () => HttpResponse.html('<html></html>', { status: 502 })],
    ['no list', () => HttpResponse.json({ error: 'no' })],
    ['none', () => HttpResponse.error()],
  ])('is only logged when the answer is %s, quietly told, and the last list stays', async (_, answer) => {
    has(THREE)
    const { addresses } = await visit(HERE)
    await itemOf('Первое')
    answers(answer)
    fireEvent.click(screen.getByRole('button', { name: 'Обновить' }))
    await waitFor(() => expect(note()).toBe('Не удалось обновить список: показан последний полученный.'))
    expect(bodies()).toEqual(['Первое', 'Второе', 'Третье'])
    expect(screen.queryByRole('alert')).toBeNull()
    expect(server.logged.filter((line) => line.startsWith('notifications: '))).toHaveLength(1)
    expect(addresses).toEqual([HERE])
    has(THREE)
    fireEvent.click(screen.getByRole('button', { name: 'Обновить' }))
    await waitFor(() => expect(note()).toBe(''))
  })

  it('reports a failure if it never succeeded', async () => {
    answers(refused)
    await visit(HERE)
    expect(await screen.findByText('Не удалось загрузить уведомления.')).toBeTruthy()
    expect(screen.queryByText('Уведомлений нет.')).toBeNull()
  })
})

describe('specification 3.11: marking as read', () => {
  it('shows at once and makes one call with the encoded id and no body', async () => {
    const { answer, release } = held()
    let body: string | undefined
    has([{ notification_id: 'a/б &1', body: 'Текст' }])
    server.use(
      http.post(READ, async ({ request }) => {
        body = await request.text()
        return answer()
      }),
    )
    await visit(HERE)
    await press('Текст', MARK)
    await waitFor(() => expect(tab(/Непрочитанные/).textContent).toBe('Непрочитанные'))
    expect(await actions('Текст')).toEqual(['Скачать таблицу', 'Удалить'])
    await waitFor(() => expect(body).toBe(''))
    expect(server.calls(`POST ${READ}`)).toEqual([`POST ${READ}?nID=a%2F%D0%B1%20%261`])
    await release(ok())
    expect(await actions('Текст')).toEqual(['Скачать таблицу', 'Удалить'])
    expect(loads()).toBe(1)
  })

  it.each([
    ['the server refuses', refused],
    ['there is no network', () => HttpResponse.error()],
    ['the session is over', () => new HttpResponse(null, { status: 401 })],
  ])('is reverted when %s', async (_, answer) => {
    has(THREE)
    posts(READ, answer)
    await visit(HERE)
    await press('Первое', MARK)
    await waitFor(() => expect(note()).toBe('Не удалось отметить уведомление как прочитанное.'))
    expect(await actions('Первое')).toContain(MARK)
    expect(tab(/Непрочитанные/).textContent).toBe('Непрочитанные2')
    expect(server.logged.join()).toContain('notifications, read:')
  })

  it('is not undone by a list requested before the call', async () => {
    has(THREE)
    await visit(HERE)
    await itemOf('Первое')
    const { answer, release } = held()
    answers(answer)
    fireEvent.click(screen.getByRole('button', { name: 'Обновить' }))
    await waitFor(() => expect(loads()).toBe(2))
    posts(READ, () => {
      has([{ ...THREE[0], is_read: true }, ...THREE.slice(1)])
      return ok()
    })
    await press('Первое', MARK)
    await waitFor(() => expect(loads()).toBe(3))
    await release(HttpResponse.json(THREE))
    await moment()
    expect(tab(/Непрочитанные/).textContent).toBe('Непрочитанные1')
  })

  it('is not undone by a list that arrives during the call', async () => {
    has(THREE)
    const { answer, release } = held()
    posts(READ, answer)
    await visit(HERE)
    await press('Первое', MARK)
    fireEvent.click(screen.getByRole('button', { name: 'Обновить' }))
    await waitFor(() => expect(loads()).toBe(2))
    await moment()
    expect(tab(/Непрочитанные/).textContent).toBe('Непрочитанные1')
    await release(ok())
    expect(tab(/Непрочитанные/).textContent).toBe('Непрочитанные1')
  })

  it('removes an item from the unread ones and moves the focus to the next', async () => {
    has(THREE)
    posts(READ, ok)
    await visit(HERE)
    await itemOf('Первое')
    fireEvent.click(tab(/Непрочитанные/))
    await press('Первое', MARK)
    await waitFor(() => expect(bodies()).toEqual(['Третье']))
    expect(document.activeElement).toBe(await toggleOf('Третье'))
  })

  it('keeps the focus on an item that remains', async () => {
    has(THREE)
    posts(READ, ok)
    await visit(HERE)
    await press('Первое', MARK)
    expect(document.activeElement).toBe(await toggleOf('Первое'))
  })
})

/** How long a change can be undone. */
const UNDO_MS = 10_000

describe('specification 3.11: marking all as read', () => {
  const button = () => screen.getByRole('button', { name: MARK_ALL })

  it('makes one call per unread id, and shows at once', async () => {
    controlTime()
    has(THREE)
    const { answer, release } = held()
    posts(READ, answer)
    await visit(HERE)
    await itemOf('Первое')
    fireEvent.click(button())
    await waitFor(() => expect(tab(/Непрочитанные/).textContent).toBe('Непрочитанные'))
    await pass(UNDO_MS)
    await waitFor(() => expect(server.calls(`POST ${READ}`)).toHaveLength(2))
    expect(server.calls('POST')).toEqual([`POST ${READ}?nID=3`, `POST ${READ}?nID=1`])
    expect(button().getAttribute('aria-disabled')).toBe('true')
    await release(ok())
    expect(loads()).toBe(1)
  })

  it('reloads the list if calls fail, after trying all', async () => {
    controlTime()
    has(many(12))
    await visit(HERE)
    await itemOf('Текст 1')
    posts(READ, (id) => {
      has([
        ...many(3),
        ...many(12)
          .slice(3)
          .map((item) => ({ ...item, is_read: true })),
      ])
      return Number(id) <= 3 ? refused() : ok()
    })
    fireEvent.click(button())
    await pass(UNDO_MS)
    await waitFor(() => expect(loads()).toBe(2))
    await waitFor(() => expect(tab(/Непрочитанные/).textContent).toBe('Непрочитанные3'))
    expect(server.calls(`POST ${READ}`)).toHaveLength(12)
    expect(note()).toBe('Не удалось отметить все уведомления как прочитанные.')
  })

  it('limits the number of concurrent calls', async () => {
    controlTime()
    has(many(30))
    const { answer } = held()
    posts(READ, answer)
    await visit(HERE)
    await itemOf('Текст 1')
    fireEvent.click(button())
    await pass(UNDO_MS)
    await moment()
    expect(server.calls(`POST ${READ}`)).toHaveLength(4)
  })

  it('is disabled when nothing is unread', async () => {
    await visit(HERE)
    await screen.findByText('Уведомлений нет.')
    expect(button().getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(button())
    expect(screen.queryByRole('button', { name: 'Отменить' })).toBeNull()
  })
})

describe('specification 3.11: deleting', () => {
  it('shows at once, decreases the count, and moves the focus to the next', async () => {
    controlTime()
    has(THREE, { total: 9 })
    const { answer, release } = held()
    posts(DELETE, answer)
    await visit(HERE)
    await press('Первое', 'Удалить')
    await waitFor(() => expect(bodies()).toEqual(['Второе', 'Третье']))
    expect(foot()).toBe('Показано 2 из 8 уведомлений')
    expect(document.activeElement).toBe(await toggleOf('Второе'))
    await pass(UNDO_MS)
    await waitFor(() => expect(server.calls('POST')).toEqual([`POST ${DELETE}?nID=3`]))
    await release(ok())
    expect(foot()).toBe('Показано 2 из 8 уведомлений')
    expect(loads()).toBe(1)
  })

  it('reloads the list on failure', async () => {
    controlTime()
    has(THREE)
    await visit(HERE)
    posts(DELETE, () => {
      has([{ notification_id: 4, site: 'a.ru', body: 'Новое' }, ...THREE])
      return refused()
    })
    await press('Первое', 'Удалить')
    await pass(UNDO_MS)
    await itemOf('Новое')
    expect(bodies()).toEqual(['Новое', 'Первое', 'Второе', 'Третье'])
    expect(loads()).toBe(2)
    expect(note()).toBe('Не удалось удалить уведомление.')
  })

  it('restores the notification if nothing is reachable', async () => {
    controlTime()
    has(THREE)
    await visit(HERE)
    await itemOf('Первое')
    posts(DELETE, () => HttpResponse.error())
    answers(() => HttpResponse.error())
    await press('Первое', 'Удалить')
    await pass(UNDO_MS)
    await waitFor(() => expect(note()).toContain('Не удалось удалить уведомление.'))
    expect(bodies()).toEqual(['Первое', 'Второе', 'Третье'])
  })
})

describe('undo', () => {
  const undo = () => screen.getByRole('button', { name: 'Отменить' })
  const sent = () => server.calls('POST /api/notifications/')
  /** Accepts both kinds of change, and loads the list. */
  const begin = async () => {
    controlTime()
    has(THREE)
    posts(READ, ok)
    posts(DELETE, ok)
    const shown = await visit(HERE)
    await itemOf('Первое')
    return shown
  }

  it('restores a deleted notification, and nothing is sent', async () => {
    await begin()
    await press('Первое', 'Удалить')
    await waitFor(() => expect(bodies()).toEqual(['Второе', 'Третье']))
    expect(screen.getByText('Уведомление удалено.').closest('[role=status]')).toBeTruthy()
    await pass(UNDO_MS - 500)
    fireEvent.click(undo())
    await waitFor(() => expect(bodies()).toEqual(['Первое', 'Второе', 'Третье']))
    expect(screen.queryByText('Уведомление удалено.')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('tabpanel'))
    await pass(UNDO_MS)
    expect(sent()).toEqual([])
    expect(note()).toBe('')
  })

  it('makes all unread again', async () => {
    await begin()
    fireEvent.click(screen.getByRole('button', { name: MARK_ALL }))
    await waitFor(() => expect(tab(/Непрочитанные/).textContent).toBe('Непрочитанные'))
    expect(screen.getByText('Отмечено как прочитанные: 2.')).toBeTruthy()
    fireEvent.keyDown(screen.getByRole('tabpanel'), { code: 'KeyZ', key: 'я', ctrlKey: true })
    await waitFor(() => expect(tab(/Непрочитанные/).textContent).toBe('Непрочитанные2'))
    await pass(UNDO_MS)
    expect(sent()).toEqual([])
  })

  it('undoes the latest change and keeps the others', async () => {
    await begin()
    await press('Первое', 'Удалить')
    await pass(1_000)
    await press('Второе', 'Удалить')
    await waitFor(() => expect(bodies()).toEqual(['Третье']))
    fireEvent.click(undo())
    await waitFor(() => expect(bodies()).toEqual(['Второе', 'Третье']))
    await pass(UNDO_MS)
    await waitFor(() => expect(sent()).toEqual([`POST ${DELETE}?nID=3`]))
    expect(screen.queryByRole('button', { name: 'Отменить' })).toBeNull()
  })

  it('is not available for marking one as read, which is sent at once', async () => {
    await begin()
    await press('Первое', MARK)
    await waitFor(() => expect(sent()).toEqual([`POST ${READ}?nID=3`]))
    expect(screen.queryByRole('button', { name: 'Отменить' })).toBeNull()
  })

  it.each<[string, () => void]>([
    ['the page is left', () => fireEvent.click(screen.getByRole('link', { name: /Профиль/ }))],
    ['the network goes', () => fireEvent(window, new Event('offline'))],
    ['the tab is closed', () => fireEvent(window, new Event('pagehide'))],
    [
      'the tab is hidden',
      () => {
        vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
        fireEvent(document, new Event('visibilitychange'))
      },
    ],
    ['the session ends', sayLastWords],
  ])('ends when %s: what was done is sent, once', async (_, happen) => {
    await begin()
    await press('Первое', 'Удалить')
    await waitFor(() => expect(bodies()).not.toContain('Первое'))
    expect(sent()).toEqual([])
    happen()
    await waitFor(() => expect(sent()).toEqual([`POST ${DELETE}?nID=3`]))
    await pass(UNDO_MS)
    expect(sent()).toHaveLength(1)
  })

  it.each<[string, () => unknown]>([
    ['the time is over', () => pass(UNDO_MS)],
    ['the page is left', () => fireEvent.click(screen.getByRole('link', { name: /Профиль/ }))],
    ['the tab is closed', () => fireEvent(window, new Event('pagehide'))],
  ])('never goes out in the name of whom another tab has signed in, though %s', async (_, happen) => {
    await begin()
    await press('Первое', 'Удалить')
    await waitFor(() => expect(bodies()).not.toContain('Первое'))
    localStorage.setItem('username', 'boris')
    localStorage.setItem('access_token', 'good for boris')
    await happen()
    await pass(UNDO_MS)
    await moment()
    expect(sent()).toEqual([])
  })

  it('is not available without a network: the worker queues the action', async () => {
    await begin()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await press('Первое', 'Удалить')
    await waitFor(() => expect(sent()).toEqual([`POST ${DELETE}?nID=3`]))
    expect(screen.queryByRole('button', { name: 'Отменить' })).toBeNull()
  })
})

describe('specification 3.12: the table', () => {
  const saved = () => {
    const names: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download)
    })
    Object.assign(URL, { createObjectURL: () => 'blob:table', revokeObjectURL: () => {} })
    return names
  }
  const table = (answer: Answer) => server.use(http.get(TABLE, answer))

  it('shows a downloading state while the file is fetched', async () => {
    const names = saved()
    const { answer, release } = held()
    has(THREE)
    table(answer)
    await visit(HERE)
    await press('Первое', 'Скачать таблицу')
    expect(await action('Первое', 'Скачивание...')).toHaveProperty('disabled', true)
    expect(await actions('Второе')).toContain('Скачать таблицу')
    await waitFor(() => expect(server.calls(`GET ${TABLE}`)).toEqual([`GET ${TABLE}?nID=3`]))
    await release(
      new HttpResponse('xlsx', {
        headers: { 'content-disposition': "attachment; filename*=UTF-8''%D1%86%D0%B5%D0%BD%D1%8B.xlsx" },
      }),
    )
    await waitFor(() => expect(names).toEqual(['цены.xlsx']))
    await action('Первое', 'Скачать таблицу')
  })

  it.each([
    ['a-1', 'table-a-1'],
    ['../7', 'table-.._7'],
  ])('of %s without a name in the answer is %s', async (notification_id, name) => {
    const names = saved()
    has([{ notification_id, body: 'Текст' }])
    table(() => new HttpResponse('xlsx'))
    await visit(HERE)
    await press('Текст', 'Скачать таблицу')
    await waitFor(() => expect(names).toEqual([name]))
  })

  it.each([
    ['404', () => new HttpResponse('none', { status: 404 })],
    ['no content', () => new HttpResponse(null, { status: 204 })],
    ['a page', () => HttpResponse.html('<html></html>')],
    ['none', () => HttpResponse.error()],
  ])('is only logged when the answer is %s', async (_, answer) => {
    const names = saved()
    has(THREE)
    table(answer)
    await visit(HERE)
    await press('Первое', 'Скачать таблицу')
    await waitFor(() => expect(note()).toBe('Не удалось скачать таблицу.'))
    expect(server.logged.join()).toContain('notification table:')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(names).toEqual([])
    await action('Первое', 'Скачать таблицу')
  })
})

/** Lets a list of so many items scroll. */
function scrolls(items: number) {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(items * 68)
  HTMLElement.prototype.scrollTo = function (this: HTMLElement, options?: ScrollToOptions | number) {
    this.scrollTop = typeof options === 'object' ? (options.top ?? 0) : 0
    setTimeout(() => fireEvent.scroll(this))
  }
}

describe('a link to a notification', () => {
  it('expands it and focuses it', async () => {
    has(THREE)
    await visit(`${HERE}?id=2`)
    expect(await isExpanded('Второе')).toBe('true')
    await waitFor(async () => expect(document.activeElement).toBe(await toggleOf('Второе')))
    expect(await isExpanded('Первое')).toBe('false')
  })

  it('scrolls to it', async () => {
    has(many(500))
    scrolls(500)
    await visit(`${HERE}?id=300`)
    await waitFor(async () => expect(document.activeElement).toBe(await toggleOf('Текст 300')))
    expect(screen.queryByText('Текст 1')).toBeNull()
  })

  it('says so if it does not exist', async () => {
    has(THREE)
    await visit(`${HERE}?id=77`)
    await itemOf('Первое')
    await waitFor(() => expect(note()).toMatch(/^Уведомления по этой ссылке в списке нет/))
  })

  it('says nothing if the user has deleted it', async () => {
    has(THREE)
    posts(DELETE, ok)
    await visit(`${HERE}?id=2`)
    await press('Второе', 'Удалить')
    await waitFor(() => expect(bodies()).toEqual(['Первое', 'Третье']))
    await moment()
    expect(note()).toBe('')
  })
})

describe('thousands of notifications', () => {
  it('are rendered only in view, and counted for assistive technology', async () => {
    has(many(10_000))
    await visit(HERE)
    await itemOf('Текст 1')
    const items = screen.getAllByRole('listitem')
    expect(items.length).toBeLessThan(40)
    expect(items[1]?.getAttribute('aria-posinset')).toBe('2')
    expect(items[1]?.getAttribute('aria-setsize')).toBe('10000')
    expect(foot()).toMatch(/^Показано 10\s000 из 10\s000 уведомлений$/)
  })

  it('are navigated by arrow keys', async () => {
    has(many(30))
    await visit(HERE)
    const key = async (from: string, name: string) => fireEvent.keyDown(await toggleOf(from), { key: name })
    ;(await toggleOf('Текст 1')).focus()
    await key('Текст 1', 'ArrowDown')
    expect(document.activeElement).toBe(await toggleOf('Текст 2'))
    await key('Текст 2', 'ArrowUp')
    expect(document.activeElement).toBe(await toggleOf('Текст 1'))
    await key('Текст 1', 'ArrowUp')
    expect(document.activeElement).toBe(await toggleOf('Текст 1'))
    scrolls(30)
    await key('Текст 1', 'End')
    await waitFor(async () => expect(document.activeElement).toBe(await toggleOf('Текст 30')))
    await key('Текст 30', 'Home')
    await waitFor(async () => expect(document.activeElement).toBe(await toggleOf('Текст 1')))
  })

  it('keep the focused one rendered however far the list is scrolled', async () => {
    has(many(500))
    await visit(HERE)
    const first = await toggleOf('Текст 1')
    first.focus()
    const list = document.querySelector('.notification-scroller') as HTMLElement
    list.scrollTop = 20_000
    fireEvent.scroll(list)
    await screen.findByText('Текст 300')
    expect(screen.queryByText('Текст 2')).toBeNull()
    expect(document.activeElement).toBe(first)
    expect(first.isConnected).toBe(true)
  })
})
