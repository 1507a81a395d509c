// Specification 8.13

import { beforeEach, describe, expect, it } from 'vitest'
import { SHARED_FILES } from '../contract/worker/shell-files.ts'
import { madeUpCaches } from '../tests/support/caches.ts'
import { answerFromShell, dropOldShells, installShell, type Shell } from './shell.ts'

const ORIGIN = 'https://prices.example.ru'

/** Subset of CacheStorage that the shell uses. */
let caches: CacheStorage
let clock: number
/** current files of the server */
let server: Record<string, string>
let fetched: string[]

beforeEach(() => {
  caches = madeUpCaches()
  clock = 1
  server = {}
  fetched = []
})

/** Build whose page loads this script, and others that former builds had. */
function build(script: string, ...others: string[]): Shell {
  const files = [
    { url: 'index.html', revision: script },
    ...[script, ...others].map((name) => ({ url: `assets/${name}.js`, revision: null })),
  ]
  const list = `assets/shell-${script}.json`
  server = {
    ...server,
    '/index.html': `page of ${script}`,
    [`/assets/${script}.js`]: script,
    [`/${list}`]: JSON.stringify(files),
  }
  return {
    origin: ORIGIN,
    list,
    caches,
    now: () => clock++,
    async fetch(request) {
      const { pathname } = new URL(request.url)
      fetched.push(pathname)
      const body = server[pathname]
      return body === undefined ? new Response('none', { status: 404 }) : new Response(body)
    },
  }
}

async function update(script: string): Promise<Shell> {
  const shell = build(script)
  await installShell(shell)
  await dropOldShells(shell)
  return shell
}

const navigation = (path: string) =>
  ({ method: 'GET', url: `${ORIGIN}${path}`, mode: 'navigate', headers: new Headers() }) as Request
const text = async (answer: Promise<Response> | undefined) => (await answer)?.text()
/** work that keeps the worker alive */
let awaited: Promise<unknown>[]
beforeEach(() => {
  awaited = []
})
const answerOf = (shell: Shell, request: Request) =>
  answerFromShell(shell, request, (work) => awaited.push(work))
const asset = (shell: Shell, path: string) => text(answerOf(shell, new Request(ORIGIN + path)))

describe('the shell', () => {
  it('serves every route of the app and its files without a network', async () => {
    const shell = await update('one')
    server = {}
    for (const path of ['/', '/export/retail?date=2026-11-20', '/profile/notifications', '/unknown']) {
      expect(await text(answerOf(shell, navigation(path)))).toBe('page of one')
    }
    expect(await asset(shell, '/assets/one.js')).toBe('one')
  })

  it.each([
    '/api/analytics/allprices',
    '/user/verify/mail/confirm?code=x',
    '/auth/login',
    '/docs',
    '/docs/json',
    '/robots.txt',
  ])('leaves %s to the server', async (path) => {
    expect(answerOf(await update('one'), navigation(path))).toBeUndefined()
  })

  it('ignores other origins and other methods', async () => {
    const shell = await update('one')
    expect(answerOf(shell, new Request('https://elsewhere.ru/assets/one.js'))).toBeUndefined()
    expect(answerOf(shell, new Request(`${ORIGIN}/assets/one.js`, { method: 'POST' }))).toBeUndefined()
  })

  it('retains the files of the previous build for its open tabs, but no older ones', async () => {
    await update('one')
    await update('two')
    const third = await update('three')
    server = {}
    expect(await asset(third, '/assets/three.js')).toBe('three')
    expect(await asset(third, '/assets/two.js')).toBe('two')
    expect((await answerOf(third, new Request(`${ORIGIN}/assets/one.js`)))?.status).toBe(404)
  })

  it('is not installed if a file is missing', async () => {
    const first = await update('one')
    const second = build('two')
    delete server['/assets/two.js']
    await expect(installShell(second)).rejects.toThrow('assets/two.js: HTTP 404')
    expect(await caches.keys()).toHaveLength(1)
    server = {}
    expect(await text(answerOf(first, navigation('/')))).toBe('page of one')
  })

  it('is not installed if the list of its files is missing or broken', async () => {
    await update('one')
    const second = build('two')
    server['/assets/shell-two.json'] = '<html>'
    await expect(installShell(second)).rejects.toThrow()
    delete server['/assets/shell-two.json']
    await expect(installShell(second)).rejects.toThrow('assets/shell-two.json: HTTP 404')
    expect(await caches.keys()).toHaveLength(1)
  })

  it('is installed again by the next page after the storage was emptied', async () => {
    const shell = await update('one')
    caches = madeUpCaches()
    const emptied = { ...shell, caches }
    server['/profile/account'] = 'page of one'
    expect(await text(answerOf(emptied, navigation('/profile/account')))).toBe('page of one')
    await Promise.all(awaited)
    server = {}
    expect(await text(answerOf(emptied, navigation('/')))).toBe('page of one')
    expect(await asset(emptied, '/assets/one.js')).toBe('one')
  })

  it('says what to do if the storage was emptied and there is no network', async () => {
    const shell = await update('one')
    const emptied = {
      ...shell,
      caches: madeUpCaches(),
      fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    }
    const answer = await answerOf(emptied, navigation('/'))
    expect(await answer?.text()).toBe('Подключитесь к сети и обновите страницу.')
    await Promise.all(awaited)
  })

  it('leaves a build that the server no longer has to the update', async () => {
    const shell = await update('one')
    server = { '/': 'page of two' }
    const emptied = { ...shell, caches: madeUpCaches() }
    expect(await text(answerOf(emptied, navigation('/')))).toBe('page of two')
    await Promise.all(awaited)
    expect(await emptied.caches.keys()).toEqual([])
  })

  it('fetches no hashed file twice', async () => {
    await update('one')
    fetched = []
    await installShell(build('two', 'one'))
    expect(fetched.sort()).toEqual(['/assets/shell-two.json', '/assets/two.js', '/index.html'])
  })

  it('falls back to the network if the browser has evicted it', async () => {
    const shell = await update('one')
    for (const name of await caches.keys()) await caches.delete(name)
    expect(await text(answerOf(shell, navigation('/')))).toBe('none')
    expect(await asset(shell, '/assets/one.js')).toBe('one')
  })
})

