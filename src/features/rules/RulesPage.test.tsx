// Specification 25.7

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { matches } from '../../../contract/lib/answer.ts'
import { type RuleFirings, RuleSettings, type RulesAnswer } from '../../../contract/rules/rule.ts'
import { cabinetServer, held, offering, refusal, visit } from '../../../tests/support/cabinet.tsx'
import { stayInYear } from '../../../tests/support/fixed-year.ts'
import {
  backTest,
  briefSettings,
  ruleSettings,
  rulesAnswer,
  watchRule,
} from '../../../tests/support/rule-answers.ts'

stayInYear(2026)

const server = cabinetServer()

const ROOT = '/api/companion/rules'
let answer: RulesAnswer
/** Settings of the opened rule. */
let saved: RuleSettings
let firings: RuleFirings['firings']
/** Path and body of each changing request. */
let sent: [path: string, body: unknown][]
/** Settings of each back-test. */
let tested: RuleSettings[]
let events: (settings: RuleSettings) => number
beforeEach(() => {
  answer = rulesAnswer()
  saved = ruleSettings()
  firings = []
  sent = []
  tested = []
  events = () => 12
  server.use(
    http.get(`${ROOT}/:id`, () => HttpResponse.json({ settings: saved })),
    http.get(`${ROOT}/:id/firings`, () => HttpResponse.json({ firings })),
    offering('security', 'rules'),
    http.get(ROOT, () => HttpResponse.json(answer)),
    http.post(`${ROOT}/back-test`, async ({ request }) => {
      const settings = (await request.json()) as RuleSettings
      tested.push(settings)
      return HttpResponse.json(backTest(events(settings)))
    }),
  )
})

const answers = (path: string, reply: () => Response = () => HttpResponse.json({ message: 'ok' })) =>
  server.use(
    http.post(`${ROOT}${path}`, async ({ request }) => {
      sent.push([new URL(request.url).pathname.slice(ROOT.length), await request.json()])
      return reply()
    }),
  )
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const check = async (name: string | RegExp) => fireEvent.click(await screen.findByLabelText(name))
const group = async (name: string) => within(await screen.findByRole('group', { name }))
const item = async (name: string) => within(await screen.findByRole('listitem', { name }))
const readBack = () => document.querySelector('.rule-read-back')?.textContent

