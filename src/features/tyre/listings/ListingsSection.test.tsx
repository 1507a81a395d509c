// Specification 21.2, 21.4, 21.6, 21.8

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { CompanionFeature } from '../../../../contract/companion.ts'
import { LISTING_CALLS } from '../../../../contract/matching/listing-calls.ts'
import { MATCHING_CALLS } from '../../../../contract/matching/matching-calls.ts'
import type { Line } from '../../../../tests/support/prices.ts'
import { expectText, fill, open, pricesServer } from '../../../../tests/support/prices-app.tsx'
import { DAY } from '../../../../tests/support/sample-prices.ts'

const server = pricesServer()
afterEach(() => {
  vi.useRealTimers()
})

const MATCHING = '/api/companion/matching'
const section = () => screen.findByRole('region', { name: 'Как её называют сайты' })
const noSection = () => screen.queryByRole('region', { name: 'Как её называют сайты' })
const items = async () => within(await section()).findAllByRole('listitem')
const item = async (site: string) => {
  await within(await section()).findByText(site)
  return (await items()).find((one) => within(one).queryByText(site)) as HTMLElement
}
/** Opens the actions of a site's listing, and returns their texts. */
async function actionsOf(site: string): Promise<string[]> {
  const button = within(await item(site)).getByRole('button', { name: new RegExp(`^Действия: ${site}`) })
  fireEvent.click(button)
  const actions = within(within(await item(site)).getByRole('group'))
    .getAllByRole('button')
    .map(({ textContent }) => textContent ?? '')
  fireEvent.click(button)
  return actions
}
async function choose(site: string, action: string): Promise<void> {
  const within_ = within(await item(site))
  fireEvent.click(within_.getByRole('button', { name: new RegExp(`^Действия: ${site}`) }))
  fireEvent.click(within_.getByRole('button', { name: action }))
}
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const matchingCalls = () =>
  server.requests
    .map(({ method, url }) => `${method} ${new URL(url).pathname}`)
    .filter((call) => call.includes(MATCHING))
const isFocused = async () =>
  waitFor(async () => expect(within(await section()).getByRole('heading')).toHaveFocus())

/** Makes the server offer all but these features. */
const without = (...features: CompanionFeature[]) =>
  server.use(
    http.get('/api/companion', async ({ request }) => {
      const companion = (await (await server.forward(request)).json()) as { offers: CompanionFeature[] }
      return HttpResponse.json({
        ...companion,
        offers: companion.offers.filter((offer) => !features.includes(offer)),
      })
    }),
  )

const listing = (id: number, site: string, over: object = {}) => ({
  id,
  site,
  own: false,
  name: `Шина у ${site}`,
  brand: 'Arktika',
  article: '',
  code: '',
  gtin: '',
  price: 5000,
  stock: 4,
  first_day: '2026-03-01',
  last_day: DAY,
  how: 'article',
  score: null,
  since: '2026-03-12T09:00:00.000Z',
  excluded: '',
  ...over,
})
/** Answers with these listings of T2. */
const answers = (get: () => object[]) =>
  server.use(
    http.get(`${MATCHING}/tyres/T2`, () => HttpResponse.json({ version: 1, tyre: 77, listings: get() })),
  )
const TWO = [
  listing(1, 'daikon.ru', { own: true, how: 'own', article: 'T2' }),
  listing(2, 'b.ru', { how: 'description', score: 0.8299, code: '777', gtin: '4601234567893' }),
]
const CARD = `/tyre/T2?date=${DAY}`