describe('files shared with the app (specification 12.10)', () => {
  const PAGE_URL = `${ORIGIN}${SHARED_FILES}`
  const share = (files: readonly File[], referrer = '') => {
    const body = new FormData()
    for (const file of files) body.append('list', file)
    const request = new Request(PAGE_URL, { method: 'POST', body })
    return Object.defineProperty(request, 'referrer', { value: referrer })
  }
  const fileOf = (name: string) => new File([`content of ${name}`], name, { type: 'text/csv' })
  const waiting = async () => (await caches.open(SHARED_FILES)).keys()

  it('are stored beside others of their names, with their time and sender, and their page opens', async () => {
    const sent = share([fileOf('Прайс #1.csv'), fileOf('Прайс #1.csv')], 'https://other.example/')
    const answer = await answerOf(build('a'), sent)
    expect([answer?.status, answer?.headers.get('location')]).toEqual([302, PAGE_URL])
    const stored = await waiting()
    expect(stored).toHaveLength(2)
    const [{ url }] = stored as [Request, Request]
    const { at, id, ...about } = Object.fromEntries(new URL(url).searchParams)
    expect(about).toEqual({ name: 'Прайс #1.csv', from: 'https://other.example/' })
    expect(new Set([id, new URL(stored[1]?.url ?? '').searchParams.get('id')]).size).toBe(2)
    expect(Math.abs(Number(at) - Date.now())).toBeLessThan(60_000)
    const kept = await (await caches.open(SHARED_FILES)).match(url)
    expect([await kept?.text(), kept?.headers.get('content-type')]).toEqual([
      'content of Прайс #1.csv',
      'text/csv',
    ])
  })

  it('are refused above ten, and if one is too large', async () => {
    const shell = build('a')
    const many = share(Array.from({ length: 12 }, () => fileOf('a.csv')))
    expect((await answerOf(shell, many))?.headers.get('location')).toBe(`${PAGE_URL}?refused`)
    expect(await waiting()).toHaveLength(10)
    await caches.delete(SHARED_FILES)
    const large = share([new File([new Uint8Array(50_000_001)], 'a.csv')])
    expect((await answerOf(shell, large))?.headers.get('location')).toBe(`${PAGE_URL}?refused`)
    const text = share([])
    Object.defineProperty(text, 'formData', { value: async () => new Map([['list', 'a text field']]) })
    expect((await answerOf(shell, text))?.headers.get('location')).toBe(`${PAGE_URL}?refused`)
    expect(await waiting()).toEqual([])
  })

  it('are taken at their own path alone', () => {
    const other = new Request(`${ORIGIN}/profile/sources`, { method: 'POST', body: 'x' })
    expect(answerOf(build('a'), other)).toBeUndefined()
  })
})
