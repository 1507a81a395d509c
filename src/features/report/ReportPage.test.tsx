import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { OFFLINE_MISS_HEADER, SAVED_AT_HEADER } from '../../../contract/worker/saved.ts'
import {
  address,
  anotherBackend,
  expectText,
  fill,
  goBack,
  open as openAddress,
  pricesServer,
  select,
} from '../../../tests/support/prices-app.tsx'
import { DAY } from '../../../tests/support/sample-prices.ts'
import { savedEntry, savedWorker } from '../../../tests/support/saved-worker.ts'
import { markAccepted } from '../../data/stored-session.ts'

const server = pricesServer()

const open = (report: string, query = '') => openAddress(`/export/${report}?date=${DAY}${query}`)
const results = () => screen.findByRole('grid', { name: 'Результаты' })
const market = () => screen.findByRole('grid', { name: /^Рынок/ })
const list = () => screen.findByRole('list', { name: 'Шины' })
const layout = (name: string) =>
  within(screen.getByRole('group', { name: 'Вид' })).getByRole('radio', { name })
const button = (name: string) => screen.findByRole('button', { name })
const next = async () => fireEvent.click(await button('Вперёд →'))
const apply = async () => fireEvent.click(await button('Применить'))
/** Returns the URLs of the requested list pages. */
const lists = () =>
  server.requests.filter(({ url }) => /\/api\/analytics\/\w+\?/.test(url)).map(({ url }) => new URL(url))

describe('ReportPage’s layout (specification 17.1 and 17.2)', () => {
  it('is the documents’ table until a person chooses, then the one in the link or last chosen for this report', async () => {
    await open('retail')
    await results()
    expect(layout('Таблица')).toBeChecked()
    fireEvent.click(layout('Рынок'))
    await market()
    await waitFor(() => expect(address()).toMatch(/view=market/))
    await open('retail')
    await market()
    await open('wholesale')
    await results()
    await open('retail')
    await market()
    await next()
    await waitFor(() => expect(address()).toMatch(/page=2.*view=market/))
    // A link takes precedence over the stored choice.
    await open('retail', '&view=list')
    await list()
  })

  it('changes between those in groups without a request, and stays for another page and other filters', async () => {
    await open('retail')
    await results()
    await screen.findByText('Шина 000')
    fireEvent.click(layout('Рынок'))
    await screen.findByRole('button', { name: /^Наши с конкурентами/ })
    const before = lists().filter(({ searchParams }) => searchParams.get('page') === '1').length
    fireEvent.click(layout('Список'))
    await list()
    expect(lists().filter(({ searchParams }) => searchParams.get('page') === '1')).toHaveLength(before)
    await next()
    expect(await screen.findByText(/^Страница 2 из 3/)).toBeVisible()
    await list()
    select(screen.getByLabelText('Бренд'), 'Zorki')
    await apply()
    expect(await screen.findByText(/^Страница 1 из 2/)).toBeVisible()
    await list()
  })

  it('returns by Back to the page that another order or a folded group has left', async () => {
    await open('retail', '&view=list&page=2')
    expect(await screen.findByText(/^Страница 2 из 3/)).toBeVisible()
    const [head] = await screen.findAllByRole('button', {
      expanded: true,
      name: /^(Наши с|Только у|Без таких)/,
    })
    fireEvent.click(head as HTMLElement)
    expect(await screen.findByText(/^Страница 1 из/)).toBeVisible()
    await waitFor(() => expect(address()).toMatch(/fold=/))
    expect(address()).not.toMatch(/page=/)
    await goBack()
    expect(await screen.findByText(/^Страница 2 из 3/)).toBeVisible()
    expect(address()).not.toMatch(/fold=/)
  })

  it('is offered as the market for one city, until a person has chosen', async () => {
    const offer = () => screen.queryByRole('button', { name: 'Показать рынок' })
    await open('retail')
    await results()
    expect(offer()).toBeNull()
    await open('retail', '&city=Томск')
    fireEvent.click(await button('Показать рынок'))
    await market()
    await open('retail', '&city=Омск')
    await market()
    fireEvent.click(layout('Таблица'))
    await results()
    expect(offer()).toBeNull()
  })
})

describe('the list of a report (specification 17.4)', () => {
  it('names the change of each price', async () => {
    const at = (retail: number) =>
      ['CARD1', 'CARD2'].map(
        (article) =>
          [
            { article, name: article },
            { city: 'Омск', retail, wholesale: retail, stock: 4 },
          ] as const,
      )
    for (const site of ['daikon.ru', 'l1.ru', 'l2.ru', 'l3.ru']) {
      await server.importPrices({ site, day: '2025-03-01', lines: at(5000) })
      await server.importPrices({ site, day: '2025-03-02', lines: at(5100) })
    }
    await openAddress('/export/price-changes?date=2025-03-02&view=list&sort=tyre')
    const list = within(await screen.findByRole('list', { name: 'Шины' }))
    await waitFor(() => expect(list.getAllByRole('listitem')[0]).toHaveTextContent('▲ 2,0 %'))
    expect(list.getAllByRole('img', { name: /выросла на 2,0/ })).toHaveLength(2)
    // Separated from the next text, for screen readers.
    expect(document.querySelector('.tyre-item-own')).toHaveTextContent(/ ▲ 2,0 % \S/)
  })
})

