// Specification 23.3, 23.9, 23.10

import { afterAll, beforeAll, expect, it } from 'vitest'
import { SHOP_CALLS } from '../../../../contract/pages/page-calls.ts'
import type { ShopJob } from '../../../../contract/pages/shop-job.ts'
import type { SourceHistory } from '../../../../contract/sources/source.ts'
import { SOURCE_PATHS } from '../../../../contract/sources/source-paths.ts'
import type { Trial } from '../../../../contract/sources/trial.ts'
import { type FeedServer, serving, startFeedServer } from '../../../../tests/support/feed-server.ts'
import { SHOP_KINDS, type ShopKind, startMadeUpShop } from '../../../../tests/support/made-up-shops.ts'
import { productPage } from '../../../../tests/support/shop-pages.ts'
import { type SourcesServer, sourceInput, sourcesServer } from '../../../../tests/support/sources.ts'
import { SourceFiles } from '../files.ts'
import type { PageFetcher } from './fetch-page.ts'
import { ShopJobs } from './shop-jobs.ts'

const html = { 'content-type': 'text/html; charset=utf-8' }
const nameOf = (n: number) => `Arktika Polar ${n} 205/55 R16 91T`

let shop: FeedServer
let server: SourcesServer
let seller: string
beforeAll(async () => {
  shop = await startFeedServer()
  server = await sourcesServer({ FETCH_ALLOWED_HOSTS: shop.host })
  await server.addUser('seller')
  seller = (await server.signIn('seller')).token
  const links = [0, 1, 2].map((n) => `<a href="/tyre/${n}.html">x</a>`).join('')
  shop.feeds.set('/', serving(`<h1>Магазин</h1>${links}`, html))
  for (const n of [0, 1, 2])
    shop.feeds.set(`/tyre/${n}.html`, serving(productPage({ name: nameOf(n), price: 5_000 + n }), html))
})
afterAll(async () => {
  await shop?.close()
  await server?.close()
})

const ended = async (started: { status: number; body: object }): Promise<ShopJob> => {
  expect(started).toMatchObject({ status: 200, body: { state: 'running', look: null, sample: null } })
  const { id } = started.body as ShopJob
  const find = async () => (await server.get(`/api/companion/shop-jobs/${id}`)) as unknown as ShopJob
  await expect.poll(async () => (await find()).state).not.toBe('running')
  return find()
}

it('an administrator comes from a shop’s address to its prices', async () => {
  const { look } = await ended(await server.post(SHOP_CALLS.look.path, { address: shop.origin }))
  expect(look).toMatchObject({
    site: 'localhost',
    pages: [{ pattern: '/tyre/0.html' }, { kind: 'product' }, { tyres: [{ price: 5_002 }] }],
    proposal: { starts: [`${shop.origin}/`], lists: [], completeness: 70, pause: 1 },
  })
  const crawl = { ...look?.proposal, products: ['/tyre/*'] }
  const { sample } = await ended(await server.post(SHOP_CALLS.sample.path, { crawl }))
  expect(sample).toMatchObject({ pages: 3, tyres: 3 })
  const address = `${shop.origin}/`
  const input = sourceInput({ site: 'shop.ru', title: 'Магазин', kind: 'shop', address, crawl })
  const trial = await server.post(`${SOURCE_PATHS.files}/${sample?.file.file}/trial`, {
    mapping: look?.mapping,
    site: 'shop.ru',
    day: '2026-04-18',
    max_bad: 20,
  })
  expect(trial.body as unknown as Trial).toMatchObject({
    error: null,
    tyres: 3,
    bad: 0,
    first: [{ offers: [{ retail: 5_000 }] }, {}, {}],
  })
  const { body } = await server.post(SOURCE_PATHS.sources, input)
  const source = `${SOURCE_PATHS.sources}/${body.id as unknown as string}`
  await server.post(`${source}/run`, {})
  const history = async () => (await server.get(source)) as unknown as SourceHistory
  await expect.poll(async () => (await history()).runs[0]?.state).toBe('imported')
  expect((await history()).source).toMatchObject({
    kind: 'shop',
    address,
    tyres: 3,
    crawl: { products: ['/tyre/*'] },
  })
})

