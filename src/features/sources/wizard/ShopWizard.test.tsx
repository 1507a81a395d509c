import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  cabinetServer,
  controlTime,
  offering,
  pass,
  refusal,
  visit,
} from '../../../../tests/support/cabinet.tsx'
import { runAnswer, sourceAnswer, trialAnswer } from '../../../../tests/support/source-answers.ts'

const server = cabinetServer()

const NEW = '/profile/sources/new'
const ROOT = '/api/companion/sources'

const MAPPING = { format: 'jsonl', fields: { name: 'name', retail: 'price' } }
const CRAWL = {
  sitemaps: [] as string[],
  starts: ['https://shop.ru/', 'https://shop.ru/tyres/zima'],
  lists: ['/tyres/*'],
  products: [] as string[],
  cities: null as object | null,
  pause: 1,
  hours: null as object | null,
  rest_days: 7,
  completeness: 70,
}
const LIST = {
  pattern: '/tyres/*',
  kind: 'list',
  count: 1234,
  examples: ['https://shop.ru/tyres/leto'],
  sample: 'https://shop.ru/tyres/zima',
  tyres: [1, 2, 3, 4].map((n) => ({ name: `Arktika ${n}`, price: 5000 + n, stock: null })),
}
const PRODUCT = {
  pattern: '/tyre/*',
  kind: 'product',
  count: 31,
  examples: ['https://shop.ru/tyre/1'],
  sample: 'https://shop.ru/tyre/1',
  tyres: [{ name: 'Zorki', price: null, stock: 0 }],
}
const lookAnswer = (over: object = {}) => ({
  site: 'shop.ru',
  feeds: [] as string[],
  addresses: 1265,
  pages: [LIST, PRODUCT],
  problems: ['https://shop.ru/a: ответ 500'],
  proposal: CRAWL,
  mapping: MAPPING,
  ...over,
})
const jobAnswer = (over: object = {}) => ({
  id: 'j1',
  state: 'running',
  step: '',
  error: '',
  look: null as object | null,
  sample: null as object | null,
  ...over,
})
const SAMPLE = { file: { file: 'f7', name: 'shop.jsonl', size: 9 }, pages: 20, tyres: 84 }

/** Requests by the last part of their path, with their bodies. */
let sent: [string, Record<string, unknown>][]
const lastOf = (word: string) => sent.filter(([name]) => name === word).at(-1)?.[1]
const countOf = (word: string) => sent.filter(([name]) => name === word).length

let source: ReturnType<typeof sourceAnswer>
/** Answer to each kind of job, and to the polls that follow it. */
let looks: () => Response
let samples: () => Response
let polls: () => Response

beforeEach(() => {
  sent = []
  source = sourceAnswer('one', 'shop.ru', { kind: 'shop', address: 'https://shop.ru/', mapping: MAPPING })
  looks = () => HttpResponse.json(jobAnswer({ state: 'done', look: lookAnswer() }))
  samples = () => HttpResponse.json(jobAnswer({ state: 'done', sample: SAMPLE }))
  const note = async (word: string, request: Request) => {
    sent.push([word, (await request.json()) as Record<string, unknown>])
  }
  const answers = (path: string, word: string, answer: () => Response) =>
    http.post(path, async ({ request }) => {
      await note(word, request)
      return answer()
    })
  server.use(
    offering('security', 'sources'),
    http.get(ROOT, () => HttpResponse.json({ sources: [source] })),
    http.get(`${ROOT}/one`, () => HttpResponse.json({ source, runs: [runAnswer(5)], days: [] })),
    answers('/api/companion/shop-looks', 'look', () => looks()),
    answers('/api/companion/shop-samples', 'sample', () => samples()),
    http.get('/api/companion/shop-jobs/j1', () => polls()),
    answers('/api/companion/source-files/:file/trial', 'trial', () =>
      HttpResponse.json(trialAnswer({ held: ['Предложений вдвое меньше обычного'] })),
    ),
    answers(ROOT, 'create', () => HttpResponse.json({ id: 'one' })),
    answers(`${ROOT}/one`, 'change', () => HttpResponse.json({ id: 'one' })),
    answers(`${ROOT}/one/run`, 'run', () => HttpResponse.json({ run: 5 })),
  )
})

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const fill = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const typed = (label: string) => screen.getByLabelText<HTMLTextAreaElement>(label).value
const kindOf = (pattern: string) =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: (name) => name.startsWith(pattern) })

