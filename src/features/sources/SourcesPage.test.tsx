// Specification 12.1

import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  cabinetServer,
  controlTime,
  held,
  offering,
  pass,
  refusal,
  visit,
} from '../../../tests/support/cabinet.tsx'
import { REMARKS, runAnswer, sourceAnswer, trialAnswer } from '../../../tests/support/source-answers.ts'

const server = cabinetServer()

const LIST = '/profile/sources'
const ROOT = '/api/companion/sources'
const FILES = '/api/companion/source-files'

let sources: ReturnType<typeof sourceAnswer>[]
let runs: ReturnType<typeof runAnswer>[]
const days = [
  { day: '2026-04-17', tyres: 1190, offers: 3300 },
  { day: '2026-04-18', tyres: 1200, offers: 3400 },
]
/** Path and body of each changing request. */
let sent: [string, unknown][]

beforeEach(() => {
  sent = []
  sources = [sourceAnswer('one', 'shop.ru', { title: 'Прайс магазина' })]
  runs = [runAnswer(1)]
  server.use(
    offering('security', 'sources'),
    http.get(ROOT, () => HttpResponse.json({ sources })),
    http.get(`${ROOT}/:id`, ({ params }) =>
      HttpResponse.json({ source: sources.find(({ id }) => id === params.id), runs, days }),
    ),
  )
})

const answers = (path: string, answer: () => Response | Promise<Response>) =>
  server.use(
    http.post(`${ROOT}${path}`, async ({ request }) => {
      sent.push([new URL(request.url).pathname.slice(ROOT.length), await request.json()])
      return answer()
    }),
  )
const ok = () => HttpResponse.json({ message: 'ok' })

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