describe('ListingsSection (specification 21.6)', () => {
  it('names each site’s listing, its numbers, and how and since when it was matched', async () => {
    answers(() => [...TWO, listing(3, 'c.ru', { how: 'person', excluded: 'ошибка сайта' })])
    await open(CARD)
    await expectText(() => noSection(), 'b.ru')
    const year = new Date().getFullYear() === 2026 ? '' : ' 2026'
    expect(await item('daikon.ru')).toHaveTextContent(
      `daikon.ruнаш сайтпервое предложение этой шины · с 12 мар${year}Шина у daikon.ruартикул T2`,
    )
    expect(await item('b.ru')).toHaveTextContent(
      `b.ruописание, 82 % · с 12 мар${year}Шина у b.ruкод 777 · EAN 4601234567893`,
    )
    expect(await item('c.ru')).toHaveTextContent('Не сравнивается: ошибка сайта')
    expect(await item('c.ru')).toHaveAttribute('data-excluded')
    expect(await item('b.ru')).not.toHaveAttribute('data-excluded')
  })

  it('folds the offers of tyres that are not new, with their prices', async () => {
    const used = listing(3, 'c.ru', { excluded: 'б/у', price: 2100 })
    answers(() => [...TWO, used, listing(4, 'd.ru', { excluded: 'уценка', price: null })])
    await open(CARD)
    await expectText(() => noSection(), 'б/у и уценка: 2 предложения')
    const apart = within((await section()).querySelector('details') as HTMLElement)
    expect(apart.getAllByRole('listitem', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('б/у: 2\u00a0100\u00a0₽'),
      expect.stringContaining('уценка: цены сейчас нет'),
    ])
  })

  it('is fetched once it comes into view', async () => {
    let show: (() => void)[] = []
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        readonly #report: (entries: object[]) => void
        #isOurs = false
        constructor(report: (entries: object[]) => void) {
          this.#report = report
        }
        observe(element: Element) {
          this.#isOurs = element.matches('section')
          if (this.#isOurs) show.push(() => this.#report([{ isIntersecting: true }]))
        }
        disconnect() {}
      },
    )
    await open(CARD)
    await section()
    await screen.findByText('Наша цена 1-я из 2', { exact: false })
    expect(matchingCalls()).toEqual([])
    for (const one of show) one()
    show = []
    await item('b.ru')
    expect(matchingCalls()).toEqual([`GET ${MATCHING}/tyres/T2`])
  })

  it('is missing, without a call, if the server does not offer listings', async () => {
    without('listings', 'matching')
    await open(`/tyre/T2?date=${DAY}&city=${encodeURIComponent('Томск')}`)
    fireEvent.click((await screen.findAllByText('1 602', { selector: 'button' }))[0] as HTMLElement)
    await screen.findByRole('region', { name: /^Почему/ })
    await screen.findByRole('region', { name: 'История цен' })
    expect(noSection()).toBeNull()
    expect(matchingCalls()).toEqual([])
  })

  it('says that no site is matched yet', async () => {
    answers(() => [])
    await open(CARD)
    await expectText(() => noSection(), 'Сайты этой шины ещё не сопоставлены.')
  })

  it.each([
    [
      'offline',
      () => HttpResponse.error(),
      'Нет связи с сервером: названия у сайтов не хранятся на устройстве.',
    ],
    ['after a gateway’s answer', () => new HttpResponse('', { status: 502 }), 'Нет связи с сервером'],
    [
      'after an error',
      () => HttpResponse.json({ error: 'Занято' }, { status: 500 }),
      'Не удалось загрузить названия у сайтов. Занято',
    ],
    [
      'after an unreadable answer',
      () => HttpResponse.html('<!doctype html><title>Вход</title>'),
      'Не удалось загрузить названия у сайтов. Ответ сервера не распознан.',
    ],
  ])('offers to try again %s', async (_, answer, words) => {
    server.use(http.get(`${MATCHING}/tyres/T2`, answer, { once: true }))
    await open(CARD)
    await expectText(() => noSection(), words)
    fireEvent.click(within(await section()).getByRole('button', { name: 'Повторить' }))
    await item('b.ru')
    expect(await section()).not.toHaveTextContent(words)
  })
})

