// Specification 2.16, 2.17, 21.7

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { GATEWAY_HEADER, SAVED_AT_HEADER } from '../../../../contract/worker/saved.ts'
import { stayInYear } from '../../../../tests/support/fixed-year.ts'
import { address, anotherBackend, open, pricesServer, select } from '../../../../tests/support/prices-app.tsx'

stayInYear(2026)

const server = pricesServer()

const TODAY = '/api/companion/today'
const FRESHNESS = '/api/companion/freshness'
const HELD = '/api/companion/sources/held'
const COVERAGE = '/api/companion/matching/coverage'

interface Summary {
  day: string | null
  own: object[]
  sites: object[]
  fallen?: object | null
}
/** Makes the server answer with its own summary, modified by these changes. */
const withToday = (changes: (today: Summary) => object) =>
  server.use(
    http.get(TODAY, async ({ request }) => {
      const today = (await (await server.forward(request)).json()) as Summary
      return HttpResponse.json({ ...today, ...changes(today) })
    }),
  )
const covered = (waiting: number) =>
  server.use(http.get(COVERAGE, () => HttpResponse.json({ version: 1, waiting, sites: [] })))
/** @param titles title of each source with a held run */
const waitingLists = (...titles: string[]) =>
  server.use(
    http.get(HELD, () =>
      HttpResponse.json({
        held: titles.map((title) => ({ source: `id ${title}`, title, day: '2026-04-18' })),
      }),
    ),
  )
const DAYS = ['2026-04-15', '2026-04-16', '2026-04-17', '2026-04-18']
/** @param last last day of each site */
const sitesUntil = (last: Record<string, string>) =>
  server.use(
    http.get(FRESHNESS, () =>
      HttpResponse.json({
        version: 1,
        days: DAYS,
        sites: Object.entries(last).map(([site, day]) => ({ site, first: DAYS[0], last: day, missing: [] })),
      }),
    ),
  )
const without = (...missing: string[]) =>
  server.use(
    http.get('/api/companion', async ({ request }) => {
      const companion = (await (await server.forward(request)).json()) as { offers: string[] }
      return HttpResponse.json({
        ...companion,
        offers: companion.offers.filter((one) => !missing.includes(one)),
      })
    }),
  )

const block = async () => within(await screen.findByRole('region', { name: 'Что решить' }))
/** Waits until every entry has a figure or an error, and returns their texts. */
async function entries(): Promise<string[]> {
  const list = await (await block()).findByRole('list')
  await waitFor(() => expect(list).toHaveAttribute('aria-busy', 'false'))
  return within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.replaceAll(/\s+/g, ' ').trim() ?? '')
}
const link = async (name: RegExp) => (await block()).getByRole('link', { name })