describe('list of rules', () => {
  it('is an entry of the cabinet, and explains itself by templates while it is empty', async () => {
    const { addresses } = await visit('/profile/account')
    const sidebar = within(await screen.findByRole('navigation', { name: 'Личный кабинет' }))
    fireEvent.click(await sidebar.findByRole('link', { name: 'Правила' }))
    await screen.findByRole('heading', { name: 'Узнавайте только о том, что меняет ваше решение' })
    expect(addresses.at(-1)).toBe('/profile/rules')
    fireEvent.click(screen.getByRole('link', { name: /^У конкурента появилась новая шина/ }))
    await screen.findByRole('heading', { name: 'Новое правило' })
    expect(readBack()).toBe(
      'У конкурента появилась новая шина · все шины · мне · push, по понедельникам в 8:30',
    )
  })

  it('says the event of a rule without a name of its own once', async () => {
    const name = 'Цена конкурента ниже нашей на 3 %'
    const event = { type: 'below', than: 'own', percent: 3 } as const
    const rules = [name, 'Дешевле нас'].map((of, id) =>
      watchRule({ id: id + 1, settings: briefSettings({ name: of, event }) }),
    )
    answer = rulesAnswer({ rules })
    await visit('/profile/rules')
    expect((await item(name)).getAllByText(/ниже нашей на 3/)).toHaveLength(1)
    ;(await item('Дешевле нас')).getByText(/ниже нашей на 3/)
  })

  it('leads to the account where rules are not offered, and requests nothing', async () => {
    server.use(offering('security'))
    const { addresses } = await visit('/profile/rules/new')
    await waitFor(() => expect(addresses.at(-1)).toBe('/profile/account'))
    expect(server.calls(`GET ${ROOT}`)).toEqual([])
  })

  it('shows the rule of the documents first, then the own ones, then those of the team', async () => {
    answer = rulesAnswer({
      fixed: { percent: 7.5, vehicle_type: 'Легковая', sends: true, muted_until: null },
      rules: [
        watchRule({
          id: 2,
          settings: briefSettings({ name: 'Общее', scope: 'team' }),
          owner: 'boris',
          editable: false,
        }),
        watchRule({ id: 1, events: 1_204, last_fired: '2026-11-27T05:30:00Z' }),
      ],
    })
    await visit('/profile/rules')
    const lists = await within(await screen.findByRole('main')).findAllByRole('list')
    const names = lists.flatMap((list) =>
      within(list)
        .queryAllByRole('listitem')
        .map((one) => one.textContent),
    )
    expect(names[0]).toMatch(/^Изменение ценЦена за день изменилась на 7,5\u00a0% и больше · Легковая · мне/)
    expect(names[1]).toMatch(/^Дешевле нас/)
    expect(names[2]).toMatch(/^Общее/)
    const own = await item('Дешевле нас')
    own.getByText(/^за 30 дней 1 204 события · последний раз 27 ноя, /)
    const foreign = await item('Общее')
    foreign.getByText(/автор boris/)
    expect(foreign.queryByRole('switch')).toBeNull()
    expect(foreign.getByRole('link').getAttribute('href')).toBe('/profile/rules/2')
  })

  it('says when a rule was created that has not fired yet', async () => {
    const before = Date.now() - 3 * 24 * 60 * 60_000
    answer = rulesAnswer({
      rules: [
        watchRule({ id: 1, created_at: new Date().toISOString() }),
        watchRule({ id: 2, created_at: new Date(before).toISOString() }),
        watchRule({ id: 3 }),
      ].map((rule) => ({ ...rule, settings: briefSettings({ name: `Правило ${rule.id}` }) })),
    })
    await visit('/profile/rules')
    ;(await item('Правило 1')).getByText('создано сегодня, ещё не сработало')
    ;(await item('Правило 2')).getByText(/^создано \d+ .+, ещё не сработало$/)
    ;(await item('Правило 3')).getByText('за 30 дней не сработало')
  })

  it('mutes the rule of the documents for a week, and stops its messages, each until it is undone', async () => {
    const fixed = (over: object) => {
      answer = rulesAnswer({ fixed: { ...rulesAnswer().fixed, ...over } })
    }
    answers('/fixed', () => {
      const [, body] = sent.at(-1) ?? []
      const { messages } = body as { messages: string }
      fixed({
        sends: messages !== 'off',
        muted_until: messages === 'muted' ? '2026-12-05T05:30:00Z' : null,
      })
      return HttpResponse.json({ message: 'ok' })
    })
    await visit('/profile/rules')
    const rule = await item('Изменение цен')
    const mute = rule.getByRole('button', { name: /^Заглушить на неделю/ })
    const isIdle = () => waitFor(() => expect(mute.getAttribute('aria-disabled')).toBeNull())
    mute.focus()
    fireEvent.click(mute)
    await rule.findByText(/^Заглушено для вас до 5 дек/)
    await isIdle()
    expect(document.activeElement?.textContent).toBe('Снова уведомлять')
    fireEvent.click(mute)
    await waitFor(() => expect(rule.queryByText(/^Заглушено/)).toBeNull())
    await isIdle()
    rule.getByText(/ · мне · сразу$/)
    fireEvent.click(rule.getByRole('radio', { name: 'не присылать' }))
    await rule.findByText(/ · мне · только в списке$/)
    rule.getByText('В списке уведомлений они остаются.')
    expect(sent.map(([, body]) => body)).toEqual(['muted', 'once', 'off'].map((messages) => ({ messages })))
    answers('/fixed', () => refusal('Войдите снова.', 403))
    fireEvent.click(rule.getByRole('radio', { name: 'сразу' }))
    await rule.findByText(/Войдите снова/)
    expect(rule.getByRole<HTMLInputElement>('radio', { name: 'не присылать' }).checked).toBe(true)
  })

  it('switches a rule, and reports a refusal in the server’s words', async () => {
    answer = rulesAnswer({ rules: [watchRule()] })
    answers('/1/enabled', () => {
      answer = rulesAnswer({ rules: [watchRule({ enabled: false, problem: 'Вид удалён.' })] })
      return HttpResponse.json({ message: 'ok' })
    })
    await visit('/profile/rules')
    const toggle = await screen.findByRole('switch', { name: 'Правило «Дешевле нас» работает' })
    expect(toggle.getAttribute('aria-checked')).toBe('true')
    fireEvent.click(toggle)
    await waitFor(() => expect(toggle.getAttribute('aria-checked')).toBe('false'))
    expect(sent).toEqual([['/1/enabled', { enabled: false }]])
    screen.getByText('Вид удалён.')
    answers('/1/enabled', () => refusal('Это может тот, кто создал правило.', 403))
    fireEvent.click(toggle)
    await screen.findByText('Это может тот, кто создал правило.')
    expect(toggle.getAttribute('aria-checked')).toBe('false')
  })

  it('mutes a rule for a week, and ends this', async () => {
    answer = rulesAnswer({ rules: [watchRule()] })
    answers('/1/mute', () => {
      const isMuted = answer.rules[0]?.muted_until === null
      answer = rulesAnswer({ rules: [watchRule({ muted_until: isMuted ? '2026-12-04T05:30:00Z' : null })] })
      return HttpResponse.json({ message: 'ok' })
    })
    await visit('/profile/rules')
    await press('Действия: Дешевле нас')
    await press('Заглушить на неделю')
    await screen.findByText(/^Заглушено для вас до 4 дек, /)
    await press('Снова уведомлять')
    await waitFor(() => expect(screen.queryByText(/^Заглушено/)).toBeNull())
    expect(sent).toEqual([
      ['/1/mute', { muted: true }],
      ['/1/mute', { muted: false }],
    ])
  })

  it('asks before it removes a rule', async () => {
    answer = rulesAnswer({ rules: [watchRule()] })
    answers('/1/remove', () => {
      answer = rulesAnswer()
      return HttpResponse.json({ message: 'ok' })
    })
    await visit('/profile/rules')
    await press('Действия: Дешевле нас')
    await press('Удалить')
    const asked = within(await screen.findByRole('dialog', { name: 'Удалить правило «Дешевле нас»?' }))
    expect(sent).toEqual([])
    fireEvent.click(asked.getByRole('button', { name: 'Удалить' }))
    await screen.findByText('Правило «Дешевле нас» удалено.')
    await screen.findByRole('heading', { name: 'Узнавайте только о том, что меняет ваше решение' })
  })

  it('reports a failure with a way to retry', async () => {
    server.use(http.get(ROOT, () => refusal('База занята', 400)))
    await visit('/profile/rules')
    await screen.findByText('База занята')
    server.use(http.get(ROOT, () => HttpResponse.json(answer)))
    await press('Повторить')
    await screen.findByRole('heading', { name: 'Мои правила' })
  })
})

