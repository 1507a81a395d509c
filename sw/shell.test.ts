// Specification 8.13

import { beforeEach, describe, expect, it } from 'vitest'
import { answerFromShell, dropOldShells, installShell, type Shell } from './shell.ts'

const ORIGIN = 'https://prices.example.ru'

/** Subset of CacheStorage that the shell uses. */
function madeUpCaches(): CacheStorage {
  const all = new Map<string, Map<string, Response>>()
  const pathOf = (request: RequestInfo | URL) =>
    new URL(request instanceof Request ? request.url : request, ORIGIN).pathname
  const cacheOf = (files: Map<string, Response>) => ({
    match: async (request: RequestInfo) => files.get(pathOf(request))?.clone(),
    put: async (request: RequestInfo, response: Response) => void files.set(pathOf(request), response),
  })
  return {
    async open(name: string) {
      const files = all.get(name) ?? new Map<string, Response>()
      all.set(name, files)
      return cacheOf(files)
    },
    delete: async (name: string) => all.delete(name),
    keys: async () => [...all.keys()],
    async match(request: RequestInfo, { cacheName }: MultiCacheQueryOptions = {}) {
      for (const [name, files] of all) {
        if (cacheName !== undefined && name !== cacheName) continue
        const found = await cacheOf(files).match(request)
        if (found) return found
      }
      return undefined
    },
  } as unknown as CacheStorage
}

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
const asset = (shell: Shell, path: string) => text(answerFromShell(shell, new Request(ORIGIN + path)))

describe('the shell', () => {
  it('serves every route of the app and its files without a network', async () => {
    const shell = await update('one')
    server = {}
    for (const path of ['/', '/export/retail?date=2026-11-20', '/profile/notifications', '/unknown']) {
      expect(await text(answerFromShell(shell, navigation(path)))).toBe('page of one')
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
    expect(answerFromShell(await update('one'), navigation(path))).toBeUndefined()
  })

  it('ignores other origins and other methods', async () => {
    const shell = await update('one')
    expect(answerFromShell(shell, new Request('https://elsewhere.ru/assets/one.js'))).toBeUndefined()
    expect(answerFromShell(shell, new Request(`${ORIGIN}/assets/one.js`, { method: 'POST' }))).toBeUndefined()
  })

  it('retains the files of the previous build for its open tabs, but no older ones', async () => {
    await update('one')
    await update('two')
    const third = await update('three')
    server = {}
    expect(await asset(third, '/assets/three.js')).toBe('three')
    expect(await asset(third, '/assets/two.js')).toBe('two')
    expect((await answerFromShell(third, new Request(`${ORIGIN}/assets/one.js`)))?.status).toBe(404)
  })

  it('is not installed if a file is missing', async () => {
    const first = await update('one')
    const second = build('two')
    delete server['/assets/two.js']
    await expect(installShell(second)).rejects.toThrow('assets/two.js: HTTP 404')
    expect(await caches.keys()).toHaveLength(1)
    server = {}
    expect(await text(answerFromShell(first, navigation('/')))).toBe('page of one')
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

  it('fetches no hashed file twice', async () => {
    await update('one')
    fetched = []
    await installShell(build('two', 'one'))
    expect(fetched.sort()).toEqual(['/assets/shell-two.json', '/assets/two.js', '/index.html'])
  })

  it('falls back to the network if the browser has evicted it', async () => {
    const shell = await update('one')
    for (const name of await caches.keys()) await caches.delete(name)
    expect(await text(answerFromShell(shell, navigation('/')))).toBe('none')
    expect(await asset(shell, '/assets/one.js')).toBe('one')
  })
})