describe('list of sources (specification 12.2)', () => {
  it('is an entry of the cabinet, and explains its purpose while it is empty', async () => {
    sources = []
    const { addresses } = await visit('/profile/account')
    const sidebar = within(await screen.findByRole('navigation', { name: 'Личный кабинет' }))
    fireEvent.click(await sidebar.findByRole('link', { name: 'Источники' }))
    await screen.findByRole('heading', { name: 'Пусть цены приходят сами' })
    expect(addresses.at(-1)).toBe(LIST)
    await expect.poll(() => document.title).toBe('Источники')
    expect(screen.getByRole('link', { name: 'Добавить первый источник' }).getAttribute('href')).toBe(
      '/profile/sources/new',
    )
  })

  it('names the sites without prices of the last day, each with its source or the way to one', async () => {
    sources = [sourceAnswer('one', 'shop.ru', { title: 'Прайс магазина' })]
    const site = (name: string, last: string) => ({ site: name, first: '2026-04-15', last, missing: [] })
    server.use(
      offering('security', 'sources', 'freshness'),
      http.get('/api/companion/freshness', () =>
        HttpResponse.json({
          version: 1,
          days: ['2026-04-15', '2026-04-17', '2026-04-18'],
          sites: [site('fresh.ru', '2026-04-18'), site('b.ru', '2026-04-15'), site('shop.ru', '2026-04-17')],
        }),
      ),
    )
    const { addresses } = await visit(LIST)
    const late = within(await screen.findByRole('region', { name: 'Нет прайса за 18 апреля' }))
    expect(late.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'shop.ru последние за 17 апреля Открыть источник',
      'b.ru последние за 15 апреля Добавить источник',
    ])
    expect(late.getByRole('link', { name: 'Открыть источник Прайс магазина' }).getAttribute('href')).toBe(
      `${LIST}/one`,
    )
    fireEvent.click(late.getByRole('link', { name: 'Добавить источник b.ru' }))
    await screen.findByText('новый источник · b.ru')
    expect(addresses.at(-1)).toBe(`${LIST}/new?site=b.ru`)
  })

  it('names sites without prices above the explanation of sources, and none if all have them', async () => {
    sources = []
    const answer = (last: string) =>
      http.get('/api/companion/freshness', () =>
        HttpResponse.json({
          version: 1,
          days: ['2026-04-17', '2026-04-18'],
          sites: [
            { site: 'a.ru', first: '2026-04-17', last: '2026-04-18', missing: [] },
            { site: 'b.ru', first: '2026-04-17', last, missing: [] },
          ],
        }),
      )
    server.use(offering('security', 'sources', 'freshness'), answer('2026-04-17'))
    await visit(LIST)
    const names = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    await screen.findByRole('heading', { name: 'Пусть цены приходят сами' })
    expect(names()).toEqual(['Нет прайса за 18 апреля', 'Пусть цены приходят сами'])
    cleanup()
    server.use(answer('2026-04-18'))
    await visit(LIST)
    await screen.findByRole('heading', { name: 'Пусть цены приходят сами' })
    expect(names()).toEqual(['Пусть цены приходят сами'])
  })

  it('displays the state of each source, those with held prices first', async () => {
    sources = [
      sourceAnswer('f', 'fresh.ru', { next_run: '2026-04-19T00:00:00.000Z' }),
      sourceAnswer('n', 'new.ru', {
        light: 'new',
        last_run: null,
        last_day: null,
        tyres: null,
        offers: null,
        bad_percent: null,
      }),
      sourceAnswer('h', 'held.ru', {
        light: 'held',
        last_run: runAnswer(7, { state: 'held', message: 'Предложений вдвое меньше, чем 17 апреля.' }),
      }),
      sourceAnswer('e', 'failed.ru', {
        light: 'failed',
        last_run: runAnswer(8, { state: 'failed', message: 'Сервер поставщика ответил 500.' }),
      }),
      sourceAnswer('l', 'late.ru', { light: 'late' }),
      sourceAnswer('o', 'off.ru', { light: 'off' }),
    ]
    await visit(LIST)
    await screen.findByText('Предложений вдвое меньше, чем 17 апреля.', { exact: false })
    const main = within(screen.getByRole('main'))
    const cards = main.getAllByRole('listitem')
    expect(cards.map((card) => within(card).getByRole('heading').textContent)).toEqual([
      'held.ru',
      'failed.ru',
      'late.ru',
      'new.ru',
      'fresh.ru',
      'off.ru',
    ])
    expect(cards.map((card) => card.querySelector('.state-mark')?.textContent)).toEqual([
      'Ждёт решения',
      'Ошибка',
      'Опаздывает',
      'Цен ещё не было',
      'Свежие цены',
      'Выключен',
    ])
    expect(cards[1]?.textContent).toContain('Сервер поставщика ответил 500.')
    expect(cards[4]?.textContent).toMatch(/Цены за18 апреля.*Шин1\s200.*Предложений3\s400.*1,3\s%/)
    expect(cards[3]?.textContent).toContain('ещё не было')
  })

  it('has the coverage of each site, in one call, with a link to the queue (specification 21.7)', async () => {
    const COVERAGE = '/api/companion/matching/coverage'
    const counts = { listings: 7000, matched: 1739, waiting: 212, alone: 5041, excluded: 8 }
    const none = { listings: 0, matched: 0, waiting: 0, alone: 0, excluded: 0 }
    sources = ['shop.ru', 'own.ru', 'empty.ru', 'new.ru'].map((site) => sourceAnswer(site, site))
    server.use(
      offering('security', 'sources', 'matching'),
      http.get(COVERAGE, () => refusal('Занято', 500), { once: true }),
    )
    await visit(LIST)
    const problem = await screen.findByText(/^Не удалось узнать, сколько сопоставлено\. Занято/)
    const main = within(screen.getByRole('main'))
    expect(main.getAllByRole('listitem')).toHaveLength(4)
    server.use(
      http.get(COVERAGE, () =>
        HttpResponse.json({
          version: 1,
          waiting: 300,
          sites: [
            { site: 'shop.ru', own: false, ...counts },
            { site: 'own.ru', own: true, ...counts, waiting: 0, alone: 5253 },
            { site: 'empty.ru', own: false, ...none },
          ],
        }),
      ),
    )
    fireEvent.click(within(problem).getByRole('button', { name: 'Повторить' }))
    const link = await main.findByRole('link', { name: /^на проверке/ })
    const lines = [...document.querySelectorAll('.source-card')].map((card) =>
      card.querySelector('.source-coverage')?.textContent?.replaceAll(/\s/g, ' '),
    )
    expect(lines).toEqual([
      undefined,
      undefined,
      'Сопоставлено 1 739 из 6 992, только у нас 5 253',
      'Сопоставлено 1 739 из 6 992, на проверке 212, только у них 5 041',
    ])
    expect(link).toHaveAttribute('href', '/profile/matching')
    expect(server.calls(`GET ${COVERAGE}`)).toHaveLength(2)
    expect(problem).not.toBeInTheDocument()
  })

  it('does not request the coverage if the server does not offer matching', async () => {
    await visit(LIST)
    await screen.findByRole('heading', { name: 'Прайс магазина' })
    expect(server.calls('GET /api/companion/matching')).toEqual([])
    expect(document.querySelector('.source-coverage')).toBeNull()
  })

  it('has a search field if there are many sources', async () => {
    sources = Array.from({ length: 13 }, (_, at) => sourceAnswer(`s${at}`, `shop${at}.ru`))
    await visit(LIST)
    fireEvent.change(await screen.findByLabelText('Найти источник'), { target: { value: 'SHOP12' } })
    const main = within(screen.getByRole('main'))
    expect(
      main.getAllByRole('listitem').map((card) => within(card).getByRole('heading').textContent),
    ).toEqual(['shop12.ru'])
    fireEvent.change(screen.getByLabelText('Найти источник'), { target: { value: 'нет' } })
    expect(screen.getByText('Таких источников нет.')).toBeTruthy()
  })

  it('displays why a source failed while its next run is in progress', async () => {
    const run = runAnswer(8, { state: 'waiting', attempt: 1, message: 'Сервер поставщика ответил 500.' })
    sources = [sourceAnswer('e', 'failed.ru', { last_run: run })]
    await visit(LIST)
    expect(await screen.findByText('Сервер поставщика ответил 500.')).toBeTruthy()
  })

  it('displays why it could not be loaded, and retries', async () => {
    server.use(http.get(ROOT, () => refusal('Внутренняя ошибка сервера', 500)))
    await visit(LIST)
    expect((await screen.findByRole('alert')).textContent).toContain('Внутренняя ошибка сервера')
    server.use(http.get(ROOT, () => HttpResponse.json({ sources })))
    press('Повторить')
    await screen.findByRole('link', { name: 'Прайс магазина' })
  })

  it('is refetched only while a run is in progress', async () => {
    controlTime()
    sources[0] = sourceAnswer('one', 'shop.ru', {
      last_run: runAnswer(2, { state: 'running', step: 'Чтение' }),
    })
    await visit(LIST)
    await screen.findByText('Идёт: Чтение')
    sources[0] = sourceAnswer('one', 'shop.ru')
    await pass(2500)
    await waitFor(() => expect(screen.queryByText('Идёт: Чтение')).toBeNull())
    const asked = server.calls(`GET ${ROOT}`).length
    await pass(10_000)
    expect(server.calls(`GET ${ROOT}`)).toHaveLength(asked)
  })

  it('is not available to users who are not administrators', async () => {
    server.use(offering('security'))
    const { addresses } = await visit(LIST)
    await waitFor(() => expect(addresses.at(-1)).toBe('/profile/account'))
    expect(server.calls(`GET ${ROOT}`)).toEqual([])
  })
})

