// Specification 27.3, 27.5

import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { TotalsAnswer, TotalsFigures, TotalsReport } from '../../../contract/totals/totals.ts'
import { missingDaysText } from '../../../contract/totals/words.ts'
import {
  cabinetServer,
  controlTime,
  offering,
  pass,
  refusal,
  visit,
} from '../../../tests/support/cabinet.tsx'

const server = cabinetServer()
const ROOT = '/api/companion/totals'

const figures = (over: Partial<TotalsFigures> = {}): TotalsFigures => ({
  index: 102.4,
  weight: 1500,
  pairs: 200,
  first: 50,
  reaction: 2.5,
  answered: 8,
  open: 3,
  own_up: 10,
  own_down: 5,
  up: 40,
  down: 60,
  ...over,
})
const NOTHING = figures({
  index: null,
  weight: 0,
  pairs: 0,
  first: 0,
  reaction: null,
  answered: 0,
  open: 0,
  own_up: 0,
  own_down: 0,
  up: 0,
  down: 0,
})
const group = (name: string, index: number | null, before: number | null = 100) => ({
  name,
  now: figures({ index }),
  before: figures({ index: before }),
})
const report = (over: Partial<TotalsReport> = {}): TotalsReport => ({
  kind: 'week',
  period: { from: '2026-04-13', to: '2026-04-19' },
  former: { from: '2026-04-06', to: '2026-04-12' },
  filters: { site: '', brand: '', city: '' },
  now: figures(),
  before: figures({ index: 101.2, first: 60, reaction: 2, own_up: 20 }),
  days: ['13', '14', '15', '16', '17', '18', '19'].map((day, n) => ({
    day: `2026-04-${day}`,
    figures: n === 1 || n === 2 ? null : figures({ index: 100 + n }),
  })),
  former_days: 7,
  own_days: 5,
  former_own_days: 5,
  absent: [],
  former_absent: [],
  sites: [
    { ...group('a.ru', 104.5), own: false, coverage: { matched: 90, listings: 120 } },
    { ...group('own.ru', null, null), own: true, coverage: { matched: 100, listings: 100 } },
  ],
  brands: [group('Arktika', 110), group('Zorki', 95), group('', null)],
  cities: [group('Томск', 103)],
  coverage: { matched: 190, listings: 220 },
  choices: { sites: ['a.ru'], brands: ['Arktika', 'Zorki'], cities: ['Томск'] },
  ...over,
})

let answer: TotalsAnswer
let mail: { on: boolean; obstacle: 'server' | 'address' | null }
beforeEach(() => {
  answer = { version: 1, counting: null, report: report() }
  mail = { on: false, obstacle: null }
  server.use(
    offering('security', 'totals'),
    http.get(ROOT, () => HttpResponse.json(answer)),
    http.get(`${ROOT}/mail`, () => HttpResponse.json(mail)),
  )
})

const card = async (name: string) => within(await screen.findByRole('region', { name }))
const numberOf = async (name: string) =>
  (await screen.findByRole('region', { name })).querySelector('.totals-number')
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))

