// Specification 21.10

import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ModelLine, QueuePair } from '../../../contract/matching/match-queue.ts'
import { cabinetServer, held, offering, refusal, visit } from '../../../tests/support/cabinet.tsx'
import {
  coverageAnswer,
  lineAnswer,
  listingAnswer,
  pairAnswer,
} from '../../../tests/support/matching-answers.ts'
import { preferences } from '../../lib/preferences.ts'
import { isSequenceTyped } from '../../ui/single-keys.ts'

const server = cabinetServer()

const PAGE = '/profile/matching'
const ROOT = '/api/companion/matching'

/** Undecided pairs of the server, as it would leave out decided ones. */
let open: QueuePair[]
let lines: ModelLine[]
/** Path and body of each changing request. */
let sent: [string, unknown][]
let nextId = 1

beforeEach(() => {
  open = [1, 2, 3].map((id) => pairAnswer(id))
  lines = [lineAnswer('Ice Guard'), lineAnswer('Snow Fox')]
  sent = []
  nextId = 1
  server.use(
    offering('security', 'matching'),
    http.get(`${ROOT}/queue`, ({ request }) => {
      const query = new URL(request.url).searchParams
      const skip = new Set(query.get('skip')?.split(','))
      const pairs = open.filter(({ listing, tyre }) => !skip.has(`${listing.id}:${tyre.id}`))
      return HttpResponse.json({
        version: 1,
        pairs: pairs.slice(0, Number(query.get('limit'))),
        waiting: open.length,
      })
    }),
    http.get(`${ROOT}/coverage`, () => HttpResponse.json(coverageAnswer)),
    http.get(`${ROOT}/lines`, () => HttpResponse.json({ version: 1, lines })),
  )
  decisionsAnswer()
})

/** Answers changing requests; by default decisions are accepted. */
function decisionsAnswer(
  answer: (path: string, body: unknown) => Response | Promise<Response> | undefined = () => undefined,
) {
  server.use(
    http.post(`${ROOT}/:rest+`, async ({ request }) => {
      const path = new URL(request.url).pathname.slice(ROOT.length)
      const body = (await request.json()) as { listing: number; tyre: number; decision: string }
      sent.push([path, body])
      const given = await answer(path, body)
      if (given) return given
      if (path.startsWith('/batches/')) return HttpResponse.json({ batch: 'b-1', decided: 34, refused: 0 })
      if (path.endsWith('/undo')) return HttpResponse.json({ id: Number(path.split('/')[2]) })
      open = open.filter(
        ({ listing, tyre }) =>
          listing.id !== body.listing || (body.decision === 'different' && tyre.id !== body.tyre),
      )
      return HttpResponse.json({ id: nextId++ })
    }),
  )
}

const key = (code: string, over: KeyboardEventInit = {}, target: Element = document.body) =>
  fireEvent.keyDown(target, { code, bubbles: true, ...over })
const pressY = () => key('KeyY')
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const pair = () => screen.getByRole('article', { name: 'Пара на решение' })
/** Number of the displayed pair. */
const shown = () => Number(/Ice (\d+)/.exec(pair().textContent ?? '')?.[1])
const displayed = async (id: number) => {
  await screen.findByRole('article')
  await waitFor(() => expect(shown()).toBe(id))
}
const openPage = async () => {
  const visited = await visit(PAGE)
  await displayed(open[0]?.listing.id as number)
  return visited
}
const counts = () => document.querySelector('.queue-counts')?.textContent
const alertText = async () => (await screen.findByRole('alert')).textContent

describe('page of matching (specification 21.10)', () => {
  it('is an entry of the cabinet', async () => {
    const { addresses } = await visit('/profile/account')
    const sidebar = within(await screen.findByRole('navigation', { name: 'Личный кабинет' }))
    fireEvent.click(await sidebar.findByRole('link', { name: 'Сопоставление' }))
    await screen.findByRole('heading', { level: 1, name: 'Сопоставление' })
    expect(addresses.at(-1)).toBe(PAGE)
    await expect.poll(() => document.title).toBe('Сопоставление')
  })

  it('is not available where the server does not offer it, and makes no call', async () => {
    server.use(offering('security'))
    const { addresses } = await visit(PAGE)
    await waitFor(() => expect(addresses.at(-1)).toBe('/profile/account'))
    expect(server.calls(`GET ${ROOT}`)).toEqual([])
  })

  it('redirects an unknown section to the queue', async () => {
    const { addresses } = await visit(`${PAGE}/nowhere`)
    await displayed(1)
    expect(addresses.at(-1)).toBe(PAGE)
  })
})

