// Specification 28.6, 20.6

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { InstallationStatus } from '../../../contract/installation/status.ts'
import { cabinetServer, offering, refusal, visit } from '../../../tests/support/cabinet.tsx'
import { NO_CHANNELS } from '../../../tests/support/no-channels.ts'

const server = cabinetServer()

const PAGE = '/profile/status'
const CALL = '/api/companion/status'
const GB = 2 ** 30
/** Dates of this year are shown without it. */
const YEAR = new Date().getFullYear()

const STATUS: InstallationStatus = {
  version: '9.8.7',
  started_at: `${YEAR}-04-17T08:00:00`,
  disk: { free: 60 * GB, total: 100 * GB, low_below: 10 * GB, days_left: 42 },
  database: {
    engine: 'postgres',
    size: 3 * GB,
    ping: 4,
    connections: { used: 9, most: 100 },
    replicas: { used: 1, all: 1 },
  },
  backup: { at: `${YEAR}-04-18T05:15:00`, size: 2 * GB, path: '/backups/1.backup', machine: 'one' },
  queue: { messages: 0, due_since: null, dead: 0, runs: 0, runs_due_since: null },
  sources: { all: 3, failing: [] },
  certificate: { host: 'prices.example.ru', ends_at: `${YEAR}-07-01T00:00:00`, problem: '' },
  delivery: { ...NO_CHANNELS, push: true, mail: true, demo: false },
  warnings: [],
}

const answer = (over: Partial<InstallationStatus> = {}) =>
  server.use(http.get(CALL, () => HttpResponse.json({ ...STATUS, ...over })))

beforeEach(() => server.use(offering('security', 'status')))

const text = (element: Element | null) => element?.textContent?.replaceAll('\u00a0', ' ')
const summary = async () =>
  text((await screen.findByText(/^(?:Всё в порядке|Требует внимания: \d)$/)).closest('[role=status]'))
const row = async (title: string) => {
  const heading = await screen.findByRole('heading', { name: title })
  return heading.closest('li') as HTMLElement
}