describe('editor of a rule', () => {
  it('reads the rule back, tests it, and saves what the form says', async () => {
    answers('', () => HttpResponse.json({ id: 5 }))
    const { addresses } = await visit(
      '/profile/rules/new?date=2026-11-27&season=Зима&city=Томск&view=market&page=2',
    )
    await screen.findByText('12 раз')
    expect(screen.getAllByText('27 ноя · a.ru · Томск · против 5 500 ₽')).toHaveLength(5)
    expect(readBack()).toBe(
      'Цена конкурента ниже нашей на 3\u00a0% · Зима, Томск, у конкурентов только в наличии · мне · push, сразу',
    )
    expect(tested.at(-1)?.event).toMatchObject({ in_stock: true })
    await check('Только цены конкурентов в наличии')
    await check('оптовые')
    await check('ниже РРЦ')
    expect(screen.queryByLabelText('оптовые')).toBeNull()
    fireEvent.change(screen.getByLabelText('На сколько ниже, числом'), { target: { value: '12,5' } })
    await check('a.ru')
    await check('команды')
    fireEvent.click((await group('Кому')).getByLabelText('boris'))
    await check('Telegram')
    await check('сводкой')
    fireEvent.change(screen.getByLabelText('Дни'), { target: { value: '1' } })
    expect(readBack()).toBe(
      'Цена конкурента ниже РРЦ на 12,5\u00a0% · Зима, a.ru, Томск · мне и boris · push, Telegram, по понедельникам в 8:30',
    )
    await press('Добавить правило')
    await screen.findByText('Правило «Цена конкурента ниже РРЦ на 12,5 %» добавлено.')
    expect(addresses.at(-1)).toBe('/profile/rules')
    expect(sent).toEqual([
      [
        '',
        ruleSettings({
          name: 'Цена конкурента ниже РРЦ на 12,5\u00a0%',
          scope: 'team',
          tyres: { of: 'filters', query: `season=${encodeURIComponent('Зима')}` },
          event: { type: 'below', than: 'rrp', percent: 12.5, in_stock: false },
          sites: ['a.ru'],
          cities: ['Томск'],
          recipients: ['anna', 'boris'],
          channels: ['push', 'telegram'],
          timing: { at: 'digest', time: '08:30', weekday: 1 },
        }),
      ],
    ])
    expect(matches(RuleSettings, sent[0]?.[1])).toBe(true)
  })

  it('keeps the former back-test until the next one arrives, and drops answers to former settings', async () => {
    await visit('/profile/rules/new')
    await screen.findByText('12 раз')
    const late = held()
    server.use(http.post(`${ROOT}/back-test`, () => late.answer()))
    fireEvent.change(screen.getByLabelText('На сколько ниже'), { target: { value: '9' } })
    const panel = screen.getByRole('region', { name: 'Как сработало бы' })
    await waitFor(() => expect(server.calls(`POST ${ROOT}/back-test`)).toHaveLength(2))
    expect(panel.getAttribute('aria-busy')).toBe('true')
    screen.getByText('12 раз')
    await late.release(HttpResponse.json(backTest(3)))
    await screen.findByText('3 раза')
    expect(panel.getAttribute('aria-busy')).toBe('false')
  })

  it('tests again only what changes the events', async () => {
    await visit('/profile/rules/new')
    await screen.findByText('12 раз')
    fireEvent.change(screen.getByLabelText(/^Название/), { target: { value: 'Утро' } })
    await check('сводкой')
    await check('команды')
    await check('мы теряем место')
    await waitFor(() => expect(tested).toHaveLength(2))
    expect(tested.map(({ event, name }) => [event.type, name])).toEqual([
      ['below', '-'],
      ['place', '-'],
    ])
  })

  it('proposes a digest for a rule that reports more than 50 events a day', async () => {
    events = ({ event }) => (event.type === 'below' && event.percent === 0 ? 30 * 51 : 30 * 50)
    await visit('/profile/rules/new')
    await screen.findByText('1 500 раз')
    expect(screen.queryByText(/больше 50 событий в день/)).toBeNull()
    fireEvent.change(screen.getByLabelText('На сколько ниже'), { target: { value: '0' } })
    await screen.findByText(/больше 50 событий в день, в среднем 51\./)
    await press('Сводкой в 8:30')
    expect(screen.queryByText(/больше 50 событий в день/)).toBeNull()
    expect(readBack()).toMatch(/каждый день в 8:30$/)
  })

  it('says what a back-test of nothing, without history, or of a failing server is', async () => {
    events = () => 0
    await visit('/profile/rules/new')
    await screen.findByText('За последние 30 дней не сработало бы ни разу.')
    server.use(
      http.post(`${ROOT}/back-test`, () =>
        HttpResponse.json(backTest(0, { from: null, to: null, days: 0, daily: [] })),
      ),
    )
    await check('новая шина')
    await screen.findByText(/^За последние 30 дней цен нет/)
    server.use(http.post(`${ROOT}/back-test`, () => refusal('Слишком сложное правило', 400)))
    await check('сменился самый дешёвый')
    await screen.findByText('Слишком сложное правило')
    server.use(http.post(`${ROOT}/back-test`, () => HttpResponse.json(backTest(2))))
    await press('Повторить')
    await screen.findByText('2 раза')
  })

  it('repeats a back-test that another tab has ended', async () => {
    server.use(
      http.post(`${ROOT}/back-test`, () => refusal('Проверка прервана: началась другая.', 409), {
        once: true,
      }),
    )
    await visit('/profile/rules/new')
    await screen.findByText('12 раз')
    expect(screen.queryByText(/Проверка прервана/)).toBeNull()
  })

  it('asks for articles before it saves or tests a rule of them', async () => {
    answers('', () => HttpResponse.json({ id: 5 }))
    await visit('/profile/rules/new')
    await screen.findByText('12 раз')
    await check('список артикулов')
    screen.getByText(/^Выберите шины, и здесь/)
    await press('Добавить правило')
    const field = screen.getByLabelText('Артикулы')
    await screen.findByText('Впишите хотя бы один артикул')
    expect(document.activeElement).toBe(field)
    fireEvent.change(field, { target: { value: 'A1\n A2;A1,\t' } })
    await waitFor(() => expect(tested.at(-1)?.tyres).toEqual({ of: 'articles', articles: ['A1', 'A2'] }))
    await press('Добавить правило')
    await screen.findByText(/добавлено/)
    expect(sent).toMatchObject([['', { tyres: { of: 'articles', articles: ['A1', 'A2'] } }]])
  })

  it('hides tyres and cities for a late price list, and sends none', async () => {
    answers('', () => HttpResponse.json({ id: 5 }))
    await visit('/profile/rules/new?city=Томск&q=polar')
    await check('прайс опаздывает')
    fireEvent.change(screen.getByLabelText('Нет цен к'), { target: { value: '09:15' } })
    expect(screen.queryByRole('group', { name: 'Города' })).toBeNull()
    expect(readBack()).toBe('Нет цен сайта к 9:15 · все сайты · мне · push, сразу')
    await press('Добавить правило')
    await screen.findByText(/добавлено/)
    expect(sent).toMatchObject([['', { tyres: { of: 'all' }, cities: [] }]])
  })

  it('changes a rule, keeps unsaved changes while another page is open, and drops them on request', async () => {
    answer = rulesAnswer({ rules: [watchRule()] })
    await visit('/profile/rules/1')
    fireEvent.change(await screen.findByLabelText('На сколько ниже'), { target: { value: '8' } })
    const leaving = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(leaving)
    expect(leaving.defaultPrevented).toBe(true)
    fireEvent.click(screen.getByRole('link', { name: 'Все правила' }))
    fireEvent.click(await screen.findByRole('link', { name: 'Дешевле нас' }))
    await screen.findByRole('heading', { level: 1, name: 'Дешевле нас' })
    expect((await screen.findByLabelText<HTMLInputElement>('На сколько ниже, числом')).value).toBe('8')
    await press('Отменить изменения')
    fireEvent.click(await screen.findByRole('link', { name: 'Дешевле нас' }))
    await screen.findByRole('heading', { level: 1, name: 'Дешевле нас' })
    expect((await screen.findByLabelText<HTMLInputElement>('На сколько ниже, числом')).value).toBe('3')
  })

  it('loads the articles of the opened rule alone, and again after an error', async () => {
    answer = rulesAnswer({
      rules: [watchRule({ settings: briefSettings({ tyres: { of: 'articles', count: 5_000 } }) })],
    })
    saved = ruleSettings({ tyres: { of: 'articles', articles: ['A1', 'B2'] } })
    server.use(http.get(`${ROOT}/1`, () => refusal('Прочитать не вышло.', 400), { once: true }))
    await visit('/profile/rules')
    await screen.findByText(/5 000 артикулов · /)
    expect(server.calls(`GET ${ROOT}/1`)).toEqual([])
    fireEvent.click(screen.getByRole('link', { name: 'Дешевле нас' }))
    await screen.findByText('Прочитать не вышло.')
    await press('Повторить')
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Артикулы')
    expect(field.value).toBe('A1\nB2')
    fireEvent.change(field, { target: { value: 'A'.repeat(41) } })
    await press('Сохранить')
    await screen.findByText(/^Артикул длиннее 40 знаков: A+…$/)
  })

  it('shows the refusal of the server, and keeps the form', async () => {
    answer = rulesAnswer({ rules: [watchRule()] })
    answers('/1', () => refusal('Себестоимость видят только аналитики.', 403))
    await visit('/profile/rules/1')
    await check('ниже нашей себестоимости')
    await press('Сохранить')
    await screen.findByText('Себестоимость видят только аналитики.')
    expect(readBack()).toMatch(/^Цена конкурента ниже нашей себестоимости на 3/)
  })

  it('says so where a rule is gone', async () => {
    await visit('/profile/rules/7')
    await screen.findByText('Такого правила уже нет.')
  })

  it('shows the sentence and the notifications of a rule that the person may not change', async () => {
    answer = rulesAnswer({ rules: [watchRule({ editable: false, owner: 'boris' })] })
    firings = Array.from({ length: 12 }, (_, at) => ({ id: at + 3, at: '2026-11-27T05:30:00Z', events: 2 }))
    await visit('/profile/rules/1')
    await screen.findByText('Это правило меняет тот, кто его создал, или администратор.')
    expect(readBack()).toMatch(/^Цена конкурента ниже нашей на 3/)
    expect(screen.queryByRole('button', { name: 'Сохранить' })).toBeNull()
    const list = within(await screen.findByRole('region', { name: 'Как срабатывало' }))
    const links = await list.findAllByRole('link')
    expect(links).toHaveLength(10)
    expect(links[0]?.getAttribute('href')).toBe('/profile/rules/firings/3')
    await press('Показать все 12')
    expect(list.getAllByRole('link')).toHaveLength(12)
  })

  it('forgets a chosen own site where only competitors can be watched', async () => {
    await visit('/profile/rules/new')
    await check('цена изменилась')
    await check('daikon-shina.ru')
    await check('a.ru')
    await check('конкурент дешевле')
    expect(readBack()).toMatch(/ · наш ассортимент, a\.ru, /)
  })

  it('offers views of the team alone to a rule of the team', async () => {
    const view = { report: 'retail', query: '', day: 'latest', owner: 'anna', mine: true, editable: true }
    const views = [
      { ...view, id: 'a'.repeat(32), name: 'Моё', scope: 'own', version: 1 },
      { ...view, id: 'b'.repeat(32), name: 'Общее', scope: 'team', version: 1 },
    ]
    server.use(
      offering('security', 'rules', 'views'),
      http.get('/api/companion/views', () => HttpResponse.json({ version: 1, views })),
    )
    await visit('/profile/rules/new')
    await check('из сохранённого вида')
    const names = () => [...screen.getByLabelText<HTMLSelectElement>('Вид').options].map(({ text }) => text)
    expect(names()).toEqual(['Выберите вид', 'Моё', 'Общее'])
    await check('команды')
    expect(names()).toEqual(['Выберите вид', 'Общее'])
    fireEvent.change(screen.getByLabelText('Вид'), { target: { value: 'b'.repeat(32) } })
    await waitFor(() => expect(tested.at(-1)).toMatchObject({ scope: 'team' }))
  })

  it('watches a saved view', async () => {
    const id = '0123456789abcdef'.repeat(2)
    const view = { id, name: 'Утро', report: 'retail', query: 'season=x', day: 'latest', scope: 'own' }
    server.use(
      offering('security', 'rules', 'views'),
      http.get('/api/companion/views', () =>
        HttpResponse.json({
          version: 1,
          views: [{ ...view, owner: 'anna', mine: true, editable: true, version: 1 }],
        }),
      ),
    )
    await visit(`/profile/rules/new?saved=${id}`)
    await waitFor(() => expect(readBack()).toMatch(/ · вид «Утро», /))
    await waitFor(() => expect(tested.at(-1)?.tyres).toEqual({ of: 'view', view: id }))
  })
})

it('the editor says why a rule has no channels, and leads to the account page', async () => {
  answer = rulesAnswer({ channels: [] })
  await visit('/profile/rules/new')
  const words = await screen.findByText(/^Push, Telegram и почта не подключены на сервере: /)
  expect(within(words).getByRole('link', { name: 'в профиле' }).getAttribute('href')).toBe('/profile/account')
  expect(screen.queryByText('Чем, кроме списка уведомлений')).toBeNull()
})