/** Opens the wizard for a new source and looks at a shop. */
async function lookAtShop() {
  const shown = await visit(NEW)
  fireEvent.click(await screen.findByLabelText(/^Магазин/))
  fill('Адрес магазина', 'https://shop.ru/')
  // As a click does in browsers.
  screen.getByRole('button', { name: 'Осмотреть магазин' }).focus()
  press('Осмотреть магазин')
  return shown
}
const findings = () => screen.findByRole('heading', { name: 'Что нашлось на shop.ru' })

describe('new source of a whole shop (specification 23.10)', () => {
  it('is proposed by a look, tried with a sample, saved and started', async () => {
    const { addresses } = await lookAtShop()
    const heading = await findings()
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(lastOf('look')).toEqual({ address: 'https://shop.ru/' })
    expect(kindOf('/tyres/*').checked).toBe(true)
    expect(kindOf('/tyre/*').checked).toBe(false)
    expect(kindOf('/tyres/*')).toHaveAccessibleName(/^\/tyres\/\* списки, 1\s234 адреса$/)
    expect(screen.getByText(/^5\s001\s₽$/)).toBeTruthy()
    expect(screen.queryByText(/^5\s004\s₽$/)).toBeNull()
    const example = screen.getByRole('link', { name: LIST.sample })
    expect([example.getAttribute('target'), example.getAttribute('rel')]).toEqual([
      '_blank',
      'noopener noreferrer',
    ])
    expect(screen.getByText('https://shop.ru/a: ответ 500')).toBeTruthy()
    press('Далее')
    expect(typed('Сайт')).toBe('shop.ru')
    expect(typed('Время 1')).toBe('03:00')
    press('Далее')
    expect((await screen.findByText(/^Прочитано страниц: 20/)).textContent).toContain('84 шины с ценой')
    await screen.findByText('нет цены')
    expect(lastOf('sample')).toEqual({ crawl: CRAWL })
    expect(lastOf('trial')).toMatchObject({ mapping: MAPPING, site: 'shop.ru', max_bad: 20 })
    // Twenty pages are no whole day.
    expect(screen.queryByText('Предложений вдвое меньше обычного')).toBeNull()
    expect(screen.queryByText(/По сравнению/)).toBeNull()
    expect(screen.queryByLabelText('День цен')).toBeNull()
    press('Сохранить и прочитать магазин')
    await screen.findByRole('status', { name: 'Загрузка' })
    expect(addresses.at(-1)).toBe('/profile/sources/one')
    expect(lastOf('create')).toMatchObject({
      kind: 'shop',
      site: 'shop.ru',
      mapping: MAPPING,
      times: ['03:00'],
      crawl: CRAWL,
    })
    expect(lastOf('run')).toEqual({})
  })

  it('displays how far the look is, and why it failed', async () => {
    controlTime()
    looks = () => HttpResponse.json(jobAnswer({ step: 'Карта сайта https://shop.ru/sitemap.xml' }))
    polls = () => HttpResponse.json(jobAnswer({ step: 'Страница https://shop.ru/tyres/' }))
    await lookAtShop()
    await screen.findByText('Осмотр магазина: Карта сайта https://shop.ru/sitemap.xml')
    await pass(1_000)
    await screen.findByText('Осмотр магазина: Страница https://shop.ru/tyres/')
    polls = () => HttpResponse.json(jobAnswer({ state: 'failed', error: 'robots.txt запрещает сайт' }))
    await pass(1_000)
    expect((await screen.findByRole('alert')).textContent).toBe('robots.txt запрещает сайт')
    expect(screen.queryByRole('button', { name: 'Далее' })).toBeNull()
    expect(typed('Адрес магазина')).toBe('https://shop.ru/')
  })

  it('displays why a look was refused, and stops following one that is cancelled', async () => {
    controlTime()
    looks = () => refusal('Сейчас читаются другие магазины: повторите позже', 429)
    await lookAtShop()
    await screen.findByText('Сейчас читаются другие магазины: повторите позже')
    looks = () => HttpResponse.json(jobAnswer())
    press('Осмотреть магазин')
    fireEvent.click(await screen.findByRole('button', { name: 'Отменить осмотр' }))
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Осмотреть магазин' })),
    )
    expect(screen.getByText('Осмотр отменён.')).toBeTruthy()
    await pass(3_000)
    expect(server.calls('GET /api/companion/shop-jobs')).toEqual([])
    expect(screen.queryByText(/^Осмотр магазина/)).toBeNull()
  })

  it('asks for an address that is missing', async () => {
    await visit(NEW)
    fireEvent.click(await screen.findByLabelText(/^Магазин/))
    press('Осмотреть магазин')
    const address = screen.getByLabelText('Адрес магазина')
    expect(address).toHaveAccessibleDescription('Укажите адрес магазина.')
    expect(document.activeElement).toBe(address)
    expect(countOf('look')).toBe(0)
    fill('Адрес магазина', 'shop.ru')
    expect(screen.queryByText('Укажите адрес магазина.')).toBeNull()
  })

  it('needs another look when its address is changed', async () => {
    await lookAtShop()
    await findings()
    fill('Адрес магазина', 'https://other.ru/')
    const address = screen.getByLabelText('Адрес магазина')
    expect(address).toHaveAccessibleDescription('Адрес изменился: осмотрите магазин ещё раз.')
    press('Далее')
    expect(document.activeElement).toBe(address)
    expect(screen.getByRole('heading', { name: 'Мастер магазина, шаг 1: Магазин' })).toBeTruthy()
    press('Осмотреть ещё раз')
    await waitFor(() => expect(countOf('look')).toBe(2))
    await waitFor(() => expect(address).toHaveAccessibleDescription(/^Первая страница/))
    press('Далее')
    expect(typed('Сайт')).toBe('shop.ru')
  })

  it('lets nothing be chosen from an earlier look during the next', async () => {
    await lookAtShop()
    await findings()
    looks = () => HttpResponse.json(jobAnswer())
    press('Осмотреть ещё раз')
    await screen.findByRole('button', { name: 'Отменить осмотр' })
    expect(kindOf('/tyres/*')).toBeDisabled()
    press('Отменить осмотр')
    await waitFor(() => expect(kindOf('/tyres/*')).toBeEnabled())
  })

  it('needs a typed pattern if no page has prices', async () => {
    looks = () =>
      HttpResponse.json(jobAnswer({ state: 'done', look: lookAnswer({ pages: [], proposal: null }) }))
    await lookAtShop()
    await screen.findByText('Страниц с ценами шин не видно.')
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Что нашлось/))
    press('Далее')
    expect(screen.getByText('Выберите или впишите хотя бы один вид страниц.')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Списки')))
    fill('Списки', 'catalog/*')
    fill('С чего начинать', 'https://shop.ru/catalog/\nhttps://shop.ru/map.xml')
    expect(screen.getByText('Строка 1: «catalog/*» должна начинаться с /')).toBeTruthy()
    fill('Списки', '/catalog/*')
    press('Далее')
    press('Далее')
    await screen.findByText('нет цены')
    expect(lastOf('sample')).toEqual({
      crawl: {
        ...CRAWL,
        sitemaps: ['https://shop.ru/map.xml'],
        starts: ['https://shop.ru/catalog/'],
        lists: ['/catalog/*'],
      },
    })
  })

  it('offers a price list that the site publishes', async () => {
    const feed = 'https://shop.ru/yml.xml'
    looks = () => HttpResponse.json(jobAnswer({ state: 'done', look: lookAnswer({ feeds: [feed] }) }))
    await lookAtShop()
    await screen.findByText('Сайт публикует прайс-лист YML: читать его надёжнее, чем страницы.')
    press(`Взять прайс-лист ${feed}`)
    expect(typed('Адрес прайс-листа')).toBe(feed)
    expect(document.activeElement).toBe(screen.getByLabelText('Адрес прайс-листа'))
    const steps = within(screen.getByRole('navigation', { name: 'Шаги' }))
    expect(steps.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      '1Файл',
      '2Колонки',
      '3Источник',
      '4Проверка',
    ])
  })

  it('reads the prices of cities, and names the lines that are wrong', async () => {
    await lookAtShop()
    await findings()
    fill('Как сайт узнаёт город', 'cookie')
    fill('Города', 'Омск = 55\nТомск\n\nОмск = 70\nТверь = 55')
    fill('Пауза между запросами, секунд', '0')
    press('Далее')
    const cities = screen.getByLabelText('Города')
    expect(cities).toHaveAccessibleDescription(
      'Строка 2: нужно «Город = значение», например «Омск = 55».\nСтрока 4: город «Омск» указан дважды.\nСтрока 5: значение «55» уже указано у другого города.',
    )
    expect(screen.getByText('Укажите целое число от 1 до 600.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Имя cookie'))
    fill('Имя cookie', 'city_id')
    fill('Города', 'Омск = 55\nТомск=70')
    fill('Пауза между запросами, секунд', '3')
    fill('Читать с', '22:00')
    expect(screen.getByText('Укажите оба времени или ни одного.')).toBeTruthy()
    fill('До', '22:00')
    expect(screen.getByText(/^Чтение начинается и заканчивается в одно время/)).toBeTruthy()
    fill('До', '06:00')
    press('Далее')
    press('Далее')
    await waitFor(() => expect(lastOf('sample')).toBeDefined())
    expect(lastOf('sample')?.crawl).toMatchObject({
      cities: {
        by: 'cookie',
        name: 'city_id',
        values: [
          { city: 'Омск', value: '55' },
          { city: 'Томск', value: '70' },
        ],
      },
      pause: 3,
      hours: { from: '22:00', to: '06:00' },
    })
  })

  it('reads a sample again after a failure, and after the settings were changed', async () => {
    samples = () =>
      HttpResponse.json(jobAnswer({ state: 'failed', error: 'Ни на одной из 20 страниц нет цены' }))
    await lookAtShop()
    await findings()
    press('Далее')
    press('Далее')
    await screen.findByText('Ни на одной из 20 страниц нет цены')
    samples = () => HttpResponse.json(jobAnswer({ state: 'done', sample: SAMPLE }))
    press('Прочитать ещё раз')
    await screen.findByText('нет цены')
    press('Назад')
    press('Назад')
    fireEvent.click(kindOf('/tyres/*'))
    fireEvent.click(kindOf('/tyre/*'))
    expect(typed('С чего начинать')).toBe('https://shop.ru/')
    press('Далее')
    press('Далее')
    await screen.findByText('Настройки чтения изменились: прочитайте страницы ещё раз.')
    expect(countOf('sample')).toBe(2)
    press('Прочитать ещё раз')
    await screen.findByText('нет цены')
    expect(lastOf('sample')).toEqual({
      crawl: { ...CRAWL, starts: ['https://shop.ru/'], lists: [], products: ['/tyre/*'] },
    })
  })
})

