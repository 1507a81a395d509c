// Specification 18.6

import { beforeEach, describe, expect, it } from 'vitest'
import { isoToday } from '../contract/lib/dates.ts'
import { MAX_PINNED_PAGES, type PinnedView } from '../contract/worker/pinned-view.ts'
import { requestKey, resultSetKey } from '../contract/worker/request-key.ts'
import { SAVED_PAGES_BYTES, type SavedEntry } from '../contract/worker/saved.ts'
import { deleteDatabase, json, request, type TestDeps, testDeps } from '../tests/support/worker.ts'
import { handleMessage } from './messages.ts'
import { fetchPinnedViews } from './pinned-views.ts'
import { handlePush } from './push.ts'
import { readThrough, requestOf } from './read-through.ts'

const LIST = '/api/analytics/allTyres'
const VIEW: PinnedView = {
  id: 'v1',
  path: `${LIST}?brand=%D0%9A%D0%B0%D0%BC%D0%B0&date=2026-11-01&page=1`,
  route: '/export/all-prices',
  day: 'latest',
  run: null,
}

let deps: TestDeps
let asked: string[]
/** newest day on the server */
let newest: string
let pages: number
/** token that the server accepts */
let valid: string

const row = (name: string) => ({ brand: 'Кама', name, prices: {} })

function server(received: Request): Response {
  const { pathname, searchParams } = new URL(received.url)
  asked.push(
    `${pathname}${searchParams.has('page') ? ` ${searchParams.get('date')} ${searchParams.get('page')}` : ''}`,
  )
  if (pathname === '/auth/refresh') {
    valid = `${valid}+`
    return json({ access_token: valid })
  }
  if (received.headers.get('authorization') !== `Bearer ${valid}`) return json({}, { status: 401 })
  if (pathname === '/api/filters') return json({ dates: [newest, '2026-11-01'] })
  return json({ items: [row(`page ${searchParams.get('page')}`)], page: pages })
}

beforeEach(async () => {
  await deleteDatabase()
  deps = testDeps()
  deps.network = server
  asked = []
  newest = '2026-11-20'
  pages = 2
  valid = 'token-a'
  await deps.store.setOwner('anna', 'token-a')
  await handleMessage(deps, { type: 'pinned-views', views: [VIEW] })
})

const lists = () => asked.filter((call) => call.startsWith(LIST)).map((call) => call.slice(LIST.length + 1))
const saved = async () => (await deps.store.list()).filter(({ kind }) => kind === 'page')
const days = async () =>
  (await saved()).map(({ request: key, pinned }) => `${/date=([\d-]+)/.exec(key)?.[1]} ${pinned}`).sort()