describe('Attention', () => {
  it('has a link for all that needs a decision, each with its number', async () => {
    withToday(({ own, sites }) => ({
      // Other test files may have imported earlier days of the own site.
      sites: [
        ...(sites as { site: string }[]).filter(({ site }) => site !== 'daikon.ru'),
        { site: 'daikon.ru', before: '2026-04-17', up: 1, down: 1 },
      ],
      own: own.map((one) => ({ ...one, above: 1717 })),
      fallen: { since: '2026-04-17', tyres: 43 },
    }))
    covered(212)
    waitingLists('Шины А')
    sitesUntil({
      'daikon.ru': '2026-04-18',
      'a.ru': '2026-04-15',
      'b.ru': '2026-04-17',
      'c.ru': '2026-04-16',
    })
    await open('/')
    expect(await entries()).toEqual([
      'Мы дороже медианы 1 717 Все города',
      'Цены упали у конкурентов 43 с 17 апр',
      'Ждут проверки 212 пары похожих шин',
      'Ждут решения 1 прайс-лист Шины А',
      'Нет прайса 3 b.ru, c.ru и ещё 1',
    ])
    expect((await block()).getAllByRole('link').map((one) => one.getAttribute('href'))).toEqual([
      '/export/retail?date=2026-04-18&view=market&only=dearer&sort=-market.percent',
      '/export/price-changes?date=2026-04-18&not.site=daikon.ru&compare=2026-04-17&moved=down&view=list',
      '/profile/matching',
      '/profile/sources/id%20%D0%A8%D0%B8%D0%BD%D1%8B%20%D0%90',
      '/profile/sources',
    ])
  })

  it('opens exactly the tyres whose prices fell at competitors', async () => {
    await open('/')
    await entries()
    fireEvent.click(await link(/^Цены упали у конкурентов 250/))
    expect(await screen.findByRole('button', { name: 'Подешевели 250', pressed: true })).toBeVisible()
  })

  it('counts the dear tyres of the city that the user compares', async () => {
    withToday(({ own }) => ({ own: own.map((one, i) => ({ ...one, above: i + 1 })) }))
    await open('/')
    expect((await entries())[0]).toBe('Мы дороже медианы 1 Все города')
    select(within(await screen.findByRole('region', { name: 'Наши цены' })).getByLabelText('Город'), 'Томск')
    expect((await entries())[0]).toMatch(/^Мы дороже медианы [2-9] Томск$/)
    fireEvent.click(await link(/^Мы дороже медианы/))
    await waitFor(() => expect(address()).toMatch(/in=Томск.*only=dearer/))
    expect(localStorage.getItem('market_city')).toBe('Томск')
  })

  it('says if there is nothing to decide, and links no zero', async () => {
    withToday(({ own }) => ({
      own: own.map((one) => ({ ...one, above: 0 })),
      fallen: { since: '2026-04-17', tyres: 0 },
    }))
    covered(0)
    sitesUntil({ 'daikon.ru': '2026-04-18', 'b.ru': '2026-04-18' })
    await open('/')
    expect(await entries()).toEqual([
      'Мы дороже медианы 0 Все города',
      'Цены упали у конкурентов 0 с 17 апр',
      'Ждут проверки 0 пары похожих шин',
      'Ждут решения 0 прайс-листы',
      'Нет прайса 0 есть у всех сайтов',
    ])
    expect(await (await block()).findByText('сегодня решать нечего')).toBeVisible()
    const list = within((await block()).getByRole('list'))
    expect(list.queryByRole('link')).toBeNull()
  })

  it('names what is missing instead of a number that nobody knows', async () => {
    withToday(() => ({ own: [], fallen: null }))
    await open('/')
    expect((await entries()).slice(0, 2)).toEqual([
      'Мы дороже медианы – наших цен для сравнения нет',
      'Цены упали у конкурентов – сравнить пока не с чем',
    ])
    expect((await block()).queryByText('сегодня решать нечего')).toBeNull()
  })

  it('has no figures before the first prices', async () => {
    withToday(() => ({ day: null, sites: [], own: [], fallen: null, moves: [], moved: [] }))
    server.use(http.get(FRESHNESS, () => HttpResponse.json({ version: 1, days: [], sites: [] })))
    await open('/')
    expect((await entries()).filter((one) => one.endsWith('– цен пока нет'))).toHaveLength(3)
  })

  it('leaves out falls that an older server does not count', async () => {
    withToday(() => ({ fallen: undefined }))
    await open('/')
    await waitFor(async () => expect((await entries()).join()).not.toContain('Цены упали'))
    expect(await entries()).toHaveLength(4)
  })

  it('says what could not be loaded, and tries that again', async () => {
    server.use(http.get(TODAY, () => HttpResponse.json({ error: 'Занято' }, { status: 500 }), { once: true }))
    await open('/')
    expect((await entries())[0]).toBe('Мы дороже медианы – Не загрузилось: Занято. Повторить')
    fireEvent.click((await block()).getByRole('button', { name: /^Мы дороже медианы.*Повторить$/ }))
    await waitFor(async () => expect((await entries())[0]).toBe('Мы дороже медианы 0 Все города'))
  })

  it('says when the figures were saved if a gateway answers instead of the server', async () => {
    server.use(
      http.get(TODAY, async ({ request }) =>
        HttpResponse.json((await (await server.forward(request)).json()) as object, {
          headers: { [SAVED_AT_HEADER]: '2026-04-18T05:00:00.000Z', [GATEWAY_HEADER]: '502' },
        }),
      ),
    )
    await open('/')
    expect(await (await block()).findByText('Сервер не отвечает (502)')).toBeVisible()
    expect((await block()).getByText(/^Сохранено/)).toBeVisible()
  })

  it('opens the list of sites without prices for others than administrators', async () => {
    without('sources')
    sitesUntil({ 'daikon.ru': '2026-04-18', 'a.ru': '2026-04-15', 'b.ru': '2026-04-17' })
    await open('/')
    await entries()
    const entry = (await block()).getByRole('button', { name: /^Нет прайса 2 b\.ru, a\.ru/ })
    const opener = (await block()).getByRole('button', { name: /^Цены 1 из 3 сайтов/ })
    fireEvent.click(entry)
    expect(opener).toHaveFocus()
    expect(opener).toHaveAttribute('aria-expanded', 'true')
    expect((await block()).getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'b.ru',
      'a.ru',
    ])
    fireEvent.click((await block()).getByRole('link', { name: 'b.ru' }))
    await waitFor(() => expect(address()).toBe('/export/all-prices?date=2026-04-17&site=b.ru'))
  })

  it('reserves room for as many entries as there were last', async () => {
    const room = async () =>
      (await screen.findByRole('region', { name: 'Что решить' })).style.getPropertyValue('--reserved')
    without('matching')
    await open('/')
    expect(await room()).toBe('5')
    expect(await entries()).toHaveLength(4)
    await open('/')
    expect(await room()).toBe('4')
  })
})