describe('ReportPage before a server that accepts one value per filter (specification 4.31)', () => {
  it('leaves out several values, and says so', async () => {
    server.use(
      http.get('/api/companion', async ({ request }) => {
        const { offers, ...rest } = (await (await server.forward(request)).json()) as { offers: string[] }
        return HttpResponse.json({ ...rest, offers: offers.filter((offer) => offer !== 'values') })
      }),
    )
    await open('retail', '&brand=Zorki&brand=Arktika&city=Томск')
    expect(
      await screen.findByText('Этот сервер принимает в фильтре только одно значение. Показаны все: Бренд.'),
    ).toBeVisible()
    expect([...(lists()[0]?.searchParams ?? [])]).toEqual([
      ['city', 'Томск'],
      ['date', DAY],
      ['page', '1'],
    ])
    await waitFor(() => expect(screen.getByLabelText('Бренд')).toBeEnabled())
    expect(screen.queryByRole('button', { name: 'Бренд: несколько значений' })).toBeNull()
  })
})

describe('the percent of proposals (specification 4.7 and 4.8)', () => {
  it.each(['5,5', '5.5'])('is five and a half for the input %s', async (typed) => {
    await openAddress('/export/proposals')
    const percent = await screen.findByLabelText('Процент (%)')
    fill(percent, typed)
    fireEvent.blur(percent)
    expect(percent).toHaveValue('5,5')
    await apply()
    await waitFor(() => expect(address()).toMatch(/percent=5\.5/))
  })

  it('changes by arrow keys in steps of 0.1, from 0 to 100', async () => {
    await openAddress('/export/proposals')
    const percent = await screen.findByLabelText('Процент (%)')
    fill(percent, '99,9')
    for (const value of ['100', '100']) {
      fireEvent.keyDown(percent, { key: 'ArrowUp' })
      expect(percent).toHaveValue(value)
    }
    fireEvent.keyDown(percent, { key: 'ArrowDown' })
    expect(percent).toHaveValue('99,9')
    fill(percent, 'пять')
    fireEvent.blur(percent)
    expect(percent).toHaveValue('')
  })
})

describe('a list that the server could not answer (specification 6.6)', () => {
  const message = 'Внутренняя ошибка сервера. Код ошибки: m56r8039h7x5'

  it('shows the server’s text with the code below the documents’ message', async () => {
    let failing = true
    server.use(
      http.get('/api/analytics/*', () => {
        return failing ? HttpResponse.json({ error: message }, { status: 500 }) : undefined
      }),
    )
    await open('retail')
    expect(await screen.findByText(message)).toBeVisible()
    expect(screen.getByText('Нет данных за выбранный период.')).toBeVisible()
    failing = false
    fireEvent.click(await button('Повторить'))
    await results()
    expect(screen.queryByText(message)).toBeNull()
  })

  it('shows no text of another failure', async () => {
    server.use(http.get('/api/analytics/*', () => HttpResponse.json({ error: message }, { status: 403 })))
    await open('retail')
    await expectText(() => document.body, 'Нет данных за выбранный период.')
    expect(screen.queryByText(message)).toBeNull()
  })
})

