// Specification 13.8, 13.13, 13.15, 13.18, 23.2

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Source, SourceHistory } from '../../contract/sources/source.ts'
import { SOURCE_PATHS } from '../../contract/sources/source-paths.ts'
import { openDatabase } from '../../server/platform/db/open.ts'
import { runCommand } from '../support/commands.ts'
import { FAULTS, type FeedServer, serving, startFeedServer } from '../support/feed-server.ts'
import { hasDovecot, mailOf, startImapServer } from '../support/imap.ts'
import {
  ADMIN,
  finished,
  type RunningServer,
  startProgram,
  startServer,
  temporaryFolder,
} from '../support/processes.ts'
import { productPage } from '../support/shop-pages.ts'
import { tyresCsv } from '../support/sources.ts'
import { API_PASSWORD, API_USER, startSupplierApi } from '../support/supplier-api.ts'

let folder: ReturnType<typeof temporaryFolder>
let feed: FeedServer
let env: Record<string, string>
beforeEach(async () => {
  folder = temporaryFolder()
  feed = await startFeedServer()
  feed.feeds.set('/a.csv', serving(tyresCsv(3)))
  const dist = join(folder.path, 'dist')
  mkdirSync(dist)
  writeFileSync(join(dist, 'index.html'), '')
  env = {
    DATA_DIR: join(folder.path, 'data'),
    DIST_DIR: dist,
    FETCH_ALLOWED_HOSTS: feed.host,
    TZ: 'Europe/Moscow',
  }
})
afterEach(async () => {
  await feed.close()
  folder.remove()
})

const sources = (args: readonly string[], input?: string, over: object = {}) =>
  runCommand('sources', args, { ...env, ...over }, input)

const add = (...more: string[]) =>
  sources(['add', '--site', 'a.ru', '--title', 'Шины А', '--address', `${feed.origin}/a.csv`, ...more])

/** Returns the only source as an administrator sees it. */
async function seen({ origin }: RunningServer): Promise<SourceHistory> {
  const entered = await fetch(`${origin}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  const { access_token: token } = (await entered.json()) as { access_token: string }
  const get = async (path: string) =>
    (await fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${token}` } })).json()
  const list = (await get(SOURCE_PATHS.sources)) as { sources: Source[] }
  return (await get(`${SOURCE_PATHS.sources}/${list.sources[0]?.id}`)) as SourceHistory
}

