import { MATCHING_CALLS } from '../../contract/matching/matching-calls.ts'
import { PAGE_CALLS } from '../../contract/pages/page-calls.ts'
import { RECOMMENDED_CALLS } from '../../contract/recommended/recommended-calls.ts'
import { SOURCE_FILE_CALLS } from '../../contract/sources/source-calls.ts'
// docs/security.md, parsers of foreign content

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SOURCE_PATHS } from '../../contract/sources/source-paths.ts'
import { type FeedServer, serving, startFeedServer } from '../support/feed-server.ts'
import { offer, savePrices } from '../support/prices.ts'
import { type SourcesServer, sourcesServer } from '../support/sources.ts'

/** Processor time in ms of one piece of work on the main thread, during which no other request is answered. */
const MAX_MS_LENGTH = 200
const DAY = '2026-04-18'
const json = { 'content-type': 'application/json' }
const html = { 'content-type': 'text/html' }
const bytes = { 'content-type': 'application/octet-stream' }

const row = (cell: string) => `<tr>${cell.repeat(4)}</tr>`
/** Tables whose cells span rows, in spellings that a parser understands and a pattern may not. */
const spans = (rows: number) =>
  `<html><table>${row(`<td rowspan=" 2" colspan='2 '>a</td>`).repeat(rows)}</table></html>`
const LARGE_TABLE = spans(50_000)
/** A page that never says what it is until its end. */
const INPUTS = `<!doctype html><html>${'<input type type type type type type type type '.repeat(40_000)}`
const pages = (count: number, article: (n: number) => string) =>
  `Наш артикул;Адрес страницы\n${Array.from({ length: count }, (_, n) => `${article(n)};https://shop.ru/p/${n}?${'utm_a=1&'.repeat(40)}`).join('\n')}`
/** Pages of many tyres at one site. */
const TYRES = 1_500
const PAGES = pages(TYRES, (n) => `TS${n}`)
const UNKNOWN_PAGES = pages(20_000, (n) => `Q${n}`)
const NESTED = '['.repeat(3_000_000)
const RECORDS = JSON.stringify(
  Array.from({ length: 30_000 }, (_, n) => ({ article: `A${n}`, price: n, name: 'x'.repeat(60) })),
)
const STATES = `<!doctype html><html><script>${'__A'.repeat(600_000)}</script><script type="application/ld+json">${' '.repeat(900_000)}x</script></html>`

/** Runs work while it measures the longest piece of processor time that the main thread takes without a pause. */
async function longestPiece(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let isDone = false
  let before = process.threadCpuUsage()
  const look = () => {
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1_000)
    before = process.threadCpuUsage()
    if (!isDone) setImmediate(look)
  }
  setImmediate(look)
  await work()
  isDone = true
  // The last piece may end with the answer.
  look()
  return longest
}

describe('content from elsewhere', () => {
  let server: SourcesServer
  let feed: FeedServer
  beforeAll(async () => {
    feed = await startFeedServer()
    server = await sourcesServer({
      FETCH_ALLOWED_HOSTS: feed.host,
      PAGES_ALLOWED_HOSTS: feed.host,
      UPLOAD_MAX_MB: '50',
    })
    await savePrices(
      server.database.db,
      'own.ru',
      DAY,
      Array.from({ length: TYRES }, (_, n) => [{ article: `TS${n}` }, offer({ retail: 5_000 }), {}] as const),
    )
    feed.feeds.set('/inputs', serving(INPUTS, html))
    feed.feeds.set('/table.xls', serving(LARGE_TABLE, html))
    feed.feeds.set('/nested', serving(NESTED, json))
    feed.feeds.set('/records', serving(RECORDS, json))
    feed.feeds.set('/states', serving(STATES, html))
  })
  afterAll(async () => {
    await server.close()
    await feed.close()
  })

  const put = (path: string, content: string) => server.send('POST', path, content, bytes)
  const fetched = (path: string, api?: object) =>
    server.post(SOURCE_FILE_CALLS.fetch.path, { address: `${feed.origin}${path}`, ...(api && { api }) })
  const paged = {
    login: null,
    request: { method: 'GET', headers: [], body: null },
    paging: {
      ...{ by: 'page', parameter: 'page', size_parameter: '', size: 30_000, first: 1, path: '', records: '' },
    },
  }
  const looked = (what: 'guess' | 'sample' | 'trial') => async () => {
    const file = await server.upload(LARGE_TABLE, 'a.xls')
    const mapping = { fields: { article: 'a', retail: 'a (2)' } }
    return server.post(`${SOURCE_PATHS.files}/${file}/${what}`, what === 'guess' ? {} : { mapping })
  }

  it.each<[string, () => Promise<unknown>]>([
    ['a table of pairs', () => put(MATCHING_CALLS.file.path, LARGE_TABLE)],
    ['a table of pages', () => put(`${PAGE_CALLS.file.path}?zone=Europe/Moscow`, LARGE_TABLE)],
    ['pages to track', () => put(`${PAGE_CALLS.file.path}?zone=Europe/Moscow`, PAGES)],
    ['pages that cannot be tracked', () => put(`${PAGE_CALLS.file.path}?zone=Europe/Moscow`, UNKNOWN_PAGES)],
    ['a list of recommended prices', () => put(RECOMMENDED_CALLS.preview.path, LARGE_TABLE)],
    ['an uploaded list, guessed', looked('guess')],
    ['an uploaded list, as a sample', looked('sample')],
    ['an uploaded list, tried', looked('trial')],
    ['a fetched page instead of a list', () => fetched('/inputs')],
    ['a fetched table', () => fetched('/table.xls')],
    ['an API that nests', () => fetched('/nested', paged)],
    ['an API with many records', () => fetched('/records', paged)],
    [
      'a page of a shop',
      () => server.post(PAGE_CALLS.read.path, { tyre: 'TS0', address: `${feed.origin}/states` }),
    ],
  ])('does not occupy the main thread: %s', async (_, work) => {
    expect(await longestPiece(work)).toBeLessThan(MAX_MS_LENGTH)
  })
})