/** Reads a made-up shop from its address to the prices of a run. */
async function readShop(kind: ShopKind): Promise<void> {
  const made = await startMadeUpShop(kind)
  try {
    const host = new URL(made.origin).host
    const own = await sourcesServer({ FETCH_ALLOWED_HOSTS: host })
    try {
      const job = async (path: string, body: object) => {
        const { id } = (await own.post(path, body)).body as unknown as ShopJob
        const find = async () => (await own.get(`/api/companion/shop-jobs/${id}`)) as unknown as ShopJob
        await expect.poll(async () => (await find()).state).not.toBe('running')
        return find()
      }
      const { look } = await job(SHOP_CALLS.look.path, { address: made.origin })
      const crawl = look?.proposal
      const { sample } = await job(SHOP_CALLS.sample.path, { crawl })
      expect({ kind, tyres: sample?.tyres }).toEqual({ kind, tyres: 3 })
      const address = `${made.origin}/`
      const input = { site: 'shop.ru', title: 'Магазин', kind: 'shop' as const, address, crawl }
      const { body } = await own.post(
        SOURCE_PATHS.sources,
        sourceInput({ ...input, mapping: look?.mapping } as never),
      )
      const source = `${SOURCE_PATHS.sources}/${body.id as unknown as string}`
      await own.post(`${source}/run`, {})
      const run = async () => ((await own.get(source)) as unknown as SourceHistory).runs[0]
      await expect.poll(async () => (await run())?.finished_at ?? null).not.toBeNull()
      expect(await run()).toMatchObject({ state: 'imported', tyres: 3, offers: 3 })
      expect(made.asked.filter((path) => path.startsWith('/secret'))).toEqual([])
      // The look may read one day of the calendar as a sample; nothing follows its links.
      expect(made.asked.filter((path) => path.startsWith('/calendar')).length).toBeLessThanOrEqual(12)
    } finally {
      await own.close()
    }
  } finally {
    await made.close()
  }
}

it('shops of other kinds give the same prices', async () => {
  await Promise.all(SHOP_KINDS.filter((kind) => kind !== 'lists').map(readShop))
})

it('a sample has the prices of each page in every city', async () => {
  const priceIn = (cookie = '') => (cookie.includes('city=omsk') ? 5_500 : 5_000)
  shop.feeds.set('/cities/1.html', (request, response) =>
    serving(productPage({ name: nameOf(1), price: priceIn(request.headers.cookie) }), html)(
      request,
      response,
    ),
  )
  const values = ['omsk', 'tomsk'].map((value) => ({ city: value, value }))
  const crawl = {
    ...{ sitemaps: [], starts: [`${shop.origin}/cities/1.html`], lists: [], products: ['/cities/*'] },
    ...{
      cities: { by: 'cookie', name: 'city', values },
      pause: 1,
      hours: null,
      rest_days: 7,
      completeness: 70,
    },
  }
  const { sample } = await ended(await server.post(SHOP_CALLS.sample.path, { crawl }))
  expect(sample).toMatchObject({ pages: 2, tyres: 2 })
})

it('a shop without tyres, or that cannot be read, is said so', async () => {
  shop.feeds.set('/empty', serving('<h1>Ничего</h1>', html))
  const { look } = await ended(await server.post(SHOP_CALLS.look.path, { address: `${shop.origin}/empty` }))
  expect(look).toMatchObject({ pages: [], proposal: null })
  expect(
    await ended(await server.post(SHOP_CALLS.look.path, { address: `${shop.origin}/none` })),
  ).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('Такой страницы на сайте нет (ответ 404)'),
  })
  expect(await server.post(SHOP_CALLS.look.path, { address: 'http://10.0.0.1/' })).toMatchObject({
    status: 400,
  })
})

it('is for administrators, and each sees their own work', async () => {
  const as = { authorization: `Bearer ${seller}` }
  expect(await server.send('POST', SHOP_CALLS.look.path, { address: shop.origin }, as)).toMatchObject({
    status: 403,
  })
  await server.addUser('other', { role: 'admin' })
  const other = { authorization: `Bearer ${(await server.signIn('other')).token}` }
  const started = await server.post(SHOP_CALLS.look.path, { address: `${shop.origin}/empty` })
  const { id } = started.body as unknown as ShopJob
  expect(await server.send('GET', `/api/companion/shop-jobs/${id}`, undefined, other)).toMatchObject({
    status: 404,
  })
  await ended(started)
})

it('reads three shops at a time, however many are named at once', async () => {
  const { db } = server.database
  const user = (await db.get<{ id: string }>('SELECT id FROM users LIMIT 1'))?.id ?? ''
  const readings = Promise.withResolvers<never>()
  const jobs = new ShopJobs({
    db,
    files: new SourceFiles(server.database.location.dataDir),
    fetcher: { robots: () => readings.promise } as unknown as PageFetcher,
    allowedHosts: new Set(),
    log: { warn: () => undefined },
  })
  const started = await Promise.allSettled(
    Array.from({ length: 5 }, () => jobs.look(user, 'https://shop.ru/')),
  )
  expect(started.map(({ status }) => status).sort()).toEqual([
    ...['fulfilled', 'fulfilled', 'fulfilled'],
    ...['rejected', 'rejected'],
  ])
  readings.reject(new Error('closed'))
  await jobs.stop()
})