describe('npm run sources', () => {
  it('prints usage and reports wrong calls', async () => {
    expect(await sources(['--help'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('npm run sources -- run'),
    })
    expect(await sources(['dance'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Неизвестная команда'),
    })
    expect(await sources(['run', 'никто'])).toMatchObject({ code: 1, stderr: expect.stringContaining('нет') })
    expect(await sources(['add', '--site', 'a.ru', '--times', '7'])).toMatchObject({ code: 0 })
    expect(await add('--times', '7')).toMatchObject({ code: 1, stderr: expect.stringContaining('«7»') })
  })

  it('adds, lists and runs, and prints what happened', async () => {
    expect(await add('--times', '06:30', '--expected-by', '09:00')).toMatchObject({ code: 0 })
    expect((await sources(['list'])).stdout).toMatch(/Шины А \(a\.ru\): ещё не загружался.*следующий запуск/)
    const ran = await sources(['run', 'шины а', '--date', '2026-04-18'])
    expect(ran).toMatchObject({ code: 0, stderr: '' })
    expect(ran.stdout).toContain('Загружено за 18.04.2026: шин 3, предложений 3')
    feed.feeds.set('/a.csv', FAULTS.page)
    expect(await sources(['run', 'a.ru', '--date', '2026-04-18'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('страницу (HTML)'),
    })
  })

  it.skipIf(!hasDovecot)('adds a mailbox, reads it, and exports which mails are read', async () => {
    const imap = await startImapServer()
    try {
      const attachments = [{ name: 'цены.csv', content: tyresCsv(3) }]
      await imap.deliver(mailOf({ attachments }), new Date().toISOString())
      const mailEnv = {
        FETCH_ALLOWED_HOSTS: imap.hosts.join(),
        NODE_EXTRA_CA_CERTS: imap.certificateFile,
      }
      const address = `imaps://localhost:${imap.tlsPort}/`
      const place = ['add', '--site', 'a.ru', '--address', address, '--user', 'prices']
      expect(await sources(place, 'secret\n', mailEnv)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('Не указано, от кого письма: --from price@example.ru'),
      })
      const rest = ['--from', 'price@supplier.ru', '--attachment', '*.csv', '--valid-days', '1']
      expect(await sources([...place, ...rest], 'secret\n', mailEnv)).toMatchObject({ code: 0 })
      const ran = await sources(['run', 'a.ru'], undefined, mailEnv)
      expect(ran).toMatchObject({ code: 0, stderr: '' })
      expect(ran.stdout).toContain('от price@supplier.ru: «цены.csv»')
      expect((await imap.mails())?.map(({ flags }) => flags)).toEqual([['\\Seen']])
      const set = await sources(['export'])
      expect(JSON.parse(set.stdout).sources[0]).toMatchObject({
        kind: 'mail',
        address,
        mail: { folder: 'INBOX', from: 'price@supplier.ru', attachment: '*.csv', valid_days: 1 },
        secret_names: ['Basic'],
      })
      expect(await sources(['import', '-'], set.stdout, mailEnv)).toMatchObject({ code: 0 })
      expect(await sources(['add', '--site', 'b.ru', '--folder', 'X'])).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('--folder нужен адрес почты'),
      })
    } finally {
      await imap.close()
    }
  })

  it('adds an API by its description, reads all its pages, and exports it', async () => {
    const supplier = await startSupplierApi()
    try {
      supplier.records = Array.from({ length: 5 }, (_, n) => ({
        code: `X${n}`,
        name: `Шина ${n}`,
        price: 4_000 + n,
      }))
      const write = (name: string, content: object) => {
        const path = join(folder.path, name)
        writeFileSync(path, JSON.stringify(content))
        return path
      }
      const login = {
        address: `${supplier.feed.origin}/login`,
        body: { login: '{username}', password: '{password}' },
        token: 'data.token',
      }
      const paging = { by: 'cursor', parameter: 'cursor', path: 'data.cursor', records: 'data.items' }
      const fields = { article: 'code', name: 'name', retail: 'price', city: { value: 'Томск' } }
      const map = write('map.json', { format: 'jsonl', fields })
      const place = ['add', '--site', 'a.ru', '--address', supplier.address, '--map', map, '--user', API_USER]
      const apiEnv = { FETCH_ALLOWED_HOSTS: supplier.feed.host }
      const addApi = (api: object) =>
        sources([...place, '--api', write('api.json', api)], `${API_PASSWORD}\n`, apiEnv)
      expect(await addApi({ login, paging: { by: 'magic' } })).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('--api: это не описание запросов: /paging'),
      })
      expect(await addApi({ login: { ...login, body: { password: 'hunter2' } } })).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('«password» в теле входа не пишут открыто'),
      })
      expect(await addApi({ login, paging })).toMatchObject({ code: 0, stderr: '' })
      const ran = await sources(['run', 'a.ru'], undefined, apiEnv)
      expect(ran).toMatchObject({ code: 0, stderr: '' })
      expect(ran.stdout).toMatch(/страниц 3, записей 5[\s\S]*шин 5, предложений 5/)
      const set = await sources(['export'])
      expect(set.stdout).not.toContain('тайна')
      expect(JSON.parse(set.stdout).sources[0]).toMatchObject({ kind: 'address', api: { login, paging } })
      expect(await sources(['import', '-'], set.stdout, apiEnv)).toMatchObject({ code: 0 })
      expect(await sources(['add', '--site', 'b.ru', '--api', map])).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('--api нужен адрес API'),
      })
    } finally {
      await supplier.close()
    }
  })

  it('says what a shop’s page states, from its address or a file, and stores nothing', async () => {
    const offer = { '@type': 'Offer', price: '5 490', priceCurrency: 'RUB' }
    const product = { '@type': 'Product', name: 'Polar 3 205/55 R16', mpn: 'TS71234', offers: offer }
    const html = `<!doctype html><h1>Polar 3</h1><script type="application/ld+json">${JSON.stringify(product)}</script>
      <meta property="product:price:amount" content="60"><meta property="product:price:currency" content="USD">`
    feed.feeds.set('/tyre', serving(html, { 'content-type': 'text/html; charset=utf-8' }))
    const expected = [
      'Polar 3',
      '  ● 5 490 ₽ — JSON-LD, Product › offers › price',
      '      Polar 3 205/55 R16 · арт. TS71234',
      '    Цена не в рублях: USD — OpenGraph, product:price:amount',
      '      без названия',
      '● — цена, которая будет взята: 5 490 ₽',
      '',
    ].join('\n')
    const byAddress = await sources(['page', `${feed.origin}/tyre`])
    expect({ ...byAddress, stdout: byAddress.stdout.replaceAll('\u00a0', ' ') }).toMatchObject({
      code: 0,
      stdout: expected,
      stderr: '',
    })
    const file = join(folder.path, 'tyre.html')
    writeFileSync(file, html)
    expect((await sources(['page', file])).stdout).toBe(byAddress.stdout)
    expect(readdirSync(join(env.DATA_DIR as string, 'incoming'))).toEqual([])
    writeFileSync(file, '<h1>Контакты</h1>')
    expect(await sources(['page', file])).toMatchObject({
      code: 1,
      stdout: 'Контакты\nЦен на странице не видно.\n',
    })
    const used = '{"@type":"Product","name":"Polar 3 б/у","offers":{"price":2100}}'
    const scripts = ['{"a":oops}', used].map((text) => `<script type="application/ld+json">${text}</script>`)
    writeFileSync(file, `<h1>Polar 3</h1>${scripts.join('')}`)
    const refused = await sources(['page', file])
    expect({ ...refused, stdout: refused.stdout.replaceAll('\u00a0', ' ') }).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /Не прочитано: JSON-LD, скрипт 1: JSON повреждён[\s\S]*Шина не новая: б\/у, 2 100 ₽ — JSON-LD[\s\S]*Ни одну из этих цен взять нельзя/,
      ),
    })
    writeFileSync(file, '<h1>Вам есть 18 лет?</h1>')
    expect((await sources(['page', file])).stdout).toContain('Вместо страницы сайт спрашивает возраст.')
    expect(
      await sources(['page', 'http://127.0.0.1:9/x'], undefined, { FETCH_ALLOWED_HOSTS: '' }),
    ).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/порту 80 или 443|внутреннюю сеть/),
    })
  })

  it('says which pages of a shop have tyres', async () => {
    feed.feeds.set('/', serving('<a href="/tyre-1">Шина</a><a href="/market.yml">YML</a>'))
    feed.feeds.set('/tyre-1', serving(productPage()))
    const { code, stdout } = await sources(['shop', `${feed.origin}/`])
    expect(code).toBe(0)
    expect(stdout.replaceAll('\u00a0', ' ')).toContain(
      [
        'Известно адресов: 1',
        `Прайс-лист YML: ${feed.origin}/market.yml`,
        `/tyre-1 — товары, адресов 1, на ${feed.origin}/tyre-1 шин 1`,
        '    5 490 ₽ — Arktika Шина Arktika Polar 3 205/55 R16 91T',
      ].join('\n'),
    )
    feed.feeds.clear()
    expect(await sources(['shop', `${feed.origin}/`])).toMatchObject({ code: 1 })
  })

  it('prompts for secrets, and never prints them', async () => {
    const added = startProgram(
      'server/commands/sources.ts',
      ['add', '--site', 'a.ru', '--address', `${feed.origin}/a.csv`, '--header', 'X-Api-Key'],
      env,
      'geheim\n',
    )
    expect(await finished(added)).toMatchObject({ code: 0 })
    await sources(['run', 'a.ru'])
    expect(feed.asked[0]?.headers['x-api-key']).toBe('geheim')
    const exported = await sources(['export'])
    expect(exported.stdout).not.toContain('geheim')
    const moved = { DATA_DIR: join(folder.path, 'other') }
    const file = join(folder.path, 'set.json')
    writeFileSync(file, exported.stdout)
    expect((await sources(['import', file], undefined, moved)).stdout).toBe(
      'a.ru (a.ru): добавлен; укажите в приложении: X-Api-Key\n',
    )
    expect((await sources(['import', '-'], exported.stdout, moved)).stdout).toContain('a.ru (a.ru): изменён')
    const again = await sources(['export'], undefined, moved)
    expect(JSON.parse(again.stdout).sources).toMatchObject([
      { site: 'a.ru', address: `${feed.origin}/a.csv` },
    ])
    const broken = exported.stdout.replace('"address":', '"adress":')
    expect(await sources(['import', '-'], broken, moved)).toMatchObject({ code: 1 })
  })
})

describe('a server', () => {
  it('repeats an interrupted fetch at its next start after it was killed', async () => {
    feed.feeds.set('/a.csv', FAULTS.stalling)
    await add()
    const db = await openDatabase({ dataDir: env.DATA_DIR as string, databaseUrl: undefined })
    await db.run(
      `INSERT INTO source_runs (source_id, day, started_by, state, due_at, created_at)
       SELECT id, '2026-11-21', 'schedule', 'waiting', 0, 0 FROM sources`,
    )
    await db.close()
    const first = await startServer(env)
    await feed.askedFor('/a.csv')
    await first.stop('SIGKILL')
    feed.feeds.set('/a.csv', serving(tyresCsv(3)))
    const second = await startServer(env)
    await expect.poll(async () => (await seen(second)).runs[0]?.state).toBe('imported')
    const { runs, source } = await seen(second)
    expect(runs).toHaveLength(1)
    expect(source).toMatchObject({ last_day: '2026-11-21', tyres: 3 })
    await second.stop()
  })
})
