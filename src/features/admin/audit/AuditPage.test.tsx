// Specification 20.6

import { fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AUDIT_EVENTS } from '../../../../contract/account/audit-log.ts'
import { cabinetServer, offering, refusal, visit } from '../../../../tests/support/cabinet.tsx'

const server = cabinetServer()

const PAGE = '/profile/audit'
const ROOT = '/api/companion/audit'

const entry = (id: number, over: object = {}) => ({
  id,
  at: '2026-04-18T08:30:05',
  event: 'sign-in',
  user: 'anna',
  details: `10.0.0.${id}`,
  ...over,
})
const log = (answer: (query: URLSearchParams) => Response) =>
  server.use(http.get(ROOT, ({ request }) => answer(new URL(request.url).searchParams)))
const page = (entries: object[], next: number | null = null) => HttpResponse.json({ entries, next })

beforeEach(() => server.use(offering('security', 'users', 'audit')))

const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

describe('AuditPage (specification 11.12)', () => {
  it('shows entries as text, page by page', async () => {
    log((query) =>
      query.get('before') === '2'
        ? page([entry(1, { user: '', event: 'newer event', details: '' })])
        : page([entry(3), entry(2, { event: 'user disabled' })], 2),
    )
    await visit(PAGE)
    await screen.findByText('10.0.0.3')
    expect(rows()).toEqual([
      ['18.04.2026, 08:30:05', 'Вход', 'anna', '10.0.0.3'],
      ['18.04.2026, 08:30:05', 'Доступ закрыт', 'anna', '10.0.0.2'],
    ])
    press('Показать ещё')
    await screen.findByText('newer event')
    expect(rows()).toHaveLength(3)
    expect(screen.getByText('Показано записей: 3')).toBeTruthy()
    const more = screen.getByRole('button', { name: 'Больше записей нет' })
    fireEvent.click(more)
    expect(server.calls(`GET ${ROOT}`)).toEqual([`GET ${ROOT}`, `GET ${ROOT}?before=2`])
  })

  it('filters by event, text and day, and keeps the filters in the address', async () => {
    log((query) => (query.size === 0 ? page([entry(1)]) : page([])))
    const { addresses } = await visit(PAGE)
    await screen.findByText('10.0.0.1')
    const events = [...screen.getByLabelText('Событие').children].map(({ textContent }) => textContent)
    expect(events).toEqual(['Все', ...Object.values(AUDIT_EVENTS)])
    fill('Событие', 'logout')
    fill('Имя или подробности', ' boris ')
    fill('С дня', '2026-04-17')
    fill('По день', '2026-04-18')
    press('Показать')
    await screen.findByText('Таких записей нет.')
    screen.getByText('Измените или сбросьте условия выше.')
    const query = '?event=logout&text=boris&from=2026-04-17&to=2026-04-18'
    expect(addresses.at(-1)).toBe(`${PAGE}${query}`)
    expect(server.calls(`GET ${ROOT}`).at(-1)).toBe(`GET ${ROOT}${query}`)
    press('Сбросить')
    await screen.findByText('10.0.0.1')
    expect(addresses.at(-1)).toBe(PAGE)
  })

  it('keeps the focus while filtering, and announces the result', async () => {
    log((query) => page(query.size === 0 ? [entry(2), entry(1)] : query.has('event') ? [entry(1)] : []))
    await visit(PAGE)
    const found = await screen.findByRole('status', { name: 'Найдено' })
    await waitFor(() => expect(found.textContent).toBe('Показано записей: 2'))
    const show = screen.getByRole('button', { name: 'Показать' })
    show.focus()
    fill('Имя или подробности', 'boris')
    press('Показать')
    await waitFor(() => expect(found.textContent).toBe('Показано записей: 0'))
    expect(document.activeElement).toBe(show)
    fill('Событие', 'logout')
    press('Показать')
    await waitFor(() => expect(found.textContent).toBe('Показано записей: 1'))
    const reset = screen.getByRole('button', { name: 'Сбросить' })
    reset.focus()
    fill('С дня', '2026-04-17')
    press('Сбросить')
    await waitFor(() => expect(found.textContent).toBe('Показано записей: 2'))
    expect(document.activeElement).toBe(reset)
    const fields = ['Событие', 'Имя или подробности', 'С дня', 'По день']
    expect(fields.map((label) => screen.getByLabelText<HTMLInputElement>(label).value)).toEqual([
      '',
      '',
      '',
      '',
    ])
    expect(found).toBe(screen.getByRole('status', { name: 'Найдено' }))
  })

  it('fills its fields from the address', async () => {
    log(() => page([entry(1)]))
    await visit(`${PAGE}?event=logout&text=boris&from=2026-04-17&to=2026-04-18`)
    await screen.findByText('10.0.0.1')
    const fields = ['Событие', 'Имя или подробности', 'С дня', 'По день']
    expect(fields.map((label) => screen.getByLabelText<HTMLInputElement>(label).value)).toEqual([
      'logout',
      'boris',
      '2026-04-17',
      '2026-04-18',
    ])
  })

  it('has an empty state', async () => {
    log(() => page([]))
    await visit(PAGE)
    await screen.findByText('В журнале пока нет записей.')
  })

  it('shows why it cannot be loaded, and retries', async () => {
    log(() => refusal('Внутренняя ошибка сервера', 500))
    await visit(PAGE)
    expect((await screen.findByRole('alert')).textContent).toContain('Внутренняя ошибка сервера')
    log(() => page([entry(1)]))
    press('Повторить')
    await screen.findByText('10.0.0.1')
  })

  it('keeps the loaded entries when the next page fails', async () => {
    log((query) => (query.has('before') ? HttpResponse.error() : page([entry(3)], 3)))
    await visit(PAGE)
    await screen.findByText('10.0.0.3')
    press('Показать ещё')
    expect((await screen.findByRole('alert')).textContent).toContain('нужна связь')
    log((query) => (query.has('before') ? page([entry(2)]) : page([entry(3)], 3)))
    press('Повторить')
    await screen.findByText('10.0.0.2')
    expect(rows()).toHaveLength(2)
  })

  it('downloads the filtered log with the zone of its times and the bearer token', async () => {
    log(() => page([entry(1)]))
    const files: string[] = []
    URL.createObjectURL = () => 'blob:audit'
    URL.revokeObjectURL = () => {}
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      files.push(this.download)
    })
    let answer = () => refusal('Сервер занят, повторите через несколько секунд', 503)
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
      timeZone: 'Asia/Tomsk',
    } as Intl.ResolvedDateTimeFormatOptions)
    const asked: (string | null)[] = []
    server.use(
      http.get(`${ROOT}.csv`, ({ request }) => {
        asked.push(new URL(request.url).search, request.headers.get('authorization'))
        return answer()
      }),
    )
    await visit(`${PAGE}?event=sign-in`)
    await screen.findByText('10.0.0.1')
    press('Скачать CSV')
    expect((await screen.findByRole('alert')).textContent).toBe('Сервер не отвечает (503)')
    answer = () =>
      new HttpResponse('a;b', { headers: { 'content-disposition': 'attachment; filename="log.csv"' } })
    press('Скачать CSV')
    await waitFor(() => expect(files).toEqual(['log.csv']))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(asked.slice(0, 2)).toEqual(['?event=sign-in&zone=Asia%2FTomsk', 'Bearer good'])
  })
})