describe('held prices (specification 12.4)', () => {
  beforeEach(() => {
    runs = [runAnswer(7, { state: 'held', message: 'Предложений вдвое меньше, чем 17 апреля.' })]
    sources = [sourceAnswer('one', 'shop.ru', { light: 'held', last_run: runs[0] })]
  })

  it.each([
    ['Принять', 'Принять эти цены?', 'accept', 'Цены приняты: shop.ru, 18 апреля.'],
    ['Отклонить', 'Отклонить эти цены?', 'decline', 'Цены отклонены: shop.ru, 18 апреля.'],
  ])('%s: asks, and then does it', async (label, title, action, done) => {
    answers(`/runs/7/${action}`, () => {
      sources = [sourceAnswer('one', 'shop.ru')]
      return ok()
    })
    await visit(LIST)
    await screen.findByText(/ждут решения/)
    press(`${label} цены shop.ru`)
    expect((await dialog(title)).getByText(/Предложений вдвое меньше/)).toBeTruthy()
    fireEvent.click((await dialog(title)).getByRole('button', { name: 'Отмена' }))
    expect(sent).toEqual([])
    press(`${label} цены shop.ru`)
    fireEvent.click((await dialog(title)).getByRole('button', { name: label }))
    expect((await screen.findByRole('alert')).textContent).toBe(done)
    expect(sent).toEqual([[`/runs/7/${action}`, {}]])
    await waitFor(() => expect(screen.queryByText(/ждут решения/)).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'shop.ru' })))
  })

  it('leave the focus on the page’s heading after the decision', async () => {
    answers('/runs/7/accept', () => {
      runs = [runAnswer(7)]
      return ok()
    })
    await visit(`${LIST}/one`)
    await screen.findByText(/ждут решения/)
    press('Принять цены shop.ru')
    fireEvent.click((await dialog('Принять эти цены?')).getByRole('button', { name: 'Принять' }))
    await waitFor(() => expect(screen.queryByText(/ждут решения/)).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
  })

  const finding = (key: string, over: object = {}) => ({
    ...{ key, text: `Найдено: ${key}`, examples: [], remedy: 'исправить', holds: true },
    ...over,
  })

  it('list their reasons and findings, each once, and what accepting answers', async () => {
    const findings = [finding('sheet:Зима'), finding('text:terms', { holds: false })]
    const message = 'Предложений 3, а было 9: меньше половины\nПоля пусты во всех записях: Остаток'
    runs = [runAnswer(7, { state: 'held', message, findings })]
    sources = [sourceAnswer('one', 'shop.ru', { light: 'held', last_run: runs[0] })]
    await visit(`${LIST}/one`)
    const held = within(await screen.findByRole('region', { name: 'Ждёт решения' }))
    expect(held.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Предложений 3, а было 9: меньше половины',
      'Поля пусты во всех записях: Остаток',
      'Найдено: sheet:Зимаисправить',
    ])
    // All findings of the run are folded below.
    expect(screen.getByText('Что проверить: 2').closest('details')).not.toHaveAttribute('open')
    press('Отклонить цены shop.ru')
    const declining = await dialog('Отклонить эти цены?')
    expect(declining.queryByText('Больше не спросим об этом:')).toBeNull()
    fireEvent.click(declining.getByRole('button', { name: 'Отмена' }))
    press('Принять цены shop.ru')
    const accepting = await dialog('Принять эти цены?')
    const words = accepting.getByText('Больше не спросим об этом:')
    expect(words.nextElementSibling).toHaveTextContent(/^Найдено: sheet:Зима$/)
  })

  it('offer no link where the assistant has no answer', async () => {
    const findings = [finding('sheet:Зима'), finding('text:currency', { remedy: 'сверить' })]
    runs = [runAnswer(7, { state: 'held', message: '', findings })]
    sources = [sourceAnswer('one', 'shop.ru', { light: 'held', last_run: runs[0] })]
    await visit(`${LIST}/one`)
    const held = within(await screen.findByRole('region', { name: 'Ждёт решения' }))
    expect(held.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['исправить'])
    expect(held.getByText('сверить')).toBeTruthy()
  })

  it('display in the dialog why a decision was refused', async () => {
    answers('/runs/7/accept', () => refusal('Решение уже принято', 409))
    await visit(`${LIST}/one`)
    await screen.findByText(/ждут решения/)
    press('Принять цены shop.ru')
    const asked = await dialog('Принять эти цены?')
    fireEvent.click(asked.getByRole('button', { name: 'Принять' }))
    expect((await asked.findByRole('alert')).textContent).toBe('Решение уже принято')
  })
})