describe('TotalsPage', () => {
  it('begins with the numbers that decide, their change in words and the line of days', async () => {
    await visit('/totals')
    const index = await card('Индекс цен')
    expect(index.getByText('102,4')).toBeVisible()
    expect(index.getByText('▲ +1,2 к прошлой неделе: стали дороже')).toBeVisible()
    expect(index.getByRole('img')).toHaveAccessibleName(
      /^По дням: 13 апр\. 100,0, 14 апр\. нет, 15 апр\. нет/,
    )
    const first = await card('Первые места')
    expect(await numberOf('Первые места')).toHaveTextContent(/^25,0\s%$/)
    expect(first.getByText('▼ −5,0 п. п. к прошлой неделе: реже первые')).toBeVisible()
    expect(first.getByText('Первых мест: 50 из 200 сравнений')).toBeVisible()
    expect(await numberOf('Реакция')).toHaveTextContent('2,5 дня')
    expect(await numberOf('Наши изменения')).toHaveTextContent('15')
    expect(await numberOf('Сопоставление')).toHaveTextContent(/^86,4\s%$/)
    expect(
      screen.getByText('Цены за 5 из 7 дней. Нет наших цен или цен конкурентов: 14–15 апр.'),
    ).toBeVisible()
  })

  it('compares changes per day with own prices, and with nothing if the period before has none', async () => {
    answer.report = report({ own_days: 5, former_own_days: 2 })
    await visit('/totals')
    // 15 in 5 days against 25 in 2.
    const words = '▼ −9,5 в день к прошлой неделе: меньше изменений'
    expect((await card('Наши изменения')).getByText(words)).toBeVisible()
    cleanup()
    answer.report = report({ before: NOTHING, former_own_days: 0 })
    await visit('/totals')
    expect((await card('Наши изменения')).getByText('сравнить не с чем')).toBeVisible()
  })

  it('says that a period has not ended', async () => {
    answer.report = report({ days: report().days.slice(0, 4) })
    await visit('/totals')
    expect(await screen.findByText('Период не закончен: прошло 4 из 7 дней')).toBeVisible()
  })

  it('names missing competitors, and does not call a change that they may have caused a success', async () => {
    answer.report = report({
      before: figures({ first: 40 }),
      absent: [{ site: 'a.ru', days: ['2026-04-19'] }],
      former_absent: [{ site: 'b.ru', days: ['2026-04-06', '2026-04-07'] }],
    })
    await visit('/totals')
    const change = async () =>
      (await card('Первые места')).getByText(/^▲ \+5,0 п\. п\. к прошлой неделе: чаще первые/)
    const caution = 'Без цен a.ru: 19 апр. Неделей раньше без цен b.ru: 6–7 апр'
    expect((await card('Первые места')).getByText(caution)).toBeVisible()
    expect(await change()).not.toHaveAttribute('data-good')
    expect(screen.getByText('Без цен a.ru: 19 апр.')).toBeVisible()
    cleanup()
    answer.report = report({ before: figures({ first: 40 }) })
    await visit('/totals')
    expect(await change()).toHaveAttribute('data-good', 'yes')
  })

  it('names the chosen site whose prices are missing, and the filters that do not narrow the coverage', async () => {
    answer.report = report({ filters: { site: 'a.ru', brand: 'Zorki', city: 'Томск' } })
    await visit('/totals')
    expect(
      await screen.findByText('Цены за 5 из 7 дней. Нет наших цен или цен a.ru: 14–15 апр.'),
    ).toBeVisible()
    expect(
      (await card('Сопоставление')).getByText('Сопоставлено 190 из 220 позиций, по всем брендам и городам'),
    ).toBeVisible()
  })

  it('marks days between two gaps in a line with dots', async () => {
    const day = (n: number, index: number | null) => ({
      day: `2026-04-${13 + n}`,
      figures: figures({ index }),
    })
    answer.report = report({ days: [day(0, 100), day(1, null), day(2, 101), day(3, 102)] })
    await visit('/totals')
    const line = (await card('Индекс цен')).getByRole('img')
    expect(line.querySelector('.totals-dots')).toHaveAttribute('d', 'M0 40L0 40')
  })

  it('opens the definition of each number with what it was computed from', async () => {
    await visit('/totals')
    for (const [name, words] of [
      ['Индекс цен', 'Сумма весов: 1 500'],
      ['Первые места', 'Дней с ценами: 5 из 7'],
      ['Реакция', 'Без ответа до конца периода: 3'],
      ['Наши изменения', 'Цены конкурентов: выросли 40, упали 60'],
      ['Сопоставление', 'Сопоставлено 190 из 220 позиций'],
    ] as const) {
      await press(`Как посчитано: ${name}`)
      const dialog = within(await screen.findByRole('dialog', { name }))
      expect(dialog.getByText((text) => text.replace(/\s/g, ' ') === words)).toBeVisible()
      fireEvent.click(dialog.getByRole('button', { name: 'Понятно' }))
    }
  })

  it('keeps period and filters in the address', async () => {
    const { addresses } = await visit('/totals?period=week&day=2026-04-15')
    await card('Индекс цен')
    await press('Предыдущий период')
    await waitFor(() => expect(addresses.at(-1)).toBe('/totals?period=week&day=2026-04-06'))
    fireEvent.change(await screen.findByLabelText('Бренд'), { target: { value: 'Zorki' } })
    await waitFor(() => expect(addresses.at(-1)).toBe('/totals?period=week&day=2026-04-13&brand=Zorki'))
    fireEvent.click(screen.getByLabelText('Месяц'))
    await waitFor(() => expect(addresses.at(-1)).toBe('/totals?period=month&day=2026-04-13&brand=Zorki'))
    expect(server.calls(`GET ${ROOT}?`).at(-1)).toBe(`GET ${ROOT}?period=month&day=2026-04-13&brand=Zorki`)
  })

  it('sorts a table by its heads, rows without a value last', async () => {
    await visit('/totals')
    const table = within(await screen.findByRole('table', { name: 'По брендам' }))
    const names = () => table.getAllByRole('rowheader').map(({ textContent }) => textContent)
    expect(names()).toEqual(['Arktika', 'Zorki', 'без бренда'])
    const head = table.getByRole('columnheader', { name: /Индекс цен/ })
    fireEvent.click(within(head).getByRole('button'))
    fireEvent.click(within(head).getByRole('button'))
    expect(head).toHaveAttribute('aria-sort', 'ascending')
    expect(names()).toEqual(['Zorki', 'Arktika', 'без бренда'])
    fireEvent.click(within(head).getByRole('button'))
    expect(head).not.toHaveAttribute('aria-sort')
  })

  it('unfolds more than ten rows', async () => {
    const many = Array.from({ length: 12 }, (_, n) => group(`Бренд ${n}`, 100 - n))
    answer.report = report({ brands: many })
    await visit('/totals')
    const table = within(await screen.findByRole('table', { name: 'По брендам' }))
    expect(table.getAllByRole('rowheader')).toHaveLength(10)
    await press('Показать все: 12')
    expect(table.getAllByRole('rowheader')).toHaveLength(12)
  })

  it('links to the tyres without a cheaper competitor where the report shows exactly these', async () => {
    await visit('/totals?day=2026-04-15&city=Томск&brand=Zorki')
    const link = (await card('Первые места')).getByRole('link', { name: 'Дешевле всех 19 апр.: 50' })
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe(
      '/export/retail?date=2026-04-19&city=Томск&in=Томск&brand=Zorki&view=market&only=cheapest&sort=market.rank',
    )
  })

  it('has no such link with a site, or for all cities', async () => {
    await visit('/totals?day=2026-04-15&city=Томск&site=a.ru')
    expect((await card('Первые места')).queryByRole('link')).toBeNull()
  })

  it('says how many days are summed up, and goes on by itself', async () => {
    answer = { version: 1, counting: { done: 12, of: 31 }, report: null }
    controlTime()
    await visit('/totals')
    expect(await screen.findByText('Считаем: 12 из 31 дня')).toBeVisible()
    answer = { version: 1, counting: null, report: report() }
    await pass(1_000)
    expect((await card('Индекс цен')).getByText('102,4')).toBeVisible()
  })

  it('says that the period has no own prices, and that there are no prices at all', async () => {
    answer.report = report({ days: [{ day: '2026-04-13', figures: null }], now: NOTHING, before: NOTHING })
    await visit('/totals')
    expect(await screen.findByText('Наших цен за этот период нет.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Скачать Excel' })).toHaveAttribute('aria-disabled', 'true')
  })

  it('says that there are no prices at all', async () => {
    answer.report = null
    await visit('/totals')
    expect(await screen.findByText(/^Цен пока нет/)).toBeVisible()
  })

  it('says why it could not be loaded, and tries again', async () => {
    server.use(http.get(ROOT, () => refusal('Не получилось', 500), { once: true }))
    await visit('/totals')
    expect(await screen.findByText('Не получилось')).toBeVisible()
    await press('Повторить')
    await card('Индекс цен')
  })

  it('needs a network', async () => {
    server.use(http.get(ROOT, () => HttpResponse.error()))
    await visit('/totals')
    expect(await screen.findByText(/^Нет связи с сервером\. Эта страница не хранится/)).toBeVisible()
  })

  it('leads to the account where totals are not offered, without a call', async () => {
    server.use(offering('security'))
    const { addresses } = await visit('/totals')
    await waitFor(() => expect(addresses.at(-1)).toBe('/profile/account'))
    expect(server.calls(`GET ${ROOT}`)).toEqual([])
  })

  it('downloads the file, and says why there is none', async () => {
    const saved = vi.fn()
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: saved.mockReturnValue('blob:'), revokeObjectURL: () => {} }),
    )
    server.use(
      http.get(`${ROOT}/file`, () => refusal('Итоги ещё считаются: повторите через минуту', 409), {
        once: true,
      }),
      http.get(
        `${ROOT}/file`,
        () =>
          new HttpResponse('PK', {
            headers: { 'content-disposition': 'attachment; filename="itogi_2026-04-13_2026-04-19.xlsx"' },
          }),
      ),
    )
    await visit('/totals?city=Томск')
    await card('Индекс цен')
    await press('Скачать Excel')
    expect(await screen.findByText('Итоги ещё считаются: повторите через минуту')).toBeVisible()
    await press('Скачать Excel')
    await waitFor(() => expect(saved).toHaveBeenCalledOnce())
    expect(server.calls(`GET ${ROOT}/file`).at(-1)).toContain('city=')
  })

  it('switches the mail on Mondays, and says what is missing for it', async () => {
    server.use(
      http.post(`${ROOT}/mail`, async ({ request }) => {
        mail = { ...mail, ...((await request.json()) as { on: boolean }) }
        return HttpResponse.json(mail)
      }),
    )
    await visit('/totals')
    const box = await screen.findByLabelText('Присылать на почту по понедельникам')
    await waitFor(() => expect(box).toBeEnabled())
    fireEvent.click(box)
    await waitFor(() => expect(box).toBeChecked())
    expect(mail.on).toBe(true)
  })

  it('says that the address is missing', async () => {
    mail = { on: false, obstacle: 'address' }
    await visit('/totals')
    expect(await screen.findByRole('link', { name: 'Подключить почту' })).toBeVisible()
    expect(screen.getByLabelText('Присылать на почту по понедельникам')).toBeDisabled()
  })
})

describe('words of the totals', () => {
  it('join consecutive missing days', () => {
    expect(missingDaysText(['2026-04-13', '2026-04-15', '2026-04-16', '2026-04-17'])).toBe(
      '13 апр., 15–17 апр.',
    )
  })
})
