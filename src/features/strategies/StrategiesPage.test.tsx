// Specification 19.9, 19.10, 19.11, 19.12, 19.14, 19.15

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { DECISIONS_DATABASE } from '../../../contract/decisions/database.ts'
import type { Decision } from '../../../contract/decisions/decision.ts'
import { addDays } from '../../../contract/lib/dates.ts'
import {
  emptyDay,
  NO_EFFECT,
  type SimulationPart,
  type StrategyPartQuery,
  type StrategyPreviewPart,
} from '../../../contract/strategies/figures.ts'
import { NO_RAILS, type StrategiesAnswer } from '../../../contract/strategies/strategy.ts'
import { cabinetServer, offering, refusal, visit } from '../../../tests/support/cabinet.tsx'
import { BASIS } from '../../../tests/support/decisions.ts'
import { fakeIndexedDb } from '../../../tests/support/indexed-db.ts'
import { outletSettings } from '../../../tests/support/outlets.ts'
import { strategySettings } from '../../../tests/support/strategies.ts'
import { basketOf } from '../decisions/basket.ts'

const server = cabinetServer()
fakeIndexedDb(DECISIONS_DATABASE)
const ROOT = '/api/companion/strategies'
const LIST = '/decisions/strategies'
type Listed = StrategiesAnswer['strategies'][number]

const strategy = (over: Partial<Listed> = {}): Listed => ({
  id: 7,
  settings: strategySettings({ name: 'Зима', seasons: ['Зимняя'], floor: 7, round: '90' }),
  version: 3,
  owner: 'anna',
  own: true,
  can_approve: false,
  changed_at: '2026-11-27T09:00:00Z',
  changed_by: 'anna',
  approval: null,
  permit: null,
  run: null,
  ...over,
})
const decision: Decision = {
  ...BASIS,
  price: 4990,
  rule: { by: 'strategy', name: 'Зима' },
  comment: '',
  checked: false,
}
const place = { day: '2026-11-27', version: 'v1', done: 300, total: 300, next: null }
const preview = (over: Partial<StrategyPreviewPart> = {}): StrategyPreviewPart => ({
  ...place,
  effect: {
    ...NO_EFFECT,
    prices: 300,
    changed: 280,
    change: -12_500,
    largest: -8.25,
    compared: 300,
    first_now: 12,
    first: 45,
    left: [{ reason: 'second', count: 20 }],
  },
  decisions: [{ ...decision }],
  held: ['change'],
  left_prices: [{ tyre: 'B2', name: 'Шина B2', city: 'Омск', reason: 'second' }],
  ...over,
})

const OUTLET = {
  owner: 'anna',
  own: true,
  has_address: false,
  changed_at: '2026-11-27T09:00:00Z',
  changed_by: 'anna',
  changed_since: false,
  current: null,
  arrival: null,
  last_fetch: null,
  delivery: null,
}

let answer: StrategiesAnswer
/** Path and body of each changing request. */
let sent: [path: string, body: unknown][]
/** Bodies of the requests for parts. */
let parts: StrategyPartQuery[]
let previews: (query: StrategyPartQuery) => StrategyPreviewPart

beforeEach(() => {
  answer = { strategies: [strategy()], rails: NO_RAILS, rails_by: '', admin: false }
  sent = []
  parts = []
  previews = () => preview()
  server.use(
    offering('decisions', 'outlets', 'strategies'),
    http.get(ROOT, () => HttpResponse.json(answer)),
    http.get(`${ROOT}/choices`, () =>
      HttpResponse.json({
        cities: ['Омск', 'Томск'],
        brands: Array.from({ length: 12 }, (_, n) => `Бренд ${n + 1}`),
        diameters: ['16', '17'],
        seasons: ['Зимняя', 'Летняя'],
      }),
    ),
    http.post(`${ROOT}/preview`, async ({ request }) => {
      const query = (await request.json()) as StrategyPartQuery
      parts.push(query)
      return HttpResponse.json(previews(query))
    }),
    http.get('/api/companion/decisions', () => HttpResponse.json({ sets: [] })),
    http.get('/api/companion/outlets', () => HttpResponse.json({ outlets: [] })),
  )
})