describe('displayed pair (specification 21.10)', () => {
  it('has both sides, the prices with their distance, and the reasons in words', async () => {
    open = [
      pairAnswer(1, {
        listing: listingAnswer(1, { article: 'AB-1', gtin: '4900000000001' }),
        conflict: 'size',
        tyre: {
          ...pairAnswer(1).tyre,
          article: 'AB-1',
          listings: [
            listingAnswer(2, {
              site: 'own.ru',
              own: true,
              name: 'Arktika Ice 1 205/55R16 95T',
              article: 'AB-1',
              price: 5000,
            }),
            listingAnswer(3, { site: 'third.ru', name: 'Ice one', price: 4900 }),
          ],
        },
      }),
    ]
    await openPage()
    const side = (name: string) => within(pair()).getByRole('region', { name }).textContent
    expect(side('Предложение')).toMatch(/^shop\.ru5\s300\s₽Arktika Ice 1 205\/55 R16 94T \(отличается: 94\)/)
    expect(side('Предложение')).toMatch(
      /Остаток4\sшт\.Известно47 дней, с 3 мар.*АртикулAB-1 ✓ тот жеКодC-1EAN4900000000001$/,
    )
    expect(side('Шина')).toMatch(/^own\.ruнаш сайт5\s000\s₽/)
    expect([...pair().querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['94', '95'])
    expect(pair().querySelector('.pair-gap')?.textContent).toBe('+6\u00a0% дороже')
    expect(pair().textContent).toMatch(/похоже на 87\s%/)
    expect(pair().textContent).toContain('Артикул тот же, но размер другой')
    const reasons = within(within(pair()).getByRole('list', { name: 'Что за и что против' }))
    expect(reasons.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      '✕Индекс: 94T против 95T',
      '?Шипы: у предложения нет данных, у шины — есть',
      '✓Модель: одинаково — iG55',
    ])
    const others = within(pair()).getByRole('region', { name: 'Эта шина на других сайтах' })
    expect(others.textContent).toMatch(/third\.ruIce one4\s900\s₽/)
    expect(others.textContent).not.toContain('own.ru')
  })

  it('warns that the listing is matched elsewhere, with a link, and announces all warnings', async () => {
    const current = { key: 'B-7', name: 'Polar 17', sites: ['b.ru', 'c.ru'] }
    open = [pairAnswer(1, { current, taken: true, conflict: 'size' })]
    await openPage()
    const warnings = [
      'Артикул тот же, но размер другой',
      'На этой шине уже есть предложение этого сайта',
      'Сейчас сопоставлено с «Polar 17» (b.ru, c.ru)',
    ]
    const list = pair().querySelector('.pair-warnings') as HTMLElement
    expect([...list.children].map(({ textContent }) => textContent)).toEqual(warnings)
    expect(within(list).getByRole('link', { name: 'Polar 17' }).getAttribute('href')).toBe('/tyre/B-7')
    const announced = screen.getByRole('status', { name: 'Новая пара' }).textContent
    expect(announced?.endsWith(warnings.join('. '))).toBe(true)
  })

  it.each([
    ['no other site has the listing’s tyre', { current: null }],
    ['the server does not say', {}],
  ])('has no warning if %s', async (_, over) => {
    open = [pairAnswer(1, over)]
    await openPage()
    expect(pair().querySelector('.pair-warnings')).toBeNull()
  })

  it('is displayed also for a tyre without listings and prices', async () => {
    const { tyre } = pairAnswer(1)
    open = [
      pairAnswer(1, {
        listing: listingAnswer(1, { price: null, stock: null }),
        tyre: { ...tyre, listings: [] },
      }),
    ]
    await openPage()
    expect(pair().textContent).toContain('нет цены')
    expect(pair().textContent).toContain('Цены не сравнить')
  })
})