describe('pinned views with the app closed', () => {
  it('are fetched completely for the newest day, and are readable with the app’s own token', async () => {
    await fetchPinnedViews(deps, deps.clock)
    expect(lists()).toEqual(['2026-11-20 1', '2026-11-20 2'])
    expect(await days()).toEqual(['2026-11-20 true', '2026-11-20 true'])
    const [entry] = await saved()
    expect(entry).toMatchObject({ route: '/export/all-prices', kind: 'page' })
    deps.network = undefined
    const question = requestOf(request(`${LIST}?brand=Кама&date=2026-11-20&page=2`, 'token-a'))
    const answer = await readThrough(deps, question as NonNullable<typeof question>, () => undefined)
    expect(await answer.json()).toMatchObject({ items: [row('page 2')] })
  })

  it('unpin the pages of the former day once the new day is complete', async () => {
    await fetchPinnedViews(deps, deps.clock)
    newest = '2026-11-21'
    const { network } = deps
    deps.network = (received) =>
      received.url.includes('page=2') ? json({}, { status: 503 }) : server(received)
    await fetchPinnedViews(deps, deps.clock)
    expect((await days()).filter((day) => day.startsWith('2026-11-20'))).toEqual([
      '2026-11-20 true',
      '2026-11-20 true',
    ])
    deps.network = network
    await fetchPinnedViews(deps, deps.clock)
    expect(await days()).toEqual([
      '2026-11-20 false',
      '2026-11-20 false',
      '2026-11-21 true',
      '2026-11-21 true',
    ])
  })

  it('are not fetched again if they are recent enough', async () => {
    await fetchPinnedViews(deps, deps.clock)
    asked = []
    deps.clock += 1000
    await fetchPinnedViews(deps, deps.clock - 1000)
    expect(lists()).toEqual([])
    await fetchPinnedViews(deps, deps.clock)
    expect(lists()).toHaveLength(2)
  })

  it('renew an expired token any number of times, and the app’s token still reads the data', async () => {
    for (let time = 0; time < 6; time++) {
      deps.clock += 1000
      valid = `expired meanwhile ${time}`
      await fetchPinnedViews(deps, deps.clock)
    }
    expect((await saved()).every(({ savedAt }) => savedAt === deps.clock)).toBe(true)
    deps.network = undefined
    const question = requestOf(request(`${LIST}?brand=Кама&date=2026-11-20&page=1`, 'token-a'))
    const answer = await readThrough(deps, question as NonNullable<typeof question>, () => undefined)
    expect(answer.status).toBe(200)
  })

  it('fetch nothing on a metered connection, without views, and once the session has ended', async () => {
    deps.isMetered = () => true
    await fetchPinnedViews(deps, deps.clock)
    deps.isMetered = () => false
    await handleMessage(deps, { type: 'hold', id: 'v1', run: null })
    await fetchPinnedViews(deps, deps.clock)
    await deps.store.forget()
    await fetchPinnedViews(deps, deps.clock)
    expect(asked).toEqual([])
  })

  it('stop being fetched when the connection becomes metered', async () => {
    deps.network = (received) => {
      deps.isMetered = () => received.url.includes('page=1')
      return server(received)
    }
    await fetchPinnedViews(deps, deps.clock)
    expect(lists()).toEqual(['2026-11-20 1'])
  })

  it('that are too long are not fetched beyond the page that reports the number of pages', async () => {
    pages = MAX_PINNED_PAGES + 1
    await fetchPinnedViews(deps, deps.clock)
    expect(lists()).toEqual(['2026-11-20 1'])
  })

  it('that are unpinned while they are fetched do not stay pinned', async () => {
    deps.network = async (received) => {
      if (received.url.includes('page=2')) await handleMessage(deps, { type: 'hold', id: 'v1', run: null })
      return server(received)
    }
    await fetchPinnedViews(deps, deps.clock)
    expect(await days()).toEqual(['2026-11-20 false', '2026-11-20 false'])
  })

  it('stop being fetched at a refusal, without a network, and for a call that is not intercepted', async () => {
    deps.network = (received) =>
      received.url.includes('date=') ? json({}, { status: 400 }) : server(received)
    await fetchPinnedViews(deps, deps.clock)
    deps.network = undefined
    await fetchPinnedViews(deps, deps.clock)
    deps.network = server
    asked = []
    await handleMessage(deps, { type: 'pinned-views', views: [{ ...VIEW, path: '/auth/logout?page=1' }] })
    await fetchPinnedViews(deps, deps.clock)
    expect(asked).toEqual(['/api/filters'])
    expect(await saved()).toEqual([])
  })

  it('stop being fetched when they no longer fit beside the pinned pages of other views', async () => {
    pages = 1000
    const large = 'x'.repeat(SAVED_PAGES_BYTES / 8)
    deps.network = (received) => {
      const answer = server(received)
      return received.url.includes('date=') ? json({ items: [row(large)], page: 1000 }) : answer
    }
    await fetchPinnedViews(deps, deps.clock)
    expect(lists().length).toBeLessThan(10)
    expect((await saved()).some(({ pinned }) => pinned)).toBe(false)
  })

  it('stop being fetched at the limit if the server always has more pages', async () => {
    const entry = {
      request: 'GET x',
      kind: 'page',
      pinned: false,
      savedAt: deps.clock,
      size: 1,
    } as SavedEntry
    const paging = { totalRows: null, currentPage: null, rowCount: 1 }
    const { list } = deps.store
    // Simulates that each page is saved already, because saving so many takes long.
    deps.store.list = async () => {
      const at = new URL(VIEW.path, deps.origin).searchParams
      at.set('date', newest)
      return Array.from({ length: MAX_PINNED_PAGES + 2 }, (_, i) => {
        at.set('page', String(i + 1))
        // Pages beyond the requested ones would end the loop.
        return {
          ...entry,
          request: requestKey('GET', LIST, at),
          paging: { ...paging, hasMore: i <= MAX_PINNED_PAGES, totalPages: i + 1 },
        }
      })
    }
    await fetchPinnedViews(deps, deps.clock)
    deps.store.list = list
    expect((await deps.store.owner())?.pinned).toMatchObject([{ run: null }])
  })

  it('are fetched for today if the server does not list its days', async () => {
    const { network } = deps
    deps.network = async (received) => (received.url.endsWith('/api/filters') ? json({}) : server(received))
    await fetchPinnedViews(deps, deps.clock)
    expect(lists()[0]).toBe(`${isoToday(new Date(deps.clock))} 1`)
    deps.network = network
  })

  it('are fetched after a push message, but not after a test message', async () => {
    await handlePush(deps, '{"notification":{"title":"Т","data":{"test":"abc"}}}')
    const tests = lists().length
    await handlePush(deps, '{"title":"Т","body":"Б"}')
    expect([tests, lists().length]).toEqual([0, 2])
  })

  it('of another user are not fetched', async () => {
    await deps.store.setOwner('boris', 'token-b')
    await fetchPinnedViews(deps, deps.clock)
    expect(asked).toEqual([])
  })

  it('stop being fetched when another user signs in', async () => {
    deps.network = async (received) => {
      if (received.url.includes('page=1')) {
        valid = 'token-b'
        await deps.store.setOwner('boris', valid)
      }
      return server(received)
    }
    await fetchPinnedViews(deps, deps.clock)
    expect(lists()).toEqual(['2026-11-20 1'])
    expect(await saved()).toEqual([])
  })
})

describe('pages of pinned views', () => {
  const held = async () =>
    (await saved()).filter(({ pinned }) => pinned).map(({ request: key }) => resultSetKey(key))

  it('stay pinned while another view has the same pages, and are unpinned with the last view', async () => {
    const second = { ...VIEW, id: 'v2' }
    await handleMessage(deps, { type: 'pinned-views', views: [VIEW, second] })
    await fetchPinnedViews(deps, deps.clock)
    await handleMessage(deps, { type: 'pinned-views', views: [second] })
    expect(await held()).toHaveLength(2)
    await handleMessage(deps, { type: 'hold', id: 'v2', run: null })
    expect(await held()).toEqual([])
    expect(await saved()).toHaveLength(2)
  })

  it('stay pinned when the app sends its views again', async () => {
    await fetchPinnedViews(deps, deps.clock)
    const [run] = await held()
    await handleMessage(deps, { type: 'pinned-views', views: [VIEW] })
    expect((await deps.store.owner())?.pinned).toEqual([{ ...VIEW, run }])
  })
})