describe('the charts of 30 days (specification 4.29)', () => {
  const toggle = () => screen.findByRole('button', { name: 'Графики за 30 дней' })

  it('report a failure beside the rows', async () => {
    server.use(
      http.post('/api/companion/sparklines', () => HttpResponse.json({ error: 'нет' }, { status: 500 })),
    )
    await open('retail')
    fireEvent.click(await toggle())
    await expectText(() => document.body, 'Не удалось загрузить графики.')
    expect(screen.getByRole('button', { name: 'Повторить' })).toBeVisible()
    expect(screen.getByText('Шина 000')).toBeVisible()
  })

  it.each([
    ['market', '*/api/filters'],
    ['table', '*/api/companion'],
  ])('have their column from the first rows on: in %s, before %s has answered', async (view, path) => {
    localStorage.setItem('sparklines', 'on')
    const held = Promise.withResolvers<void>()
    server.use(
      http.get(path, async ({ request }) => {
        await held.promise
        return server.forward(request)
      }),
    )
    await open('retail', `&view=${view}`)
    expect(await screen.findAllByRole('columnheader', { name: /Медиана за 30 дней/ })).toHaveLength(1)
    held.resolve()
    await waitFor(() => expect(server.requests.some(({ url }) => url.endsWith('sparklines'))).toBe(true))
  })

  it('are absent before another backend, and not requested', async () => {
    server.use(anotherBackend())
    await open('retail')
    expect(await screen.findByText('Шина 000')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Графики за 30 дней' })).toBeNull()
    expect(server.requests.map(({ url }) => url).filter((url) => url.includes('/api/companion/'))).toEqual([])
  })
})

describe('ReportPage without a network', () => {
  /** Makes the server unreachable for the session's check, and lets all other answers pass as saved copies. */
  const goOffline = () => {
    markAccepted()
    const saved = async ({ request }: { request: Request }) => {
      const response = await server.forward(request)
      response.headers.set(SAVED_AT_HEADER, '2026-04-18T05:00:00.000Z')
      return response
    }
    server.use(
      http.all('/auth/*', () => HttpResponse.error()),
      http.all('/user/*', () => HttpResponse.error()),
      http.get('/api/analytics/*', saved),
      http.get('/api/filters', saved),
    )
  }
  const offline = () => screen.findByText('Нет связи с сервером. Показаны сохранённые данные.')

  it('leads from a page that is not saved to what is (specification 8.9)', async () => {
    savedWorker({ entries: [savedEntry('GET /api/filters', { kind: 'filters' })] })
    goOffline()
    server.use(
      http.get(
        '/api/analytics/*',
        () => new HttpResponse(null, { status: 504, headers: { [OFFLINE_MISS_HEADER]: '1' } }),
      ),
    )
    await open('retail')
    await offline()
    const all = await screen.findByRole('link', { name: 'Всё, что сохранено на устройстве' })
    expect(all).toHaveAttribute('href', '/profile/saved')
  })

  it('says once when the rows were saved, and the age of the options in the unfolded form (specification 8.8)', async () => {
    localStorage.removeItem('filters_stay')
    goOffline()
    await open('retail')
    await offline()
    await results()
    expect(screen.getAllByText(/^Сохранено/)).toHaveLength(1)
    fireEvent.click(await button('Изменить'))
    expect(screen.getAllByText(/^Сохранено/)).toHaveLength(2)
  })

  it('neither requests nor misses the charts (specification 4.29)', async () => {
    goOffline()
    await open('retail', '&view=market')
    await offline()
    await market()
    expect(await screen.findByRole('columnheader', { name: /Медиана за 30 дней/ })).toBeVisible()
    expect(server.requests.filter(({ url }) => url.endsWith('sparklines'))).toEqual([])
    expect(screen.queryByText('Не удалось загрузить графики.')).toBeNull()
  })
})

describe('the comparison of two days (specification 4.30)', () => {
  const at = (article: string, wholesale: number) =>
    [
      { article, name: `Шина ${article}` },
      { city: 'Тверь', wholesale, stock: 4 },
    ] as const
  const [then, between, day] = ['2026-03-16', '2026-03-17', '2026-03-18']
  const importDays = async () => {
    await server.importPrices({ site: 'days.ru', day: then, lines: [at('DAYS1', 1000), at('DAYS2', 700)] })
    await server.importPrices({ site: 'days.ru', day: between, lines: [at('DAYS1', 1100)] })
    await server.importPrices({ site: 'days.ru', day, lines: [at('DAYS1', 1200)] })
  }
  const compare = (query: string, of = day) => openAddress(`/export/price-changes?date=${of}${query}`)

  it('says why there is nothing to compare', async () => {
    await importDays()
    await compare('&compare=2025-01-01')
    expect(await screen.findByText('За 1 января 2025 г. цен нет: сравнить не с чем.')).toBeVisible()
    await expectText(() => document.body, 'Нет данных за выбранный период.')
    await compare(`&compare=${day}`)
    expect(await screen.findByText('Выбран один и тот же день: сравнивать не с чем.')).toBeVisible()
    await compare(`&compare=${then}&brand=Другой`)
    expect(await screen.findByText('Среди выбранного между этими днями ничего не изменилось.')).toBeVisible()
    await compare('&compare=nonsense&moved=up')
    expect(await screen.findByText('DAYS1')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Убрать сравнение' })).toBeNull()
  })

  it('names the sites without prices on one of the days', async () => {
    const alone = '2026-03-19'
    await importDays()
    await server.importPrices({ site: 'once.ru', day: between, lines: [at('DAYS1', 1000)] })
    await server.importPrices({ site: 'once.ru', day: alone, lines: [at('DAYS1', 1000)] })
    await compare(`&compare=${then}`, alone)
    expect(await screen.findByText('Ни у одного сайта нет цен за оба дня: сравнить нечего.')).toBeVisible()
    await compare(`&compare=${then}&site=days.ru`, alone)
    expect(await screen.findByText('У days.ru нет цен за один из этих дней: сравнить нечего.')).toBeVisible()
    await compare(`&compare=${between}`)
    expect(await screen.findByText('Без сайтов, у которых нет цен за один из дней: once.ru.')).toBeVisible()
    expect(await screen.findByText('DAYS1')).toBeVisible()
  })

  it('is neither requested nor displayed before another backend', async () => {
    await importDays()
    server.use(anotherBackend())
    await compare(`&compare=${then}&moved=up`)
    expect(await screen.findByText('DAYS1')).toBeVisible()
    expect(screen.queryByLabelText('Сравнить с')).toBeNull()
    expect(document.body).not.toHaveTextContent('По сравнению с')
    expect(lists().length).toBeGreaterThan(0)
    expect(lists().filter(({ search }) => search.includes('compare'))).toEqual([])
  })
})