describe('the price lists that wait for a decision', () => {
  const entry = async () => (await entries())[3]

  it('are those of several sources: the link leads to the list', async () => {
    waitingLists('Шины А', 'Шины А', 'Шины Б', 'Шины В')
    await open('/')
    expect(await entry()).toBe('Ждут решения 4 прайс-листы Шины А, Шины Б и ещё 1')
    expect(await link(/^Ждут решения/)).toHaveAttribute('href', '/profile/sources')
  })

  it('are not requested for others than administrators', async () => {
    without('sources')
    await open('/')
    expect((await entries()).join()).not.toContain('Ждут решения')
    expect(server.requests.filter(({ url }) => url.includes(HELD))).toEqual([])
  })

  it('are not said to be none without a connection', async () => {
    server.use(http.get(HELD, () => HttpResponse.error(), { once: true }))
    await open('/')
    expect(await entry()).toBe('Ждут решения – Не загрузилось: Ошибка соединения с сервером. Повторить')
    fireEvent.click((await block()).getByRole('button', { name: /^Ждут решения.*Повторить$/ }))
    await waitFor(async () => expect(await entry()).toBe('Ждут решения 0 прайс-листы'))
  })
})

describe('the number of waiting pairs', () => {
  const requested = () => server.requests.filter(({ url }) => url.includes(COVERAGE)).length

  it('is requested when the page is idle', async () => {
    covered(5_002)
    let idle = () => {}
    vi.stubGlobal('requestIdleCallback', (callback: () => void) => {
      const before = idle
      idle = () => {
        before()
        callback()
      }
    })
    await open('/')
    await screen.findByRole('region', { name: 'Изменения цен' })
    expect(requested()).toBe(0)
    act(() => idle())
    expect((await entries())[2]).toBe('Ждут проверки 5 002 пары похожих шин')
  })

  it.each([
    ['the server fails', () => HttpResponse.json({ error: 'Занято' }, { status: 500 }), 'Занято'],
    ['there is no connection', () => HttpResponse.error(), 'Ошибка соединения с сервером'],
  ])('is not said to be 0 if %s', async (_, answer, reason) => {
    server.use(http.get(COVERAGE, answer))
    await open('/')
    expect((await entries())[2]).toBe(`Ждут проверки – Не загрузилось: ${reason}. Повторить`)
  })

  it('is neither requested nor displayed for other users', async () => {
    covered(212)
    without('matching')
    await open('/')
    expect((await entries()).join()).not.toContain('Ждут проверки')
    expect(requested()).toBe(0)
  })
})

describe('Attention before another backend (specification 2.16)', () => {
  const pageOf = (items: readonly object[]) =>
    server.use(
      anotherBackend(),
      http.get('/api/analytics/thresholdAnalyse', () => HttpResponse.json({ items })),
    )

  it('counts the first page of price changes, says so, and has nothing that only a companion knows', async () => {
    pageOf(
      [5, 4, 0, -3].map((diff_percent, i) => ({
        specifications: { article: `D${i}`, name: `Шина D${i}` },
        daykon_price: 5000,
        diff_percent,
        highlight: i === 0,
      })),
    )
    await open('/')
    expect(await entries()).toEqual([
      'Мы дороже медианы 2 по первой странице изменений',
      'Больше порога 1 по первой странице изменений',
    ])
    fireEvent.click(await link(/^Мы дороже медианы/))
    await waitFor(() => expect(address()).toMatch(/price-changes.*sort=-own\.diffPercent/))
  })

  it('knows no number if the day has no changes', async () => {
    pageOf([])
    await open('/')
    expect(await entries()).toEqual([
      'Мы дороже медианы – за сегодня изменений цен нет',
      'Больше порога – за сегодня изменений цен нет',
    ])
  })
})