describe('ListingsSection for analysts (specification 21.4)', () => {
  const at = (article: string, retail: number): Line => [
    { article, name: `Шина ${article}`, brand: 'Zorki' },
    { city: 'Омск', retail, stock: 4 },
  ]
  const importBoth = async (article: string, day: string) => {
    await server.importPrices({ site: 'daikon.ru', day, lines: [at(article, 5000)] })
    await server.importPrices({ site: `${article.toLowerCase()}.ru`, day, lines: [at(article, 5400)] })
  }

  it('detaches a listing, whose prices leave the card, and undoes that', async () => {
    await importBoth('DETACH1', '2026-02-20')
    await open('/tyre/DETACH1?date=2026-02-20')
    await expectText(() => screen.getByRole('article'), 'Наша цена 1-я из 2')
    expect(await actionsOf('detach1.ru')).toEqual(['Это другая шина', 'Не сравнивать…'])
    await choose('detach1.ru', 'Это другая шина')
    await expectText(() => screen.getByRole('article'), 'Других цен нет.')
    await waitFor(async () => expect(within(await section()).queryByText('detach1.ru')).toBeNull())
    await isFocused()
    expect(await actionsOf('daikon.ru')).toEqual(['Не сравнивать…'])
    fireEvent.click(await screen.findByRole('button', { name: 'Отменить: detach1.ru: теперь другая шина' }))
    await item('detach1.ru')
    await expectText(() => screen.getByRole('article'), 'Наша цена 1-я из 2')
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Отменить/ })).toBeNull())
    await isFocused()
  })

  it('leaves a listing out of the figures with a reason, and takes it in again', async () => {
    await importBoth('EXCL1', '2026-02-21')
    await open('/tyre/EXCL1?date=2026-02-21')
    await choose('excl1.ru', 'Не сравнивать…')
    const excluding = await dialog('Не сравнивать цены excl1.ru')
    const submit = () => excluding.getByRole('button', { name: 'Не сравнивать' })
    expect(submit()).toHaveAttribute('aria-disabled', 'true')
    for (const words of ['год выпуска', 'б/у', 'с диском']) {
      fireEvent.click(excluding.getByRole('button', { name: words }))
      expect(excluding.getByLabelText('Причина')).toHaveValue(words)
    }
    fill(excluding.getByLabelText('Причина'), ' шина 2019 года ')
    fireEvent.submit(excluding.getByLabelText('Причина').closest('form') as HTMLElement)
    await waitFor(async () =>
      expect(await item('excl1.ru')).toHaveTextContent('Не сравнивается: шина 2019 года'),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expectText(() => screen.getByRole('article'), 'Других цен нет.')
    await choose('excl1.ru', 'Сравнивать снова')
    await waitFor(async () => expect(await item('excl1.ru')).not.toHaveTextContent('Не сравнивается'))
    await expectText(() => screen.getByRole('article'), 'Наша цена 1-я из 2')
  })

  it('announces each action instead of the one before', async () => {
    let current = TWO
    const status = async () => within(await section()).getByRole('status')
    answers(() => current)
    server.use(
      http.post(`${MATCHING}/listings/2/detach`, () => HttpResponse.json({ id: 5 })),
      http.post(`${MATCHING}/decisions/5/undo`, () => HttpResponse.json({ id: 5 })),
      http.post(`${MATCHING}/listings/2/exclude`, () => {
        current = [TWO[0] as object, listing(2, 'b.ru', { excluded: 'б/у' })] as typeof TWO
        return HttpResponse.json({ id: 6 })
      }),
    )
    await open(CARD)
    await choose('b.ru', 'Это другая шина')
    await waitFor(async () => expect(await status()).toHaveTextContent('b.ru: теперь другая шина'))
    fireEvent.click(await screen.findByRole('button', { name: /^Отменить/ }))
    await waitFor(async () => expect(await status()).toHaveTextContent('Отменено'))
    await choose('b.ru', 'Не сравнивать…')
    const excluding = await dialog('Не сравнивать цены b.ru')
    fill(excluding.getByLabelText('Причина'), 'б/у')
    fireEvent.submit(excluding.getByLabelText('Причина').closest('form') as HTMLElement)
    await waitFor(async () => expect(await status()).toHaveTextContent('b.ru: не сравнивается'))
  })

  it('asks before it detaches our own listing', async () => {
    let detached = 0
    answers(() => TWO)
    server.use(
      http.post(`${MATCHING}/listings/1/detach`, () => {
        detached += 1
        return HttpResponse.json({ id: 5 })
      }),
    )
    await open(CARD)
    await choose('daikon.ru', 'Это другая шина')
    const asking = await dialog('Убрать нашу цену с этой карточки?')
    expect(asking.getByText(/^«Шина у daikon\.ru» на daikon\.ru станет отдельной шиной/)).toBeVisible()
    fireEvent.click(asking.getByRole('button', { name: 'Отмена' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(detached).toBe(0)
    await choose('daikon.ru', 'Это другая шина')
    fireEvent.click(
      (await dialog('Убрать нашу цену с этой карточки?')).getByRole('button', { name: 'Это другая шина' }),
    )
    await screen.findByRole('button', { name: 'Отменить: daikon.ru: теперь другая шина' })
    expect(detached).toBe(1)
  })

  it('shows a refusal in the dialog, and keeps the reason', async () => {
    answers(() => TWO)
    server.use(
      http.post(`${MATCHING}/listings/2/exclude`, () =>
        HttpResponse.json({ error: 'Такого предложения больше нет.' }, { status: 404 }),
      ),
    )
    await open(CARD)
    await choose('b.ru', 'Не сравнивать…')
    const excluding = await dialog('Не сравнивать цены b.ru')
    fill(excluding.getByLabelText('Причина'), 'б/у')
    fireEvent.submit(excluding.getByLabelText('Причина').closest('form') as HTMLElement)
    expect(await excluding.findByRole('alert')).toHaveTextContent('Такого предложения больше нет.')
    expect(excluding.getByLabelText('Причина')).toHaveValue('б/у')
  })

  it('shows why an undoing was refused, and fetches the listings again', async () => {
    let current = TWO
    answers(() => current)
    server.use(
      http.post(`${MATCHING}/listings/2/detach`, () => {
        current = TWO.slice(0, 1)
        return HttpResponse.json({ id: 5 })
      }),
      http.post(`${MATCHING}/decisions/5/undo`, () => {
        current = [...TWO, listing(3, 'c.ru')]
        return HttpResponse.json({ error: 'Это решение уже отменено.' }, { status: 409 })
      }),
    )
    await open(CARD)
    await choose('b.ru', 'Это другая шина')
    await isFocused()
    fireEvent.click(await screen.findByRole('button', { name: /^Отменить/ }))
    expect(await within(await section()).findByRole('alert')).toHaveTextContent('Это решение уже отменено.')
    await item('c.ru')
  })

  it('reports that there is no connection, and keeps the listings', async () => {
    answers(() => TWO)
    server.use(http.post(`${MATCHING}/listings/2/detach`, () => HttpResponse.error()))
    await open(CARD)
    await choose('b.ru', 'Это другая шина')
    expect(await within(await section()).findByRole('alert')).toHaveTextContent(
      'Ошибка соединения с сервером',
    )
    expect(matchingCalls().filter((call) => call.startsWith('GET'))).toHaveLength(1)
    await item('b.ru')
    expect(screen.queryByRole('button', { name: /^Отменить/ })).toBeNull()
  })
})

describe('AddSiteDialog (specification 21.6)', () => {
  const found = [listing(2, 'b.ru'), listing(8, 'c.ru', { name: 'Polar 17', price: null, code: '55' })]
  const searches = () =>
    server.requests.flatMap(({ url }) => {
      const { pathname, searchParams } = new URL(url)
      return pathname === LISTING_CALLS.search.path ? [searchParams.get('search')] : []
    })
  async function search(text: string) {
    fireEvent.click(await within(await section()).findByRole('button', { name: 'Добавить сайт' }))
    const adding = await dialog('Добавить сайт')
    fill(adding.getByRole('searchbox'), text)
    return adding
  }

  it('searches after a pause from two letters on, and attaches the found listing', async () => {
    let current = TWO
    const sent: unknown[] = []
    answers(() => current)
    server.use(
      http.get(LISTING_CALLS.search.path, () => HttpResponse.json({ version: 1, listings: found })),
      http.post(MATCHING_CALLS.decide.path, async ({ request }) => {
        sent.push(await request.json())
        current = [...TWO, listing(8, 'c.ru', { how: 'person' })]
        return HttpResponse.json({ id: 9 })
      }),
      http.post(`${MATCHING_CALLS.decide.path}/9/undo`, () => {
        current = TWO
        return HttpResponse.json({ id: 9 })
      }),
    )
    await open(CARD)
    const adding = await search('')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fill(adding.getByRole('searchbox'), ' p ')
    expect(adding.getByText('Введите хотя бы две буквы или цифры.')).toBeVisible()
    act(() => vi.advanceTimersByTime(300))
    fill(adding.getByRole('searchbox'), 'po')
    act(() => vi.advanceTimersByTime(299))
    fill(adding.getByRole('searchbox'), ' polar 17 ')
    // A search that had begun would have been recorded before this answer.
    await fetch(new URL('/api/companion', location.href))
    expect(searches()).toEqual([])
    act(() => vi.advanceTimersByTime(300))
    vi.useRealTimers()
    const list = within(await adding.findByRole('list'))
    const add = await list.findByRole('button', { name: 'Добавить: c.ru, Polar 17' })
    expect(searches()).toEqual(['polar 17'])
    // The tyre has the other found listing already.
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'c.ruцены нетPolar 17код 55Добавить',
    ])
    fireEvent.click(add)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent).toEqual([{ listing: 8, tyre: 77, decision: 'same' }])
    await item('c.ru')
    fireEvent.click(screen.getByRole('button', { name: 'Отменить: c.ru: добавлено' }))
    await waitFor(async () => expect(within(await section()).queryByText('c.ru')).toBeNull())
  })

  it('attaches a second listing of a site only after a confirmation', async () => {
    const sent: object[] = []
    answers(() => TWO)
    server.use(
      http.get(LISTING_CALLS.search.path, () =>
        HttpResponse.json({ version: 1, listings: [listing(8, 'b.ru', { name: 'Polar XL' })] }),
      ),
      http.post(MATCHING_CALLS.decide.path, async ({ request }) => {
        const body = (await request.json()) as { shared?: boolean }
        sent.push(body)
        return body.shared
          ? HttpResponse.json({ id: 9 })
          : HttpResponse.json({ error: 'На этой шине уже есть предложение сайта b.ru.' }, { status: 409 })
      }),
    )
    await open(CARD)
    const adding = await search('polar')
    fireEvent.click(await adding.findByRole('button', { name: /^Добавить: b\.ru/ }))
    const asking = await dialog('Второе предложение сайта?')
    expect(asking.getByText(/^На этой шине уже есть предложение сайта b\.ru\./)).toBeVisible()
    expect(sent).toHaveLength(1)
    fireEvent(screen.getByRole('dialog', { name: 'Второе предложение сайта?' }), new Event('close'))
    fireEvent.click(await (await dialog('Добавить сайт')).findByRole('button', { name: /^Добавить: b\.ru/ }))
    fireEvent.click((await dialog('Второе предложение сайта?')).getByRole('button', { name: 'Назад' }))
    fireEvent.click(await (await dialog('Добавить сайт')).findByRole('button', { name: /^Добавить: b\.ru/ }))
    fireEvent.click(
      (await dialog('Второе предложение сайта?')).getByRole('button', { name: 'Добавить второе' }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent.at(-1)).toEqual({ listing: 8, tyre: 77, decision: 'same', shared: true })
  })

  it('shows another refusal without a question', async () => {
    answers(() => TWO)
    server.use(
      http.get(LISTING_CALLS.search.path, () => HttpResponse.json({ version: 1, listings: found })),
      http.post(MATCHING_CALLS.decide.path, () =>
        HttpResponse.json({ error: 'Уже решено (anna): другая шина.' }, { status: 409 }),
      ),
    )
    await open(CARD)
    const adding = await search('polar')
    fireEvent.click(await adding.findByRole('button', { name: /^Добавить: c\.ru/ }))
    expect(await adding.findByRole('alert')).toHaveTextContent('Уже решено (anna): другая шина.')
  })

  it('says that nothing was found, or that the search failed', async () => {
    answers(() => TWO)
    server.use(
      http.get(LISTING_CALLS.search.path, () =>
        HttpResponse.json({ version: 1, listings: found.slice(0, 1) }),
      ),
    )
    await open(CARD)
    const adding = await search('nothing')
    expect(await adding.findByText('Ничего не нашлось.')).toBeVisible()
    server.use(http.get(LISTING_CALLS.search.path, () => HttpResponse.error(), { once: true }))
    fill(adding.getByRole('searchbox'), 'polar')
    expect(await adding.findByRole('alert')).toHaveTextContent('Ошибка соединения с сервером')
    fireEvent.click(adding.getByRole('button', { name: 'Повторить' }))
    expect(await adding.findByText('Ничего не нашлось.')).toBeVisible()
  })
})

describe('ListingsSection for other users (specification 21.2)', () => {
  it('only reports a match', async () => {
    without('matching')
    answers(() => TWO)
    let reported = 0
    server.use(
      http.post(`${MATCHING}/listings/2/report`, () => {
        reported += 1
        return HttpResponse.json({ message: 'Передано на проверку' })
      }),
    )
    await open(CARD)
    expect(await actionsOf('b.ru')).toEqual(['Сообщить: это другая шина'])
    expect(screen.queryByRole('button', { name: 'Добавить сайт' })).toBeNull()
    await choose('b.ru', 'Сообщить: это другая шина')
    const asking = await dialog('Сообщить, что это другая шина?')
    expect(reported).toBe(0)
    fireEvent.click(asking.getByRole('button', { name: 'Сообщить' }))
    await waitFor(async () => expect(await item('b.ru')).toHaveTextContent('Сообщено'))
    expect(reported).toBe(1)
    expect(within(await item('b.ru')).queryByRole('button')).toBeNull()
    expect(within(await section()).getByRole('status')).toHaveTextContent('b.ru: сообщено')
  })
})