describe('decisions about pairs (specification 21.10)', () => {
  it('take one key, take effect at once, and are sent in order', async () => {
    const first = held()
    decisionsAnswer((_, body) => ((body as { listing: number }).listing === 1 ? first.answer() : undefined))
    await openPage()
    expect(counts()).toBe('осталось 3решено за сессию 0')
    pressY()
    await displayed(2)
    key('KeyN')
    await displayed(3)
    expect(counts()).toBe('осталось 1решено за сессию 2')
    await waitFor(() => expect(sent).toHaveLength(1))
    await first.release(HttpResponse.json({ id: 7 }))
    await waitFor(() =>
      expect(sent).toEqual([
        ['/decisions', { listing: 1, tyre: 101, decision: 'same' }],
        ['/decisions', { listing: 2, tyre: 102, decision: 'different' }],
      ]),
    )
  })

  it('can be made with the buttons, which keep the focus', async () => {
    await openPage()
    const button = screen.getByRole('button', { name: 'Другая шина' })
    button.focus()
    fireEvent.click(button)
    await displayed(2)
    expect(document.activeElement).toBe(button)
    press('Та же шина')
    await displayed(3)
    await waitFor(() =>
      expect(sent.map(([, body]) => (body as { decision: string }).decision)).toEqual(['different', 'same']),
    )
  })

  it('bring the pair back with an alert if they cannot be saved', async () => {
    decisionsAnswer((_, body) =>
      (body as { listing: number }).listing === 1 ? refusal('База данных не отвечает', 500) : undefined,
    )
    await openPage()
    pressY()
    expect(await alertText()).toMatch(
      /Решение не сохранено, пара вернулась в очередь: Arktika Ice 1 .*База данных не отвечает/,
    )
    // The pair on screen is not replaced under the person's fingers: the returned one follows it.
    expect(shown()).toBe(2)
    expect(counts()).toBe('осталось 3решено за сессию 0')
    pressY()
    await displayed(1)
    expect(screen.getByRole('alert').textContent).toContain('Решение не сохранено')
    fireEvent.click(screen.getByRole('button', { name: 'Закрыть сообщение' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('name the missing connection', async () => {
    decisionsAnswer(() => HttpResponse.error())
    await openPage()
    pressY()
    expect(await alertText()).toContain('Ошибка соединения с сервером')
  })

  it('display that another person has decided, and keep the next pair', async () => {
    decisionsAnswer((_, body) =>
      (body as { listing: number }).listing === 1
        ? refusal('Уже решено (anna): другая шина.', 409)
        : undefined,
    )
    await openPage()
    pressY()
    expect(await alertText()).toBe('Arktika Ice 1 205/55 R16 94T. Уже решено (anna): другая шина.')
    expect(shown()).toBe(2)
    expect(counts()).toBe('осталось 2решено за сессию 0')
    key('KeyN')
    await displayed(3)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('settle the other pairs of a listing that was matched', async () => {
    open = [pairAnswer(1), pairAnswer(1, { tyre: { ...pairAnswer(2).tyre, id: 555 } }), pairAnswer(3)]
    await openPage()
    pressY()
    await displayed(3)
    expect(counts()).toContain('осталось 1')
    key('KeyZ')
    await displayed(1)
    key('KeyN')
    await waitFor(() => expect(pair().textContent).toContain('Ice 2'))
  })

  it('ask for a confirmation if the tyre has another listing of the site', async () => {
    open = [pairAnswer(1, { taken: true }), pairAnswer(2)]
    await openPage()
    expect(pair().textContent).toContain('На этой шине уже есть предложение этого сайта')
    pressY()
    const dialog = within(await screen.findByRole('dialog'))
    key('KeyN')
    expect(shown()).toBe(1)
    fireEvent.click(dialog.getByRole('button', { name: 'Отмена' }))
    expect(sent).toEqual([])
    pressY()
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Та же шина' }))
    await displayed(2)
    await waitFor(() =>
      expect(sent).toEqual([['/decisions', { listing: 1, tyre: 101, decision: 'same', shared: true }]]),
    )
  })

  it('ask for a confirmation if a decision of this session has taken the tyre', async () => {
    open = [pairAnswer(1), pairAnswer(2, { tyre: pairAnswer(1).tyre })]
    await openPage()
    pressY()
    await displayed(2)
    pressY()
    await screen.findByRole('dialog', { name: 'На этой шине уже есть предложение этого сайта' })
    expect(sent).toHaveLength(1)
  })

  it('return a pair for a confirmation if another person has taken the tyre', async () => {
    decisionsAnswer((_, body) =>
      (body as { shared?: boolean }).shared
        ? undefined
        : refusal('На этой шине уже есть предложение сайта shop.ru.', 409),
    )
    open = [pairAnswer(1)]
    await openPage()
    pressY()
    expect(await alertText()).toContain('На этой шине уже есть предложение сайта shop.ru.')
    await displayed(1)
    pressY()
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Та же шина' }))
    await screen.findByRole('heading', { name: 'Решать нечего' })
    expect(sent.at(-1)?.[1]).toMatchObject({ shared: true })
  })

  it('announce each new pair', async () => {
    await openPage()
    const status = screen.getByRole('status', { name: 'Новая пара' })
    expect(status.textContent).toMatch(
      /^shop\.ru: Arktika Ice 1 .*own\.ru: .*дороже на 6\s%.*похоже на 87\s%$/,
    )
    pressY()
    await waitFor(() => expect(status.textContent).toMatch(/^shop\.ru: Arktika Ice 2 /))
  })
})

describe('undoing (specification 21.10)', () => {
  it('takes back all decisions of the session, newest first, each once its id is known', async () => {
    const first = held()
    decisionsAnswer((path, body) => {
      if (path === '/decisions' && (body as { listing: number }).listing === 1) return first.answer()
      return undefined
    })
    await openPage()
    pressY()
    key('KeyN')
    await displayed(3)
    press('Отменить')
    await displayed(2)
    key('KeyZ')
    await displayed(1)
    expect(counts()).toBe('осталось 3решено за сессию 0')
    expect(screen.getByRole('button', { name: 'Отменить' }).getAttribute('aria-disabled')).toBe('true')
    await waitFor(() => expect(sent).toHaveLength(1))
    await first.release(HttpResponse.json({ id: 70 }))
    await waitFor(() =>
      expect(sent.map(([path]) => path)).toEqual([
        '/decisions',
        '/decisions',
        '/decisions/1/undo',
        '/decisions/70/undo',
      ]),
    )
  })

  it('does not send anything for a decision that was not saved', async () => {
    const answer = held()
    decisionsAnswer(() => answer.answer())
    await openPage()
    pressY()
    await displayed(2)
    key('KeyZ')
    await displayed(1)
    await answer.release(refusal('База данных не отвечает', 500))
    key('KeyN')
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent.map(([path]) => path)).toEqual(['/decisions', '/decisions'])
  })

  it('displays why a decision stays', async () => {
    decisionsAnswer((path) =>
      path.endsWith('undo') ? refusal('Об этом предложении потом решили иначе.', 409) : undefined,
    )
    await openPage()
    pressY()
    await displayed(2)
    key('KeyZ')
    expect(await alertText()).toBe(
      'Решение не отменено: Arktika Ice 1 205/55 R16 94T. Об этом предложении потом решили иначе.',
    )
    await displayed(2)
    expect(counts()).toBe('осталось 2решено за сессию 0')
  })

  it('can be repeated after a failure of the connection', async () => {
    let isDown = true
    decisionsAnswer((path) => (path.endsWith('undo') && isDown ? HttpResponse.error() : undefined))
    await openPage()
    pressY()
    await displayed(2)
    key('KeyZ')
    await alertText()
    isDown = false
    await displayed(2)
    key('KeyZ')
    await displayed(1)
    await waitFor(() => expect(sent.filter(([path]) => path === '/decisions/1/undo')).toHaveLength(2))
  })

  it('is possible after a visit to another section', async () => {
    await openPage()
    pressY()
    await displayed(2)
    fireEvent.click(screen.getByRole('link', { name: 'По моделям' }))
    await screen.findByText('Одна модель', { exact: false })
    fireEvent.click(screen.getByRole('link', { name: 'Очередь' }))
    await displayed(2)
    key('KeyZ')
    await displayed(1)
  })
})

describe('a visit to another page (specification 21.10)', () => {
  const leaveAndReturn = async (meanwhile = () => {}) => {
    const sidebar = within(screen.getByRole('navigation', { name: 'Личный кабинет' }))
    fireEvent.click(sidebar.getByRole('link', { name: 'Профиль' }))
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Сопоставление' })).toBeNull())
    meanwhile()
    fireEvent.click(await sidebar.findByRole('link', { name: 'Сопоставление' }))
  }

  it('keeps the decisions and the pairs put off, and loads the pairs again', async () => {
    open = [1, 2, 3, 4].map((id) => pairAnswer(id))
    await openPage()
    pressY()
    await displayed(2)
    key('KeyS')
    await displayed(3)
    key('KeyJ')
    await displayed(4)
    await waitFor(() => expect(sent).toHaveLength(1))
    await leaveAndReturn(() => {
      open = [...open.filter(({ listing }) => listing.id !== 3), pairAnswer(5)]
    })
    await displayed(4)
    expect(counts()).toBe('осталось 3решено за сессию 1')
    expect(screen.getByText('Отложено: 1', { exact: false })).toBeTruthy()
    key('KeyJ')
    await displayed(5)
    key('KeyZ')
    await displayed(2)
    key('KeyZ')
    await displayed(1)
    await waitFor(() => expect(sent.at(-1)?.[0]).toBe('/decisions/1/undo'))
  })

  it('displays a decision that failed meanwhile', async () => {
    const answer = held()
    decisionsAnswer(() => answer.answer())
    await openPage()
    pressY()
    await displayed(2)
    await leaveAndReturn()
    await displayed(2)
    await answer.release(refusal('База данных не отвечает', 500))
    expect(await alertText()).toContain('Решение не сохранено, пара вернулась в очередь: Arktika Ice 1')
  })

  it('is forgotten by the next user of the app', async () => {
    await openPage()
    pressY()
    await displayed(2)
    cleanup()
    await openPage()
    expect(counts()).toContain('решено за сессию 0')
  })
})

describe('keys of the queue (specification 21.10)', () => {
  it('keep the focus in the pair, if it was there', async () => {
    await openPage()
    key('KeyN')
    await displayed(2)
    expect(pair()).not.toHaveFocus()
    screen.getByRole('link', { name: 'Карточка шины' }).focus()
    key('KeyN')
    await displayed(3)
    expect(pair()).toHaveFocus()
  })

  it.each([
    ['on a phone, to the top', 'compact', 300, 300 - 8],
    ['on a phone, from below the bar', 'compact', -50, -50 - 8],
    ['elsewhere, if it is hidden', 'roomy', -50, -50 - 8],
    ['elsewhere not, if it is visible', 'roomy', 300, 0],
  ])('scroll to the new pair %s', async (_, layout, top, scrolled) => {
    const root = document.documentElement
    root.style.setProperty('--layout', layout)
    fireEvent(window, new Event('resize'))
    await openPage()
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
      return new DOMRect(0, this.matches('.pair, .queue') ? top : 0, 390, 0)
    })
    root.scrollTop = 1000
    key('KeyS')
    await displayed(2)
    expect(root.scrollTop).toBe(1000 + scrolled)
    root.scrollTop = 0
    root.style.removeProperty('--layout')
    fireEvent(window, new Event('resize'))
  })

  it('undo the last action, also if a pair was put off', async () => {
    await openPage()
    key('KeyS')
    await displayed(2)
    key('KeyN')
    await displayed(3)
    key('KeyS')
    await screen.findByText('Отложено: 2', { exact: false })
    key('KeyZ')
    await displayed(3)
    key('KeyZ')
    await displayed(2)
    key('KeyZ')
    await displayed(1)
    expect(screen.queryByText('Отложено', { exact: false })).toBeNull()
    expect(counts()).toBe('осталось 3решено за сессию 0')
    expect(screen.getByRole('button', { name: 'Отменить' }).getAttribute('aria-disabled')).toBe('true')
  })

  it('walk through the pairs without a decision', async () => {
    await openPage()
    key('KeyJ')
    await displayed(2)
    key('KeyJ')
    await displayed(3)
    key('KeyJ')
    expect(shown()).toBe(3)
    key('KeyK')
    await displayed(2)
    expect(sent).toEqual([])
    pressY()
    await displayed(3)
    pressY()
    await displayed(1)
  })

  it.each([
    ['with a modifier', { ctrlKey: true }],
    ['with Shift', { shiftKey: true }],
    ['while held down', { repeat: true }],
  ])('do nothing %s', async (_, over) => {
    await openPage()
    for (const code of ['KeyY', 'KeyN', 'KeyS', 'KeyZ']) key(code, over)
    expect(shown()).toBe(1)
    expect(sent).toEqual([])
  })

  it('do nothing in a field, and within a sequence that leads to another page', async () => {
    await openPage()
    const field = document.body.appendChild(document.createElement('input'))
    key('KeyY', {}, field)
    field.remove()
    isSequenceTyped.set(true)
    key('KeyN')
    isSequenceTyped.set(false)
    expect(shown()).toBe(1)
    expect(sent).toEqual([])
  })

  it('are listed, unless the person has switched them off', async () => {
    await openPage()
    expect(document.querySelector('.queue-keys')?.textContent).toMatch(/y та же шина, n другая шина, s позже/)
    act(() => preferences.singleKeys.set(false))
    expect(document.querySelector('.queue-keys')).toBeNull()
    pressY()
    act(() => preferences.singleKeys.set(true))
    expect(shown()).toBe(1)
  })
})

describe('swipes (specification 21.10)', () => {
  const swipe = (dx: number, dy = 0, pointerType = 'touch') => {
    const at = { pointerId: 1, pointerType, isPrimary: true }
    fireEvent.pointerDown(pair(), { ...at, clientX: 200, clientY: 300 })
    fireEvent.pointerMove(pair(), { ...at, clientX: 200 + dx, clientY: 300 + dy })
    fireEvent.pointerUp(pair(), { ...at, clientX: 200 + dx, clientY: 300 + dy })
  }

  it('decide to the right and to the left', async () => {
    await openPage()
    swipe(150)
    await displayed(2)
    swipe(-150)
    await displayed(3)
    await waitFor(() =>
      expect(sent.map(([, body]) => (body as { decision: string }).decision)).toEqual(['same', 'different']),
    )
  })

  it.each([
    ['a short one', 60, 0, 'touch'],
    ['scrolling', 120, 200, 'touch'],
    ['a mouse', 150, 0, 'mouse'],
  ])('do nothing for %s', async (_, dx, dy, pointerType) => {
    await openPage()
    swipe(dx, dy, pointerType)
    expect(shown()).toBe(1)
    expect(sent).toEqual([])
  })
})

describe('loading of the queue (specification 21.10)', () => {
  it('puts off a pair, leaves it out of later requests, and shows it again on request', async () => {
    open = Array.from({ length: 25 }, (_, at) => pairAnswer(at + 1))
    await openPage()
    key('KeyS')
    await displayed(2)
    expect(counts()).toContain('осталось 25')
    for (let id = 2; id <= 14; id++) {
      key('KeyN')
      await displayed(id + 1)
    }
    await waitFor(() => expect(server.calls(`GET ${ROOT}/queue`)).toHaveLength(2))
    const [, second = ''] = server.calls(`GET ${ROOT}/queue`)
    expect(new URL(second.slice(4), 'http://localhost').searchParams.get('skip')?.split(',')).toContain(
      '1:101',
    )
    for (let id = 15; id <= 25; id++) {
      await displayed(id)
      key('KeyN')
    }
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
    expect(screen.getByText('Отложено: 1', { exact: false })).toBeTruthy()
    press('Показать отложенные')
    await displayed(1)
  })

  it('loads more while the last pairs are displayed, and never displays a decided pair again', async () => {
    open = Array.from({ length: 30 }, (_, at) => pairAnswer(at + 1))
    const answers = held()
    // The server has not stored the decisions when it answers the second request.
    decisionsAnswer((path) => (path === '/decisions' ? answers.answer() : undefined))
    server.use(
      http.get(`${ROOT}/queue`, () => {
        const from = server.calls(`GET ${ROOT}/queue`).length === 1 ? 0 : 10
        return HttpResponse.json({ version: 1, pairs: open.slice(from, from + 20), waiting: 30 })
      }),
    )
    await openPage()
    for (let id = 1; id <= 13; id++) {
      pressY()
      await displayed(id + 1)
    }
    await waitFor(() => expect(server.calls(`GET ${ROOT}/queue`)).toHaveLength(2))
    const seen: number[] = []
    for (let id = 14; id <= 30; id++) {
      await displayed(id)
      seen.push(shown())
      pressY()
    }
    expect(new Set(seen).size).toBe(17)
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
    server.use(http.get(`${ROOT}/queue`, () => HttpResponse.json({ version: 1, pairs: [], waiting: 0 })))
    await answers.release(HttpResponse.json({ id: 1 }))
    await screen.findByRole('heading', { name: 'Решать нечего' })
  })

  it('displays that nothing waits, and looks again', async () => {
    open = []
    await visit(PAGE)
    await screen.findByRole('heading', { name: 'Решать нечего' })
    expect(await screen.findByText('own.ru: сопоставлено', { exact: false })).toBeTruthy()
    open = [pairAnswer(9)]
    press('Проверить ещё раз')
    await displayed(9)
  })

  it('displays why it could not be loaded, and retries', async () => {
    server.use(http.get(`${ROOT}/queue`, () => refusal('Внутренняя ошибка сервера', 500), { once: true }))
    await visit(PAGE)
    expect(await alertText()).toContain('Внутренняя ошибка сервера')
    press('Повторить')
    await displayed(1)
  })

  it('displays offline that it needs a connection, and loads once there is one', async () => {
    server.use(http.get(`${ROOT}/queue`, () => HttpResponse.error(), { once: true }))
    await visit(PAGE)
    await screen.findByText('Очередь работает только со связью', { exact: false })
    expect(screen.getByRole('button', { name: 'Та же шина' }).getAttribute('aria-disabled')).toBe('true')
    fireEvent(window, new Event('online'))
    await displayed(1)
  })
})

describe('model lines (specification 21.10)', () => {
  const LINES = `${PAGE}/lines`
  const accept = 'Принять все: Ice Guard = ICE GUARD'

  it('display both names, an example, the sizes and those that disagree', async () => {
    lines = [lineAnswer('Ice Guard', { disagreeing: ['225/45 R18'] })]
    await visit(LINES)
    const heading = await screen.findByRole('heading', { level: 2, name: /Ice Guard = ICE GUARD/ })
    const item = heading.closest('li') as HTMLElement
    expect(heading.textContent).toMatch(/3 размера$/)
    expect(item.textContent).toContain('Arktika Ice Guard 205/55R16')
    expect(item.textContent).toContain(
      'Не сходится 1 размер: 225/45 R18. «Принять все» оставит эти пары в очереди.',
    )
    expect([...item.querySelectorAll('s')].map(({ textContent }) => textContent)).toEqual(['225/45 R18'])
    const details = item.querySelector('details')
    expect(details?.open).toBe(false)
    expect(details?.textContent).toContain('205/55 R16, 215/60 R17')
  })

  it.each([
    ['same', accept, 'Сопоставлено 34, не удалось 2'],
    ['different', 'Разные модели: Ice Guard = ICE GUARD', 'Отмечено разными 34, не удалось 2'],
  ])('are decided as %s, until the next action undoable', async (decision, button, words) => {
    decisionsAnswer((path) =>
      path === '/lines' ? HttpResponse.json({ batch: 'b-1', decided: 34, refused: 2 }) : undefined,
    )
    await visit(LINES)
    await screen.findByRole('button', { name: button })
    press(button)
    expect(await screen.findByText(words, { exact: false })).toBeTruthy()
    expect(screen.queryByRole('button', { name: button })).toBeNull()
    expect(sent).toEqual([
      ['/lines', { family: 'arktika', line_a: 'Ice Guard', line_b: 'ICE GUARD', decision }],
    ])
    press('Отменить')
    await screen.findByRole('button', { name: button })
    expect(sent[1]?.[0]).toBe('/batches/b-1/undo')
    expect(screen.queryByText(words, { exact: false })).toBeNull()
  })

  it('show the result in place of the decided line, with the focus, which returns to the line', async () => {
    const names = ['One', 'Two', 'Three']
    lines = names.map((name) => lineAnswer(name))
    decisionsAnswer((path) =>
      path === '/lines' ? HttpResponse.json({ batch: 'b-1', decided: 34, refused: 0 }) : undefined,
    )
    await visit(LINES)
    await screen.findByRole('button', { name: 'Принять все: Two = TWO' })
    const items = () =>
      [...document.querySelectorAll('.line-list > li')].map(
        (item) => item.querySelector('h2')?.textContent ?? item.textContent,
      )
    press('Принять все: Two = TWO')
    const undoing = await screen.findByRole('button', { name: 'Отменить' })
    expect(items()).toEqual([
      expect.stringContaining('One'),
      'Сопоставлено 34: Two = TWOОтменить',
      expect.stringContaining('Three'),
    ])
    expect(undoing).toHaveFocus()
    expect(undoing).toHaveAccessibleDescription('Сопоставлено 34: Two = TWO')
    press('Отменить')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Принять все: Two = TWO' })).toHaveFocus())

    press('Разные модели: Three = THREE')
    expect(await screen.findByText('Отмечено разными 34', { exact: false })).toBeTruthy()
    press('Принять все: One = ONE')
    await waitFor(() =>
      expect(items()).toEqual(['Сопоставлено 34: One = ONEОтменить', expect.stringContaining('Two')]),
    )
  })

  it('reload the queue, whose pairs they may have settled', async () => {
    decisionsAnswer((path) => {
      open = [pairAnswer(5)]
      return path === '/lines' ? HttpResponse.json({ batch: 'b', decided: 3, refused: 0 }) : undefined
    })
    await visit(LINES)
    await screen.findByRole('button', { name: accept })
    press(accept)
    await screen.findByText('Сопоставлено 3', { exact: false })
    fireEvent.click(screen.getByRole('link', { name: 'Очередь' }))
    await displayed(5)
  })

  it('display why a decision failed, and stay', async () => {
    decisionsAnswer(() => refusal('База данных не отвечает', 500))
    await visit(LINES)
    await screen.findByRole('button', { name: accept })
    press(accept)
    expect(await alertText()).toBe('База данных не отвечает')
    const button = screen.getByRole('button', { name: accept })
    expect(button.closest('li')?.contains(screen.getByRole('alert'))).toBe(true)
  })

  it('say that there are none', async () => {
    lines = []
    await visit(LINES)
    await screen.findByRole('heading', { name: 'Решать нечего' })
  })
})

describe('coverage (specification 21.10)', () => {
  it('has the own site first', async () => {
    await openPage()
    const table = await screen.findByRole('table', { name: 'Сопоставлено по сайтам', hidden: true })
    const rows = [...table.querySelectorAll('tbody tr')].map((row) => row.textContent)
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatch(/^own\.ruнаш сайт1\s500 из 2\s0001004000$/)
    expect(rows[1]).toMatch(/^shop\.ru1\s739 из 6\s9922125\s0413$/)
  })

  it('leaves the queue usable if it cannot be loaded', async () => {
    server.use(http.get(`${ROOT}/coverage`, () => refusal('Внутренняя ошибка сервера', 500)))
    await openPage()
    expect(await alertText()).toContain('Внутренняя ошибка сервера')
    pressY()
    await displayed(2)
  })
})

describe('files of pairs (specification 21.10)', () => {
  const FILES = `${PAGE}/files`
  const upload = (file: File) =>
    fireEvent.change(screen.getByLabelText('Выбрать файл'), { target: { files: [file] } })

  it.each([
    ['Скачать пары: Excel', 'kind=pairs&format=xlsx', 'pairs.xlsx'],
    ['Скачать пары: CSV', 'kind=pairs&format=csv', 'pairs.csv'],
    ['Скачать без пары: Excel', 'kind=unmatched&format=xlsx', 'unmatched.xlsx'],
    ['Скачать без пары: CSV', 'kind=unmatched&format=csv', 'unmatched.csv'],
  ])('%s', async (name, query, file) => {
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    URL.createObjectURL = () => 'blob:file'
    server.use(http.get(`${ROOT}/file`, () => HttpResponse.text('data')))
    await visit(FILES)
    await screen.findByRole('button', { name })
    press(name)
    await waitFor(() => expect(saved).toEqual([file]))
    expect(server.calls(`GET ${ROOT}/file`)).toEqual([`GET ${ROOT}/file?${query}`])
  })

  it.each(['pairs.csv', 'ПАРЫ.XLSX'])('sends %s, and reports what was not applied', async (name) => {
    let given: [string | null, string] | undefined
    server.use(
      http.post(`${ROOT}/file`, async ({ request }) => {
        given = [request.headers.get('content-type'), await request.text()]
        return HttpResponse.json({ applied: 12, problems: [{ line: 7, text: 'Нет такого предложения.' }] })
      }),
    )
    await visit(FILES)
    await screen.findByLabelText('Выбрать файл')
    upload(new File(['a;b'], name))
    const report = await screen.findByText(`${name}: применено 12 решений, не применено 1 строка.`)
    expect(given).toEqual(['application/octet-stream', 'a;b'])
    const problem = within(report.parentElement as HTMLElement).getByRole('listitem') as HTMLLIElement
    expect([problem.value, problem.textContent]).toEqual([7, 'Нет такого предложения.'])
  })

  it('counts what was already so, and undoes an import as a whole', async () => {
    let isRefused = true
    decisionsAnswer((path) => {
      if (path === '/file')
        return HttpResponse.json({ applied: 2, already: 1_300, batch: 'b-7', problems: [] })
      return isRefused ? refusal('Об этом предложении потом решили иначе.', 409) : undefined
    })
    await visit(FILES)
    await screen.findByLabelText('Выбрать файл')
    upload(new File(['{}'], 'pairs.csv'))
    const words = /^pairs.csv: применено 2 решения, уже так 1\s300 строк\.$/
    await screen.findByText(words)
    press('Отменить')
    expect(await alertText()).toBe('Об этом предложении потом решили иначе.')
    isRefused = false
    press('Отменить')
    await waitFor(() => expect(screen.queryByText(words)).toBeNull())
    expect(sent.map(([path]) => path)).toEqual(['/file', '/batches/b-7/undo', '/batches/b-7/undo'])
  })

  it('offers no undoing if nothing was applied, or by an older server', async () => {
    server.use(http.post(`${ROOT}/file`, () => HttpResponse.json({ applied: 1, problems: [] })))
    await visit(FILES)
    await screen.findByLabelText('Выбрать файл')
    upload(new File(['a;b'], 'pairs.csv'))
    await screen.findByText('pairs.csv: применено 1 решение.')
    expect(screen.queryByRole('button', { name: 'Отменить' })).toBeNull()
  })

  it('displays why a file was refused', async () => {
    server.use(http.post(`${ROOT}/file`, () => refusal('В файле нет столбца «Решение».')))
    await visit(FILES)
    await screen.findByLabelText('Выбрать файл')
    upload(new File(['x'], 'x.csv'))
    expect(await alertText()).toBe('В файле нет столбца «Решение».')
  })
})
