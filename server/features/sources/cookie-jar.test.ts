// Specification 23.4

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sqliteDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { type FeedServer, serving, startFeedServer } from '../../../tests/support/feed-server.ts'
import { productPage } from '../../../tests/support/shop-pages.ts'
import { type SourcesAt, sourcesAt } from '../../../tests/support/source-runs.ts'
import { CookieJar } from './cookie-jar.ts'

const SHOP = new URL('https://shop.ru/a')

describe('CookieJar', () => {
  it('sends cookies to their host alone, those of the request first', () => {
    const jar = new CookieJar()
    jar.store(SHOP, ['sid=1; Path=/; Secure', 'city=omsk', 'bad name=1', 'x=\u0001', 'none'])
    expect(jar.header(new URL('https://shop.ru/b'))).toBe('sid=1; city=omsk')
    expect(jar.header(new URL('https://shop.ru/b'), 'city=tomsk')).toBe('city=tomsk; sid=1')
    expect(jar.header(new URL('http://shop.ru/'))).toBe('city=omsk')
    expect(jar.header(new URL('https://other.shop.ru/'))).toBe('')
  })

  it('counts changes alone, and removes what expires', () => {
    const jar = new CookieJar()
    jar.store(SHOP, ['sid=1'])
    jar.store(SHOP, ['sid=1'])
    expect(jar.version).toBe(1)
    jar.store(SHOP, ['sid=1; Max-Age=0', 'other='])
    expect(jar.header(SHOP)).toBe('')
    expect(jar.version).toBe(2)
  })

  it('is bounded', () => {
    const jar = new CookieJar()
    for (let n = 0; n < 100; n++) {
      jar.store(SHOP, [`c${n}=${'x'.repeat(1_000)}`])
      jar.store(new URL(`https://shop${n}.ru/`), ['a=1'])
    }
    expect(jar.header(SHOP).length).toBeLessThan(3_100)
    expect(jar.header(new URL('https://shop1.ru/'))).toBe('')
    expect(jar.header(new URL('https://shop99.ru/'))).toBe('a=1')
  })
})

describe('a shop that redirects to the same address with a cookie', () => {
  let shop: FeedServer
  let database: TestDatabase
  let at: SourcesAt
  beforeEach(async () => {
    shop = await startFeedServer()
    database = await sqliteDatabase()
    at = await sourcesAt(database, shop.host, '2026-11-21T02:00:00Z')
  })
  afterEach(async () => {
    await shop.close()
    await database.remove()
  })

  const read = (path: string, cookies?: CookieJar, cookie = '') => {
    const { signal } = new AbortController()
    const manner = { signal, patienceMs: 60_000, cookie, ...(cookies && { cookies }) }
    return at.deps.pages.fetcher.read(`${shop.origin}${path}`, manner)
  }
  /** Shows a page to visitors with a cookie, and gives others one. */
  const guard = (path: string, given: () => string | string[]) =>
    shop.feeds.set(path, (request, response) =>
      /sid=\d/.test(request.headers.cookie ?? '')
        ? serving(productPage(), { 'content-type': 'text/html' })(request, response)
        : void response.writeHead(302, { location: path, 'set-cookie': given() }).end(),
    )
  const cookiesAsked = () =>
    shop.asked.filter(({ path }) => path !== '/robots.txt').map(({ headers }) => headers.cookie)

  it('is read with that cookie, which the run keeps', async () => {
    guard('/1', () => 'sid=1; Path=/')
    guard('/2', () => 'sid=1; Path=/')
    const run = new CookieJar()
    expect(await read('/1', run, 'city=omsk')).toMatchObject({
      kind: 'page',
      reading: { offers: [{ price: 5_490 }] },
    })
    expect(await read('/2', run)).toMatchObject({ kind: 'page' })
    expect(cookiesAsked()).toEqual(['city=omsk', 'city=omsk; sid=1', 'sid=1'])
  })

  it.each([
    ['no cookie', () => []],
    ['a cookie that does not help', () => 'other=1'],
    ['a new one each time', () => `other=${Math.random()}`],
  ])('says that it demands one when it gives %s', async (_, given) => {
    guard('/1', given)
    await expect(read('/1')).rejects.toThrow(
      `${shop.host} перенаправляет на тот же адрес: магазин требует cookie`,
    )
    expect(cookiesAsked().length).toBeLessThanOrEqual(6)
  })

  it('still has every target checked', async () => {
    const other = await startFeedServer()
    const target = `${other.origin.replace('localhost', '127.0.0.1')}/`
    shop.feeds.set('/1', (_, response) =>
      response.writeHead(302, { location: target, 'set-cookie': 'sid=1' }).end(),
    )
    await expect(read('/1')).rejects.toThrow()
    expect(other.asked).toEqual([])
    await other.close()
  })
})