const answers = (path: string, reply: (body: unknown) => Response) =>
  server.use(
    http.post(path, async ({ request }) => {
      const body: unknown = await request.json()
      sent.push([new URL(request.url).pathname, body])
      return reply(body)
    }),
  )
const done = () => HttpResponse.json({ message: 'Готово' })
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const click = async (name: string | RegExp) => fireEvent.click(await button(name))
const fact = async (name: string) => {
  const term = await screen.findByText(name, { selector: 'dt' })
  return term.nextElementSibling?.textContent?.replaceAll('\u00a0', ' ')
}

describe('the list of strategies', () => {
  it('says what a strategy is before the first one', async () => {
    answer.strategies = []
    await visit(LIST)
    expect(await screen.findByText(/Стратегий пока нет/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Новая стратегия' })).toHaveAttribute('href', `${LIST}/new`)
  })

  it('has each strategy with its rule, filters and approval, and moves it', async () => {
    answer.strategies = [
      strategy({ approval: { by: 'boris', at: '2026-11-27T10:00:00Z' } }),
      strategy({ id: 8, settings: strategySettings({ name: 'Лето' }) }),
    ]
    answer.rails = { ...NO_RAILS, approval: true, change: 5 }
    await visit(LIST)
    const [first, second] = within(await screen.findByRole('list', { name: 'Стратегии' })).getAllByRole(
      'listitem',
    ) as [HTMLElement, HTMLElement]
    expect(first).toHaveTextContent('вторая цена −1,0 %, не ниже себестоимости +7,0 %, на 90')
    expect(first).toHaveTextContent('Зимняя · автор anna · согласовал(а) boris')
    expect(second).toHaveTextContent('Ждёт согласования вторым человеком')
    expect(screen.getByText('цена меняется не больше чем на 5,0 % в день')).toBeVisible()
    answers(`${ROOT}/8/move`, () => {
      answer.strategies.reverse()
      return done()
    })
    await click('Лето: раньше')
    await waitFor(() => expect(sent).toEqual([[`${ROOT}/8/move`, { up: true }]]))
    expect(await screen.findByText('Стратегия «Лето»: место 1 из 2.')).toHaveRole('status')
  })

  it('says why it cannot be loaded, and tries again', async () => {
    server.use(http.get(ROOT, () => refusal('Нужны права аналитика', 403), { once: true }))
    await visit(LIST)
    expect(await screen.findByText('Нужны права аналитика')).toBeVisible()
    await click('Повторить')
    expect(await screen.findByRole('link', { name: 'Зима' })).toBeVisible()
  })

  it('lets administrators alone change the limits', async () => {
    await visit(LIST)
    expect(await screen.findByText(/Их задаёт администратор/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Задать ограничения' })).toBeNull()
  })

  it('sends the limits that an administrator sets, and refuses numbers out of range', async () => {
    answer.admin = true
    await visit(LIST)
    await click('Задать ограничения')
    const margin = screen.getByLabelText('Наценка к себестоимости не меньше, %')
    fireEvent.change(margin, { target: { value: '901' } })
    expect(screen.getByRole('alert')).toHaveTextContent('Число от 0 до 900')
    fireEvent.change(margin, { target: { value: '7,5' } })
    fireEvent.click(screen.getByLabelText('Розница никогда не ниже РРЦ'))
    answers(`${ROOT}/rails`, done)
    await click('Сохранить')
    expect(await screen.findByText(/Ограничения сохранены/)).toBeVisible()
    expect(sent).toEqual([[`${ROOT}/rails`, { margin: 7.5, change: null, rrp: true, approval: false }]])
  })

  it('asks an administrator for the password before limits are set', async () => {
    answer.admin = true
    server.use(offering('decisions', 'strategies', 'security'))
    let isProved = false
    answers('/api/companion/security/confirm', () => {
      isProved = true
      return done()
    })
    answers(`${ROOT}/rails`, () =>
      isProved
        ? done()
        : HttpResponse.json({ error: 'Подтвердите действие паролем', confirm: true }, { status: 403 }),
    )
    await visit(LIST)
    await click('Задать ограничения')
    await click('Сохранить')
    const asked = within(await screen.findByRole('dialog', { name: 'Подтвердите паролем' }))
    fireEvent.change(asked.getByLabelText('Пароль'), { target: { value: 'correct horse' } })
    fireEvent.click(asked.getByRole('button', { name: 'Подтвердить' }))
    expect(await screen.findByText(/Ограничения сохранены/)).toBeVisible()
  })

  it('does not exist where the server does not offer strategies, and asks nothing', async () => {
    server.use(offering('decisions', 'outlets'))
    const { addresses } = await visit(LIST)
    await waitFor(() => expect(addresses.at(-1)).toBe('/profile/account'))
    expect(server.calls(`GET ${ROOT}`)).toEqual([])
  })
})

describe('the page of decisions', () => {
  it('leads to the strategies where they are offered', async () => {
    await visit('/decisions')
    expect(await screen.findByRole('link', { name: 'Стратегии' })).toHaveAttribute('href', LIST)
    expect(screen.getByText(/Или напишите стратегию/)).toBeVisible()
  })

  it('names no strategies in front of another backend', async () => {
    server.use(offering('decisions'))
    await visit('/decisions')
    expect(await screen.findByText(/Наборов пока нет/)).toBeVisible()
    expect(screen.queryByText(/стратегию/)).toBeNull()
    expect(screen.queryByRole('link', { name: 'Стратегии' })).toBeNull()
  })
})

describe('a strategy', () => {
  it('shows what it would change, and follows the form', async () => {
    await visit(`${LIST}/new`)
    expect(await fact('Самых низких')).toBe('12 → 45 из 300')
    expect(screen.getByText('Посчитано: 300 цен, изменится 280.')).toHaveRole('status')
    expect(await fact('Изменится')).toBe('280, −12 500 ₽')
    expect(await fact('Наибольшее изменение')).toBe('−8,3 %')
    expect(screen.getByText('Без новой цены: нет второй цены — 20.')).toBeVisible()
    previews = () =>
      preview({ effect: { ...NO_EFFECT, prices: 5 }, decisions: [], held: [], left_prices: [] })
    fireEvent.click(await screen.findByLabelText('Зимняя'))
    await waitFor(async () => expect(await fact('Цен')).toBe('5'))
    expect(parts.at(-1)).toMatchObject({
      id: null,
      settings: { name: 'Зимняя: вторая цена −1,0 %', seasons: ['Зимняя'], by: -1, floor: 7, round: '90' },
    })
  })

  it('lists the largest changes of all parts, the moved prices and those that are left out', async () => {
    const other = { ...decision, tyre: 'C 3', name: 'Шина C3', price: 5500 }
    const effect = { ...preview().effect, held: 1 }
    previews = ({ from }) =>
      from === 0
        ? preview({ done: 150, next: 150, effect })
        : preview({ effect: NO_EFFECT, decisions: [{ ...other }], held: [null], left_prices: [] })
    await visit(`${LIST}/new`)
    const rows = async (name: string) => {
      fireEvent.click(await screen.findByText(name, { selector: 'summary' }))
      const table = screen.getByRole('region', { name: name.split(':')[0] as string })
      expect(table).toHaveAttribute('tabindex', '0')
      return within(table).getAllByRole('row').slice(1)
    }
    const [first, second] = await rows('Наибольшие изменения: первые 2 из 300')
    expect(first).toHaveTextContent('Шина C3')
    expect(within(first as HTMLElement).getByRole('link')).toHaveAttribute(
      'href',
      '/tyre/C%203?date=2026-04-18&city=%D0%A2%D0%BE%D0%BC%D1%81%D0%BA',
    )
    expect(second).toHaveTextContent(/4.990до предела изменения−0,2 %5.1003.800/)
    expect(await rows('Сдвинуто ограничениями: 1')).toHaveLength(1)
    const [left] = await rows('Без новой цены: первые 1 из 20')
    expect(left).toHaveTextContent('Шина B2Омскнет второй цены')
  })

  it('adds the parts of a whole assortment', async () => {
    const part = preview().effect
    previews = ({ from }) =>
      from === 0
        ? preview({ done: 2_000, total: 3_000, next: 2_000 })
        : preview({
            done: 3_000,
            total: 3_000,
            effect: { ...part, prices: 100, left: [] },
            decisions: [],
            held: [],
            left_prices: [],
          })
    await visit(`${LIST}/new`)
    await waitFor(async () => expect(await fact('Цен')).toBe('400'))
    expect(parts.map(({ from, version }) => [from, version])).toEqual([
      [0, ''],
      [2_000, 'v1'],
    ])
  })

  it('fetches parts again that were left before the last one', async () => {
    const partial = () => preview({ done: 2_000, total: 3_000, next: 2_000 })
    await visit(`${LIST}/new`)
    expect(await fact('Цен')).toBe('300')
    let isHeld = true
    previews = ({ settings }) => (settings.seasons.length > 0 ? partial() : preview())
    server.use(
      http.post(`${ROOT}/preview`, async ({ request }) => {
        const { from } = (await request.clone().json()) as StrategyPartQuery
        if (from === 0) return undefined
        if (isHeld) return new Promise<never>(() => undefined)
        const none = { decisions: [], held: [], left_prices: [] }
        return HttpResponse.json(preview({ done: 3_000, total: 3_000, ...none }))
      }),
    )
    fireEvent.click(await screen.findByLabelText('Зимняя'))
    expect(await screen.findByText('Посчитано шин: 2 000 из 3 000')).toBeVisible()
    fireEvent.click(screen.getByLabelText('Зимняя'))
    expect(await screen.findByText('Посчитано: 300 цен, изменится 280.')).toBeVisible()
    isHeld = false
    fireEvent.click(screen.getByLabelText('Зимняя'))
    expect(await screen.findByText('Посчитано: 600 цен, изменится 560.')).toBeVisible()
  })

  it('counts only competitors in stock, unless the choice is taken back or the base has none', async () => {
    await visit(`${LIST}/new`)
    await fact('Цен')
    expect(parts.at(-1)).toMatchObject({ settings: { in_stock: true } })
    const choice = () => screen.queryByLabelText('Только цены конкурентов в наличии')
    expect(choice()).toBeChecked()
    previews = () =>
      preview({ effect: { ...NO_EFFECT, prices: 5 }, decisions: [], held: [], left_prices: [] })
    fireEvent.click(choice() as HTMLElement)
    await waitFor(async () => expect(await fact('Цен')).toBe('5'))
    expect(parts.at(-1)).not.toHaveProperty('settings.in_stock')
    fireEvent.change(screen.getByLabelText('От чего'), { target: { value: 'cost' } })
    expect(choice()).toBeNull()
  })

  it('keeps its name following the settings when it is opened again', async () => {
    const settings = strategySettings({ name: 'Зимняя: вторая цена −1,0 %', seasons: ['Зимняя'], floor: 7 })
    answer.strategies = [strategy({ settings })]
    answers(`${ROOT}/7`, () => HttpResponse.json({ id: 7 }))
    await visit(`${LIST}/7`)
    expect(await button('Сохранена')).toHaveAttribute('aria-disabled', 'true')
    expect(screen.getByLabelText('Название')).toHaveValue('')
    fireEvent.change(screen.getByLabelText('Плюс или минус'), { target: { value: '-2' } })
    await click('Сохранить')
    expect(await screen.findByText('Стратегия «Зимняя: вторая цена −2,0 %» сохранена.')).toBeVisible()
    expect(sent).toEqual([[`${ROOT}/7`, { ...settings, by: -2, name: 'Зимняя: вторая цена −2,0 %' }]])
  })

  it('says why a field is refused, and asks nothing with it', async () => {
    await visit(`${LIST}/new`)
    await fact('Цен')
    const before = parts.length
    fireEvent.change(screen.getByLabelText('Плюс или минус'), { target: { value: '−95' } })
    expect(screen.getByRole('alert')).toHaveTextContent('Число от −90 до 900')
    expect(await button('Сохранить')).toHaveAttribute('aria-disabled', 'true')
    expect(await screen.findByText(/Исправьте отмеченные поля/)).toBeVisible()
    fireEvent.change(screen.getByLabelText('Плюс или минус'), { target: { value: '-2' } })
    fireEvent.change(screen.getByLabelText('Наш остаток от'), { target: { value: '9' } })
    fireEvent.change(screen.getByLabelText('Наш остаток до'), { target: { value: '4' } })
    expect(screen.getByRole('alert')).toHaveTextContent('Меньше, чем «от»')
    expect(parts).toHaveLength(before)
  })

  it('finds a brand among many', async () => {
    await visit(`${LIST}/new`)
    fireEvent.change(await screen.findByLabelText('Найти: бренды'), { target: { value: 'бренд 12' } })
    fireEvent.click(screen.getByLabelText('Бренд 12'))
    expect(screen.queryByLabelText('Бренд 3')).toBeNull()
    await waitFor(() => expect(parts.at(-1)?.settings.brands).toEqual(['Бренд 12']))
  })

  it('simulates the last 30 days, with missing days as missing', async () => {
    const days = Array.from({ length: 30 }, (_, n) => emptyDay(addDays('2026-10-29', n)))
    const full = {
      own: 10,
      prices: 10,
      compared_own: 10,
      first_own: 1,
      compared: 10,
      first: 4,
      changes: 2,
      held: 29,
    }
    const simulation: SimulationPart = {
      ...place,
      days: days.map((day, n) => (n === 5 ? day : { ...day, ...full })),
    }
    answers(`${ROOT}/simulation`, () => HttpResponse.json(simulation))
    await visit(`${LIST}/7`)
    await click('Проверить за 30 дней')
    expect(await fact('Первые места')).toBe('10,0 % → 40,0 %')
    expect(await fact('Изменений цен')).toBe('0 → 58')
    expect(await fact('У ограничений')).toBe('841 цена, 29 дней')
    expect(screen.getByText('Проверено: 300 шин за 30 дней.')).toHaveRole('status')
    expect(screen.getByRole('img', { name: /Первые места по дням/ })).toBeVisible()
    expect(screen.getAllByText('нет наших цен')).toHaveLength(1)
    expect(sent).toEqual([[`${ROOT}/simulation`, expect.objectContaining({ id: 7, from: 0, version: '' })]])
    expect(screen.getByText(/Конкуренты ответили бы/)).toBeVisible()
    fireEvent.click(screen.getByLabelText('Летняя'))
    expect(await screen.findByText('Настройки изменились: проверьте ещё раз.')).toBeVisible()
  })

  it('says why it cannot be computed', async () => {
    server.use(
      http.post(`${ROOT}/preview`, () => refusal('Загрузились новые цены: посчитайте ещё раз.', 409), {
        once: true,
      }),
    )
    await visit(`${LIST}/new`)
    expect(await screen.findByText('Загрузились новые цены: посчитайте ещё раз.')).toBeVisible()
    await click('Посчитать ещё раз')
    expect(await fact('Цен')).toBe('300')
  })

  const decides = () =>
    answers(`${ROOT}/:id/decisions`, () =>
      HttpResponse.json({ ...place, left: 0, decisions: [{ ...decision }] }),
    )

  it('saves itself and a set with its prices, and leads to the sets', async () => {
    answers(ROOT, () => HttpResponse.json({ id: 9 }))
    decides()
    answers('/api/companion/decisions', () => HttpResponse.json({ id: 3 }))
    const { addresses } = await visit(`${LIST}/new`)
    fireEvent.change(await screen.findByLabelText('Название'), { target: { value: 'Зима' } })
    await click('Сохранить набор')
    await waitFor(() => expect(addresses.at(-1)).toBe('/decisions'))
    expect(await screen.findByText('Набор «Зима, 27.11» сохранён: 1 цена.')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Наборы' })).toHaveFocus()
    expect(sent.map(([path]) => path)).toEqual([ROOT, `${ROOT}/9/decisions`, '/api/companion/decisions'])
    expect(sent[2]?.[1]).toMatchObject({ name: 'Зима, 27.11', decisions: [decision] })
  })

  it('adds its prices to the decisions on the device, with its name', async () => {
    decides()
    await visit(`${LIST}/7`)
    await click('В решения')
    expect(await screen.findByText(/Добавлено: 1 цена/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Открыть решения' })).toHaveAttribute('href', '/decisions')
    expect(basketOf('anna').state.get().decisions).toEqual([decision])
  })

  it('waits for a second person where an administrator demands it', async () => {
    answer.rails = { ...NO_RAILS, approval: true }
    answer.strategies = [
      strategy({
        own: false,
        can_approve: true,
        writers: ['boris', 'clara'],
        ended: 'порядок стратегий изменил(а) clara',
      }),
    ]
    await visit(`${LIST}/7`)
    expect(
      await screen.findByText('Меняли: boris, clara. Посмотрите, что изменится, и согласуйте.'),
    ).toBeVisible()
    expect(
      screen.getByText('Прежнее согласование больше не действует: порядок стратегий изменил(а) clara.'),
    ).toBeVisible()
    expect(await button('Сохранить набор')).toHaveAttribute('aria-disabled', 'true')
    answers(`${ROOT}/7/approve`, () => {
      answer.strategies = [strategy({ approval: { by: 'anna', at: '2026-11-27T10:00:00Z' } })]
      return done()
    })
    await click('Согласовать')
    expect(await screen.findByText(/Согласовал\(а\) anna/)).toBeVisible()
    expect(sent).toEqual([[`${ROOT}/7/approve`, { version: 3, approved: true }]])
    expect(await button('Сохранить набор')).not.toHaveAttribute('aria-disabled')
  })

  it('is saved with a time of the morning', async () => {
    answers(`${ROOT}/7`, () => HttpResponse.json({ id: 7 }))
    await visit(`${LIST}/7`)
    expect(await button('Сохранена')).toHaveAttribute('aria-disabled', 'true')
    fireEvent.change(screen.getByLabelText(/каждое утро/), { target: { value: '08:30' } })
    await click('Сохранить')
    expect(await screen.findByText('Стратегия «Зима» сохранена.')).toBeVisible()
    expect(sent).toEqual([[`${ROOT}/7`, { ...strategy().settings, morning: '08:30' }]])
  })

  it('publishes by itself where an administrator permits it, once it is approved', async () => {
    answer.admin = true
    answer.strategies = [strategy({ approval: { by: 'boris', at: '2026-11-27T10:00:00Z' } })]
    server.use(
      http.get('/api/companion/outlets', () =>
        HttpResponse.json({ outlets: [{ ...OUTLET, id: 4, settings: outletSettings({ name: 'Сайт' }) }] }),
      ),
    )
    answers(`${ROOT}/7/permit`, (body) => {
      const isGiven = (body as { outlet: number | null }).outlet !== null
      const permit = isGiven ? { outlet: 4, name: 'Сайт', by: 'anna' } : null
      answer.strategies = answer.strategies.map((one) => ({ ...one, permit }))
      return done()
    })
    await visit(`${LIST}/7`)
    await screen.findByRole('option', { name: 'Сайт' })
    fireEvent.change(screen.getByLabelText(/без человека через выгрузку/), { target: { value: '4' } })
    await click('Разрешить')
    expect(await screen.findByText(/Публикует сама через выгрузку «Сайт»/)).toBeVisible()
    await click('Больше не публиковать самой')
    expect(await button('Разрешить')).toHaveAttribute('aria-disabled', 'true')
    expect(sent.map(([, body]) => body)).toEqual([
      { version: 3, outlet: 4 },
      { version: 3, outlet: null },
    ])
  })

  it('is removed after a question, and stays with the reason if that fails', async () => {
    const { addresses } = await visit(`${LIST}/7`)
    answers(`${ROOT}/7/remove`, () => (sent.length === 1 ? refusal('Не вышло', 403) : done()))
    await click('Удалить')
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.click(dialog.getByRole('button', { name: 'Удалить' }))
    expect(await dialog.findByText('Не вышло')).toBeVisible()
    fireEvent.click(dialog.getByRole('button', { name: 'Удалить' }))
    await waitFor(() => expect(addresses.at(-1)).toBe(LIST))
  })

  it('says so if somebody has removed it', async () => {
    await visit(`${LIST}/99`)
    expect(await screen.findByText('Такой стратегии нет: возможно, её удалили.')).toBeVisible()
  })
})