describe('what has been called right (specification 12.4)', () => {
  const section = async () => within(await screen.findByRole('region', { name: 'Отмечено верным' }))
  const again = (text: string) => ({ name: `Спрашивать снова: ${text}` })

  it('is asked about again, one by one, and the focus moves to the neighbour', async () => {
    let answered = ['sheet:Зима', 'rows:unpriced']
    const show = () => {
      sources = [sourceAnswer('one', 'shop.ru', { answered })]
    }
    show()
    answers('/one/answered/remove', () => {
      answered = answered.slice(1)
      show()
      return ok()
    })
    await visit(`${LIST}/one`)
    const all = await section()
    fireEvent.click(all.getByRole('button', again('Лист «Зима» не прочитан')))
    expect(all.getByText('Подождите...')).toBeTruthy()
    const rest = await all.findByRole('button', again('Записи без цены'))
    await waitFor(() => expect(rest).toHaveFocus())
    expect(all.getAllByRole('listitem')).toHaveLength(1)
    fireEvent.click(rest)
    await waitFor(() => expect(all.getByRole('heading', { name: 'Отмечено верным' })).toHaveFocus())
    expect(all.queryByRole('listitem')).toBeNull()
    expect(sent).toEqual([
      ['/one/answered/remove', { key: 'sheet:Зима' }],
      ['/one/answered/remove', { key: 'rows:unpriced' }],
    ])
  })

  it('stays with the reason if the change is refused', async () => {
    sources = [sourceAnswer('one', 'shop.ru', { answered: ['sheet:Зима'] })]
    answers('/one/answered/remove', () => refusal('База данных недоступна', 503))
    await visit(`${LIST}/one`)
    const all = await section()
    const button = all.getByRole('button', again('Лист «Зима» не прочитан'))
    fireEvent.click(button)
    expect(await all.findByRole('alert')).toHaveTextContent(/База данных недоступна|не отвечает/)
    expect(button).toHaveTextContent('Спрашивать снова')
  })

  it('is no section before anything was', async () => {
    await visit(`${LIST}/one`)
    await screen.findByRole('heading', { name: 'Загрузки за 90 дней' })
    expect(screen.queryByRole('region', { name: 'Отмечено верным' })).toBeNull()
  })
})