describe('stored source of a whole shop (specification 23.10)', () => {
  beforeEach(() => {
    const cities = { by: 'path', name: '', values: [{ city: 'Омск', value: 'omsk' }] }
    const crawl = { ...CRAWL, sitemaps: ['https://shop.ru/pages'], lists: ['/tyres/*', '/own/*'], cities }
    source = { ...source, ...{ crawl, times: ['02:00'], title: 'Магазин соседа' } }
  })

  it('is changed without a look, and without reading the shop', async () => {
    await visit('/profile/sources/one/edit')
    await screen.findByRole('heading', { name: 'Мастер магазина, шаг 1: Магазин' })
    expect(screen.queryByRole('group', { name: 'Откуда приходят цены' })).toBeNull()
    expect(typed('Списки')).toBe('/tyres/*\n/own/*')
    expect(typed('Города')).toBe('Омск = omsk')
    fill('Товары', '/tyre/*')
    fill('Чужие шины раз в … дней', '14')
    press('Далее')
    expect(typed('Время 1')).toBe('02:00')
    press('Далее')
    expect(screen.getByRole('button', { name: 'Прочитать 20 страниц' })).toBeTruthy()
    press('Только сохранить')
    await waitFor(() => expect(lastOf('change')).toBeDefined())
    expect(lastOf('change')).toMatchObject({
      kind: 'shop',
      crawl: {
        ...CRAWL,
        sitemaps: ['https://shop.ru/pages'],
        lists: ['/tyres/*', '/own/*'],
        products: ['/tyre/*'],
        cities: { by: 'path', name: '', values: [{ city: 'Омск', value: 'omsk' }] },
        rest_days: 14,
      },
    })
    expect(countOf('sample') + countOf('look') + countOf('run')).toBe(0)
  })

  it('retains its settings after another look', async () => {
    await visit('/profile/sources/one/edit')
    fireEvent.click(await screen.findByRole('button', { name: 'Осмотреть ещё раз' }))
    await findings()
    expect(kindOf('/tyres/*').checked).toBe(true)
    expect(kindOf('/tyre/*').checked).toBe(false)
    expect(typed('Списки')).toBe('/own/*')
    expect(typed('С чего начинать')).toContain('https://shop.ru/pages')
    expect(typed('Города')).toBe('Омск = omsk')
  })

  it('displays what is read on its page, which has neither files nor a key', async () => {
    await visit('/profile/sources/one')
    const facts = within(await screen.findByRole('region', { name: 'Настройка источника' }))
    expect(facts.getByText('страницы магазина')).toBeTruthy()
    expect(facts.getByText('/tyres/*, /own/*')).toBeTruthy()
    expect(facts.getByText(/^1\sс$/)).toBeTruthy()
    expect(facts.getByText('Омск')).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Загрузить файл' })).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Пусть поставщик присылает сам' })).toBeNull()
    press('Запустить сейчас')
    await waitFor(() => expect(lastOf('run')).toEqual({}))
  })

  it('is named as such in the list', async () => {
    await visit('/profile/sources')
    expect((await screen.findByText('страницы магазина')).closest('li')?.textContent).toContain('shop.ru')
  })
})