describe('StatusPage (specification 28.6)', () => {
  it('shows the figures of each part, and that all is well', async () => {
    answer()
    await visit(PAGE)
    expect(await summary()).toMatch(/^Всё в порядке проверено \d+ \S+/)
    const items = within(screen.getByRole('main')).getAllByRole('listitem')
    const figures = items.map((item) => text(item.querySelector('.status-facts')))
    expect(figures).toEqual([
      '9.8.7сервер работает с 17 апр, 08:00',
      'свободно 60 ГБ из 100 ГБпредупредим, когда останется меньше 10 ГБ · хватит примерно на 42 дня',
      'PostgreSQL, 3 ГБотвечает за 4 мс · соединений 9 из 100 · реплик 1 из 1',
      '18 апр, 05:15, 2 ГБ/backups/1.backup на one',
      'пуста',
      'работают 3 из 3',
      'до 1 июлprices.example.ru',
      'push · почта',
    ])
    expect(screen.getAllByRole('img', { name: 'В порядке' })).toHaveLength(8)
  })

  it('shows parts that the installation does not have', async () => {
    answer({
      disk: null,
      database: { ...STATUS.database, engine: 'sqlite', connections: null, replicas: { used: 0, all: 0 } },
      backup: null,
      queue: { ...STATUS.queue, messages: 2, runs: 1, dead: 5 },
      sources: { all: 0, failing: [] },
      certificate: null,
      delivery: { ...NO_CHANNELS, demo: true },
    })
    await visit(PAGE)
    expect(text(await row('Диск'))).toContain('неизвестно')
    expect(text(await row('База'))).toContain('встроенная, 3 ГБотвечает за 4 мс')
    expect(text(await row('Резервная копия'))).toContain('ещё не было')
    expect(text(await row('Очередь'))).toContain('сообщений 2, загрузок 1не доставлено сообщений: 5')
    expect(text(await row('Сертификат'))).toContain('не проверяетсяв PUBLIC_URL нет адреса с https')
    expect(text(await row('Уведомления'))).toContain(
      'только в приложенииpush выключен: ключи создаёт npm run push-keys -- new, затем npm start · режим DEMO',
    )
    expect(screen.getAllByRole('img', { name: 'Не настроено' })).toHaveLength(2)
  })

  it('speaks of a low disk, one source and large numbers as they are', async () => {
    answer({
      disk: { free: GB, total: 40 * GB, low_below: 4 * GB, days_left: 0 },
      queue: { ...STATUS.queue, messages: 12_345 },
      sources: { all: 9, failing: Array.from({ length: 8 }, (_, i) => ({ id: `${i}`, title: `${i}` })) },
      warnings: [
        { part: 'disk', level: 'warning', words: 'а', advice: '', command: '', where: null },
        { part: 'sources', level: 'danger', words: 'б', advice: '', command: '', where: null },
      ],
    })
    await visit(PAGE)
    expect((await screen.findByText('Требует внимания: 2')).closest('p')?.dataset.level).toBe('danger')
    expect(text((await row('Диск')).querySelector('.status-details'))).toBe('хватит меньше чем на день')
    expect(text(await row('Очередь'))).toContain('сообщений 12 345, загрузок 0')
    expect(text(await row('Источники'))).toContain('работает 1 из 9')
  })

  it('says what to do about each warning, with a command to copy or a page to go to', async () => {
    answer({
      warnings: [
        {
          part: 'backup',
          level: 'danger',
          words: 'Последней копии 9 дней.',
          advice: 'Сделайте копию.',
          command: 'npm run backup',
          where: null,
        },
        {
          part: 'sources',
          level: 'warning',
          words: 'Нет свежих цен: «А».',
          advice: 'Откройте источник.',
          command: '',
          where: 'sources',
        },
      ],
    })
    await visit(PAGE)
    expect(await summary()).toContain('Требует внимания: 2')
    const backup = within(await row('Резервная копия'))
    backup.getByRole('img', { name: 'Опасность' })
    backup.getByText('Последней копии 9 дней.')
    backup.getByText('npm run backup')
    backup.getByRole('button', { name: 'Скопировать' })
    const sources = within(await row('Источники'))
    sources.getByRole('img', { name: 'Внимание' })
    expect(sources.getByRole('link', { name: 'Открыть источники' }).getAttribute('href')).toBe(
      '/profile/sources',
    )
  })

  it('links to each source that a warning is about, ten at most', async () => {
    const failing = Array.from({ length: 12 }, (_, i) => ({ id: `a/${i}`, title: `Прайс ${i}` }))
    const warning = { level: 'warning' as const, words: 'а', advice: '', command: '' }
    answer({
      sources: { all: 12, failing },
      warnings: [
        { ...warning, part: 'sources', where: 'sources' },
        { ...warning, part: 'queue', where: 'sources' },
      ],
    })
    await visit(PAGE)
    await row('Источники')
    const list = screen.getByRole('list', { name: 'Источники без свежих цен' })
    const links = within(list).getAllByRole('link')
    expect([links.length, links[0]?.textContent, links[0]?.getAttribute('href')]).toEqual([
      10,
      'Прайс 0',
      '/profile/sources/a%2F0',
    ])
    within(list).getByText('и ещё 2')
  })

  it('begins with the dangers, then the other warnings, then the rest', async () => {
    const of = (part: string, level: 'warning' | 'danger') => ({
      part,
      level,
      words: `${part} плохо.`,
      advice: '',
      command: '',
      where: null,
    })
    answer({ warnings: [of('disk', 'warning'), of('queue', 'danger'), of('delivery', 'warning')] })
    await visit(PAGE)
    await screen.findByText('Требует внимания: 3')
    const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(titles).toEqual([
      'Очередь',
      'Диск',
      'Уведомления',
      'Версия',
      'База',
      'Резервная копия',
      'Источники',
      'Сертификат',
    ])
  })

  it('shows all warnings of a part, at the level of the worst', async () => {
    const of = (level: 'warning' | 'danger', words: string) => ({
      part: 'database',
      level,
      words,
      advice: 'Проверьте.',
      command: '',
      where: null,
    })
    answer({ warnings: [of('warning', 'Реплика потеряна.'), of('danger', 'Соединения заняты.')] })
    await visit(PAGE)
    const database = within(await row('База'))
    database.getByRole('img', { name: 'Опасность' })
    const shown = (await row('База')).querySelectorAll<HTMLElement>('.status-warning')
    expect([...shown].map((one) => [one.dataset.level, text(one)])).toEqual([
      ['danger', 'Соединения заняты. Проверьте.'],
      ['warning', 'Реплика потеряна. Проверьте.'],
    ])
  })

  it('reads the state again on request, and after a failure', async () => {
    server.use(http.get(CALL, () => refusal('Слишком много попыток', 429)))
    await visit(PAGE)
    await screen.findByText('Слишком много попыток')
    answer()
    fireEvent.click(screen.getByRole('button', { name: 'Повторить' }))
    await screen.findByText('9.8.7')
    expect(screen.queryByRole('alert')).toBeNull()
    answer({ version: '9.9.0' })
    fireEvent.click(screen.getByRole('button', { name: 'Обновить' }))
    await screen.findByText('9.9.0')
  })

  it('is absent for those to whom the server does not offer it', async () => {
    server.use(offering('security'))
    const { addresses } = await visit(PAGE)
    await waitFor(() => expect(addresses.at(-1)).toBe('/profile/account'))
    expect(server.calls(`GET ${CALL}`)).toEqual([])
  })
})