describe('page of a source (specification 12.3)', () => {
  it('displays the settings of the source, and its runs with their logs', async () => {
    runs = [
      runAnswer(3, {
        state: 'failed',
        trigger: 'schedule',
        attempt: 3,
        message: 'Файл обрывается.',
        tyres: null,
        offers: null,
        bad: null,
        log: [{ at: '2026-04-18T01:00:00.000Z', text: 'Скачано 12 МБ' }],
      }),
      runAnswer(1, { has_rejects: true }),
    ]
    sources = [
      sourceAnswer('one', 'shop.ru', {
        kind: 'address',
        address: 'https://shop.ru/price.xml',
        secret_names: ['X-Api-Key'],
        times: ['06:30', '12:00'],
        expected_by: '09:00',
      }),
    ]
    await visit(`${LIST}/one`)
    await screen.findByRole('heading', { level: 1, name: 'shop.ru' })
    expect(screen.getByText('https://shop.ru/price.xml')).toBeTruthy()
    expect(screen.getByText('задан: X-Api-Key')).toBeTruthy()
    expect(screen.getByText('06:30, 12:00 (Новосибирск, UTC+7)')).toBeTruthy()
    const history = within(screen.getByRole('region', { name: 'Загрузки за 90 дней' }))
    const [failed, imported] = history
      .getAllByRole('listitem')
      .filter((item) => item.classList.contains('run'))
    expect(failed?.textContent).toMatch(
      /Не удалось.*цены за 18 апреля, по расписанию, попытка 3.*Файл обрывается/,
    )
    expect(failed?.textContent).toContain('Скачано 12 МБ')
    expect(imported?.textContent).toMatch(/1\s200 шин, 3\s400 предложений, отклонено 1\s%/)
    const chart = screen.getByRole('img', {
      name: /Предложения по дням с 17 апреля по 18 апреля: от 3\s300 до 3\s400/,
    })
    expect(chart.querySelectorAll('rect')).toHaveLength(2)
    const table = within(screen.getByRole('region', { name: 'Предложения по дням' }))
    expect(table.getAllByRole('row').map((row) => row.textContent?.replace(/\s/g, ' '))).toEqual([
      'ДеньШинПредложений',
      '18 апреля1 2003 400',
      '17 апреля1 1903 300',
    ])
  })

  it('lists the latest runs, and more on request, below the supplier’s token', async () => {
    runs = Array.from({ length: 45 }, (_, at) => runAnswer(100 - at))
    await visit(`${LIST}/one`)
    const history = await screen.findByRole('region', { name: 'Загрузки за 90 дней' })
    const items = () => history.querySelectorAll('.run')
    const key = screen.getByRole('region', { name: 'Пусть поставщик присылает сам' })
    expect(key.compareDocumentPosition(history)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(items()).toHaveLength(20)
    press('Показать ещё 20')
    expect(items()).toHaveLength(40)
    expect(document.activeElement).toBe(items()[20])
    press('Показать ещё 5')
    expect(items()).toHaveLength(45)
    expect(screen.queryByRole('button', { name: /Показать ещё/ })).toBeNull()
  })

  it("tells the next load on the source's clocks, with their zone", async () => {
    sources = [sourceAnswer('one', 'shop.ru', { next_run: '2026-04-19T00:00:00.000Z' })]
    await visit(`${LIST}/one`)
    expect(await screen.findByText('19 апреля, 07:00 (Новосибирск, UTC+7)')).toBeTruthy()
  })

  it('downloads the rejected records', async () => {
    runs = [runAnswer(1, { has_rejects: true })]
    const files: string[] = []
    URL.createObjectURL = () => 'blob:rejects'
    URL.revokeObjectURL = () => {}
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      files.push(this.download)
    })
    let answer = () => refusal('Файла больше нет', 404)
    server.use(http.get(`${ROOT}/runs/1/rejects`, () => answer()))
    await visit(`${LIST}/one`)
    fireEvent.click(await screen.findByRole('button', { name: 'Скачать отклонённое' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Файла больше нет')
    answer = () =>
      new HttpResponse('{}', { headers: { 'content-disposition': 'attachment; filename="bad.jsonl"' } })
    press('Скачать отклонённое')
    await waitFor(() => expect(files).toEqual(['bad.jsonl']))
  })

  it('starts a run, displays each step, and links to the report', async () => {
    controlTime()
    sources = [sourceAnswer('one', 'shop.ru', { kind: 'address', address: 'https://shop.ru/a' })]
    answers('/one/run', () => {
      runs = [
        runAnswer(2, { state: 'running', step: 'Скачивание', tyres: null, offers: null, bad: null }),
        ...runs,
      ]
      return HttpResponse.json({ run: 2 })
    })
    await visit(`${LIST}/one`)
    fireEvent.click(await screen.findByRole('button', { name: 'Запустить сейчас' }))
    const going = await screen.findByRole('status', { name: 'Загрузка' })
    await waitFor(() => expect(going.textContent).toContain('Идёт: Скачивание'))
    expect(sent).toEqual([['/one/run', {}]])
    runs = [runAnswer(2, { tyres: 1200, offers: 3400 })]
    await pass(2500)
    await waitFor(() => expect(going.textContent).toContain('Загружено'))
    expect(within(going).getByRole('link', { name: 'Открыть отчёт' }).getAttribute('href')).toBe(
      '/export/all-prices?date=2026-04-18&site=shop.ru',
    )
  })

  it('repeats a run that waits for its retry, and starts none while another is in progress', async () => {
    sources = [sourceAnswer('one', 'shop.ru', { kind: 'address', address: 'https://shop.ru/a' })]
    runs = [runAnswer(2, { state: 'waiting', attempt: 2, step: 'Повтор через 60 мин' })]
    answers('/one/run', () => {
      runs = [runAnswer(2, { state: 'running', attempt: 2, step: 'Скачивание' })]
      return HttpResponse.json({ run: 2 })
    })
    await visit(`${LIST}/one`)
    fireEvent.click(await screen.findByRole('button', { name: 'Повторить сейчас' }))
    await screen.findByText('Идёт: Скачивание', { selector: '[role=status] *' })
    const start = screen.getByRole('button', { name: 'Запустить сейчас' })
    expect(start.getAttribute('aria-disabled')).toBe('true')
    expect(sent).toEqual([['/one/run', {}]])
  })

  it('removes the source after a confirmation', async () => {
    answers('/one/remove', () => {
      sources = []
      return ok()
    })
    const { addresses } = await visit(`${LIST}/one`)
    fireEvent.click(await screen.findByRole('button', { name: 'Удалить' }))
    const asked = await dialog('Удалить источник?')
    expect(asked.getByText(/Загруженные цены останутся в отчётах/)).toBeTruthy()
    fireEvent.click(asked.getByRole('button', { name: 'Удалить' }))
    await screen.findByRole('heading', { name: 'Пусть цены приходят сами' })
    expect(addresses.at(-1)).toBe(LIST)
    expect(screen.getByRole('alert').textContent).toBe('Источник «Прайс магазина» удалён.')
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Источники' })),
    )
  })

  it('displays that a source does not exist', async () => {
    server.use(http.get(`${ROOT}/gone`, () => refusal('Такого источника нет', 404)))
    await visit(`${LIST}/gone`)
    expect((await screen.findByRole('alert')).textContent).toContain('Такого источника нет')
  })
})

describe('source of tracked pages (specification 23.8)', () => {
  const pages = (over: object = {}) =>
    sourceAnswer('one', 'shop.ru', {
      title: 'shop.ru',
      kind: 'pages',
      address: 'https://shop.ru/',
      times: ['06:00'],
      ...over,
    })

  it('can be started, links to its pages, and accepts no files', async () => {
    sources = [pages()]
    const traffic = [{ day: '2026-04-18', requests: 12, bytes: 3_400_000 }]
    const counts = { ok: 12, held: 2, failed: 0, gone: 1, new: 0 }
    server.use(
      http.get(`${ROOT}/one`, () =>
        HttpResponse.json({ source: sources[0], runs, days, traffic, pages: counts }),
      ),
    )
    answers('/one/run', () => HttpResponse.json({ run: 1 }))
    await visit(`${LIST}/one`)
    const link = await screen.findByRole('link', { name: 'страницы товаров, за которыми следят' })
    expect(link.getAttribute('href')).toBe('/profile/pages?site=shop.ru')
    expect(screen.queryByRole('heading', { name: 'Загрузить файл' })).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Пусть поставщик присылает сам' })).toBeNull()
    expect(screen.queryByText('Допустимо отклонить')).toBeNull()
    expect(screen.getByText('с ценой 12, ждут решения 2, нет на сайте 1')).toBeTruthy()
    const requests = within(screen.getByRole('table', { name: 'Запросы к сайту' }))
    expect(requests.getByRole('row', { name: /^18 апреля 12 3,2\sМБ$/ })).toBeTruthy()
    press('Запустить сейчас')
    await waitFor(() => expect(sent).toEqual([['/one/run', {}]]))
    press('Удалить')
    expect(
      (await dialog('Удалить источник?')).getByText(/за страницами сайта больше не будут следить/),
    ).toBeTruthy()
  })

  it('is named as such in the list, and is no choice for a dropped price list', async () => {
    sources = [pages(), sourceAnswer('two', 'list.ru', { title: 'Прайс магазина' })]
    await visit(LIST)
    expect((await screen.findByText('страницы товаров')).closest('li')?.textContent).toContain('shop.ru')
    const transfer = { types: ['Files'], files: [new File(['a'], 'цены.csv')], items: [] }
    fireEvent.drop(document.body, { dataTransfer: transfer })
    const whose = await dialog('Чей это прайс-лист?')
    expect(whose.queryByRole('button', { name: 'shop.ru' })).toBeNull()
    expect(whose.getByRole('button', { name: 'Прайс магазина' })).toBeTruthy()
  })
})

describe("specification 12.8: a supplier's token", () => {
  it('is created, and displayed once with a command to copy', async () => {
    const copied: string[] = []
    Object.assign(navigator, { clipboard: { writeText: async (text: string) => void copied.push(text) } })
    answers('/one/token', () => {
      sources = [sourceAnswer('one', 'shop.ru', { has_token: true })]
      return HttpResponse.json({ token: 'tok-en' })
    })
    await visit(`${LIST}/one`)
    fireEvent.click(await screen.findByRole('button', { name: 'Создать ключ' }))
    const command = `curl -T prices.csv -H "Authorization: Bearer tok-en" ${window.location.origin}${ROOT}/one/prices`
    await screen.findByText(command)
    press('Скопировать команду')
    await waitFor(() => expect(copied).toEqual([command]))
    answers('/one/token/remove', () => {
      sources = [sourceAnswer('one', 'shop.ru')]
      return ok()
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Удалить ключ' }))
    fireEvent.click((await dialog('Удалить ключ?')).getByRole('button', { name: 'Удалить' }))
    await screen.findByRole('button', { name: 'Создать ключ' })
    expect(screen.queryByText(command)).toBeNull()
  })

  it('comes with the three values that 1C asks for', async () => {
    const copied: string[] = []
    Object.assign(navigator, { clipboard: { writeText: async (text: string) => void copied.push(text) } })
    answers('/one/token', () => HttpResponse.json({ token: 'tok-en' }))
    sources = [sourceAnswer('one', 'shop.ru', { kind: 'upload', address: '' })]
    await visit(`${LIST}/one`)
    fireEvent.click(await screen.findByRole('button', { name: 'Создать ключ' }))
    const part = (await screen.findByText('Обмен с 1С')).closest('details') as HTMLDetailsElement
    expect(part.open).toBe(false)
    expect(part.textContent).toContain('«Администрирование» → «Обмен с сайтом»')
    const terms = [...part.querySelectorAll('dt')].map(({ textContent }) => textContent)
    expect(terms).toEqual(['Адрес сайта', 'Пользователь', 'Пароль'])
    fireEvent.click(screen.getByText('Обмен с 1С'))
    for (const [n, name] of terms.entries()) {
      press(`Скопировать: ${name}`)
      await waitFor(() => expect(copied).toHaveLength(n + 1))
    }
    expect(copied).toEqual([`${window.location.origin}${ROOT}/one/1c`, '1c', 'tok-en'])
  })

  it('offers no exchange with 1C to a source that has an address', async () => {
    answers('/one/token', () => HttpResponse.json({ token: 'tok-en' }))
    sources = [sourceAnswer('one', 'shop.ru', { kind: 'address', address: 'https://shop.ru/a.csv' })]
    await visit(`${LIST}/one`)
    fireEvent.click(await screen.findByRole('button', { name: 'Создать ключ' }))
    await screen.findByRole('button', { name: 'Скопировать команду' })
    expect(screen.queryByText('Обмен с 1С')).toBeNull()
  })

  it('asks for the password if there is no recent proof', async () => {
    let proved = false
    answers('/one/token', () =>
      proved
        ? HttpResponse.json({ token: 'tok-en' })
        : HttpResponse.json({ error: 'Подтвердите пароль', confirm: true }, { status: 403 }),
    )
    server.use(
      http.post('/api/companion/security/confirm', () => {
        proved = true
        return ok()
      }),
    )
    await visit(`${LIST}/one`)
    fireEvent.click(await screen.findByRole('button', { name: 'Создать ключ' }))
    const asked = within(await screen.findByRole('dialog'))
    fireEvent.change(asked.getByLabelText('Пароль'), { target: { value: 'correct horse' } })
    fireEvent.submit(asked.getByLabelText('Пароль'))
    await screen.findByText(/Bearer tok-en/)
  })
})

describe('file from this computer (specification 12.5)', () => {
  const file = (name = 'цены.csv', content = 'a;b') => new File([content], name)
  const kept = () => HttpResponse.json({ file: 'f1', name: 'цены.csv', size: 3 })
  const uploads = (answer: (request: Request) => Response | Promise<Response>) =>
    server.use(http.put(FILES, ({ request }) => answer(request)))
  const tries = (answer: () => Response = () => HttpResponse.json(trialAnswer())) =>
    server.use(
      http.post(`${FILES}/f1/trial`, async ({ request }) => {
        sent.push(['trial', await request.json()])
        return answer()
      }),
    )
  const drag = (type: 'dragover' | 'dragleave' | 'drop', dataTransfer: object, more: object = {}) => {
    const event = new Event(type, { bubbles: true, cancelable: true })
    Object.assign(event, {
      dataTransfer: { types: ['Files'], files: [], items: [], ...dataTransfer },
      ...more,
    })
    act(() => void document.body.dispatchEvent(event))
    return event
  }

  it('is dropped anywhere on the page, tried, and then imported', async () => {
    const asked: (string | null)[] = []
    uploads(async (request) => {
      asked.push(new URL(request.url).searchParams.get('name'), request.headers.get('authorization'))
      return kept()
    })
    tries()
    answers('/one/run', () => {
      runs = [runAnswer(2, { state: 'running', step: 'Запись' }), ...runs]
      return HttpResponse.json({ run: 2 })
    })
    await visit(`${LIST}/one`)
    await screen.findByRole('heading', { name: 'Загрузить файл' })
    drag('dragover', {})
    expect(screen.getByText('Отпустите файл, чтобы загрузить прайс-лист')).toBeTruthy()
    const focused: (string | null | undefined)[] = []
    const watching = new MutationObserver(() => {
      if (screen.queryByRole('heading', { name: 'Проверка: цены.csv' }))
        focused.push(document.activeElement?.textContent)
    })
    watching.observe(document.body, { childList: true, subtree: true, characterData: true })
    expect(drag('drop', { files: [file()] }).defaultPrevented).toBe(true)
    expect(screen.queryByText('Отпустите файл, чтобы загрузить прайс-лист')).toBeNull()
    const heading = await screen.findByRole('heading', { name: 'Проверка: цены.csv' })
    expect(document.activeElement).toBe(heading)
    watching.disconnect()
    // The focus has been nowhere else before.
    expect(focused[0]).toBe('Проверка: цены.csv')
    expect(asked).toEqual(['цены.csv', 'Bearer good'])
    await screen.findByText('Отклонено', { selector: 'dt' })
    const part = within(screen.getByRole('region', { name: 'Проверка: цены.csv' }))
    expect(part.getByText('Не шины', { selector: 'dt' }).nextElementSibling?.textContent).toBe('7')
    expect(part.getByText(/^Не шины, не загрузятся: Диск Пример 6.5x16; Камера 7.50-16; …/)).toBeTruthy()
    expect(part.getByText('нет цены')).toBeTruthy()
    expect(part.getByText('A-17; Zorki;')).toBeTruthy()
    expect(part.getByText(/По сравнению с 17 апреля/)).toBeTruthy()
    expect(part.getByText('−60,4 %')).toBeTruthy()
    expect(part.getByText('Arktika 205/55 R16 91T')).toBeTruthy()
    fireEvent.change(part.getByLabelText('День цен'), { target: { value: '2026-04-18' } })
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]).toEqual([
      'trial',
      { mapping: sources[0]?.mapping, site: 'shop.ru', day: '2026-04-18', max_bad: 20 },
    ])
    await waitFor(() =>
      expect(
        part.getByRole('button', { name: 'Загрузить эти цены' }).getAttribute('aria-disabled'),
      ).toBeNull(),
    )
    press('Загрузить эти цены')
    await screen.findByText('Идёт: Запись', { selector: '[role=status] *' })
    expect(sent.at(-1)).toEqual(['/one/run', { file: 'f1', day: '2026-04-18' }])
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('status', { name: 'Загрузка' })))
  })

  it('lists the rejected tyres with their mistakes', async () => {
    uploads(kept)
    const record = JSON.stringify({ Код: '17', Наименование: 'Zorki 195/65 R15', Цена: 'звоните' })
    const reasons = [{ reason: 'розн. цена: не число', count: 1, examples: [{ line: 17, record }] }]
    tries(() => HttpResponse.json(trialAnswer({ reasons })))
    await visit(`${LIST}/one`)
    fireEvent.change(await screen.findByLabelText('Выбрать файл'), { target: { files: [file()] } })
    const rejected = await screen.findByRole('region', { name: 'Что отклонено' })
    expect(within(rejected).getByText('Zorki 195/65 R15')).toBeTruthy()
    expect(within(rejected).getByText('Цена: «звоните»')).toBeTruthy()
    expect(rejected.textContent).toContain('Код: 17 · Наименование: Zorki 195/65 R15 · Цена: звоните')
    expect(
      within(rejected)
        .getByText(/^Вся запись$/)
        .closest('details')?.open,
    ).toBe(false)
  })

  it('displays the remarks on prices, and which repeated offers were left out', async () => {
    uploads(kept)
    tries(() => HttpResponse.json(trialAnswer({ remarks: REMARKS, numbered: 'records' })))
    await visit(`${LIST}/one`)
    fireEvent.change(await screen.findByLabelText('Выбрать файл'), { target: { files: [file()] } })
    const told = await screen.findByRole('region', { name: 'На что обратить внимание' })
    expect(
      within(told)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringMatching(/^Цена за 4 шт\.: разделена на 4 — 1\s200$/),
      expect.stringContaining('взята меньшая — 1'),
      'записи 17 и 4 взята «Arktika» розн. цена 4 900, а не «Zorki» розн. цена 5 200',
    ])
  })

  it.each<[string, object]>([
    [
      'Это папка. Перетащите один файл прайс-листа.',
      { files: [file()], items: [{ webkitGetAsEntry: () => ({ isDirectory: true }) }] },
    ],
    ['Файлов несколько. За один раз загружается один прайс-лист.', { files: [file(), file()] }],
    [
      'Файл «фото.jpg» — не прайс-лист. Нужен CSV, Excel, XML, YML или JSON.',
      { files: [new File(['a'], 'фото.jpg', { type: 'image/jpeg' })] },
    ],
    ['Файл «цены.csv» пуст.', { files: [file('цены.csv', '')] }],
  ])('is refused in words: %s', async (words, given) => {
    await visit(`${LIST}/one`)
    await screen.findByRole('heading', { name: 'Загрузить файл' })
    drag('drop', given)
    expect((await screen.findByRole('alert')).textContent).toBe(words)
    expect(server.calls('PUT')).toEqual([])
  })

  it('ignores drags without files', async () => {
    await visit(`${LIST}/one`)
    await screen.findByRole('heading', { name: 'Загрузить файл' })
    expect(drag('drop', { types: ['text/plain'] }).defaultPrevented).toBe(false)
    drag('dragover', {})
    drag('dragleave', {}, { relatedTarget: null })
    expect(screen.queryByText('Отпустите файл, чтобы загрузить прайс-лист')).toBeNull()
  })

  it('can be cancelled during the upload', async () => {
    const answer = held()
    uploads(() => answer.answer())
    await visit(`${LIST}/one`)
    const input = await screen.findByLabelText('Выбрать файл')
    fireEvent.change(input, { target: { files: [file()] } })
    expect(await screen.findByRole('progressbar', { name: /цены\.csv/ })).toBeTruthy()
    const leave = () => fireEvent(window, new Event('beforeunload', { cancelable: true }))
    expect(leave()).toBe(false)
    press('Отменить')
    expect(leave()).toBe(true)
    await screen.findByLabelText('Выбрать файл')
    await answer.release(kept())
    expect(screen.queryByRole('heading', { name: /Проверка/ })).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is uploaded again after a token refresh', async () => {
    uploads((request) =>
      request.headers.get('authorization') === 'Bearer fresh'
        ? kept()
        : new HttpResponse(null, { status: 401 }),
    )
    tries()
    server.use(http.post('/auth/refresh', () => HttpResponse.json({ access_token: 'fresh' })))
    await visit(`${LIST}/one`)
    fireEvent.change(await screen.findByLabelText('Выбрать файл'), { target: { files: [file()] } })
    await screen.findByRole('heading', { name: 'Проверка: цены.csv' })
    expect(server.calls(`PUT ${FILES}`)).toHaveLength(2)
  })

  it.each([
    [() => refusal('Это фотография, а не прайс-лист.', 415), 'Это фотография, а не прайс-лист.'],
    [() => HttpResponse.error(), 'Ошибка соединения с сервером'],
    [() => new HttpResponse('<html>', { status: 502 }), 'Сервер не отвечает (502)'],
  ])('says why it was not taken', async (answer, words) => {
    uploads(answer)
    await visit(`${LIST}/one`)
    fireEvent.change(await screen.findByLabelText('Выбрать файл'), { target: { files: [file()] } })
    expect((await screen.findByRole('alert')).textContent).toBe(words)
  })

  it('is not imported if the trial reports an error, or for a day after tomorrow', async () => {
    uploads(kept)
    tries(() =>
      HttpResponse.json(
        trialAnswer({ error: 'Не прочитано 90 % записей.', held: ['Предложений вдвое меньше обычного'] }),
      ),
    )
    await visit(`${LIST}/one`)
    fireEvent.change(await screen.findByLabelText('Выбрать файл'), { target: { files: [file()] } })
    expect((await screen.findByRole('alert')).textContent).toBe('Не прочитано 90 % записей.')
    expect(screen.getByText('Предложений вдвое меньше обычного')).toBeTruthy()
    press('Загрузить эти цены')
    fireEvent.change(screen.getByLabelText('День цен'), { target: { value: '2999-01-01' } })
    expect((await screen.findByRole('alert')).textContent).toBe('День цен не может быть позже завтрашнего.')
    expect(server.calls(`POST ${ROOT}`)).toEqual([])
  })

  it('is passed to the chosen source if it was dropped on the list', async () => {
    uploads(kept)
    tries()
    const { addresses } = await visit(LIST)
    await screen.findByRole('link', { name: 'Прайс магазина' })
    drag('drop', { files: [file()] })
    fireEvent.click((await dialog('Чей это прайс-лист?')).getByRole('button', { name: 'Прайс магазина' }))
    await screen.findByRole('heading', { name: 'Проверка: цены.csv' })
    expect(addresses.at(-1)).toBe(`${LIST}/one`)
  })
})
