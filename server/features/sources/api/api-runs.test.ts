// Specification 13.2, 13.13, 13.18

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SOURCE_FILE_CALLS } from '../../../../contract/sources/source-calls.ts'
import { SOURCE_PATHS } from '../../../../contract/sources/source-paths.ts'
import { ENGINES, type TestDatabase } from '../../../../tests/support/database.ts'
import { SECRET } from '../../../../tests/support/processes.ts'
import { type SourcesAt, sourcesAt } from '../../../../tests/support/source-runs.ts'
import { type SourcesServer, sourceInput, sourcesServer } from '../../../../tests/support/sources.ts'
import {
  API_PASSWORD,
  API_SECRETS,
  apiAt,
  json,
  loginAt,
  type SupplierApi,
  startSupplierApi,
} from '../../../../tests/support/supplier-api.ts'
import { createSecretBox } from '../../auth/secret-box.ts'
import { exportSources, importSources } from '../portable.ts'

const MAPPING = {
  format: 'jsonl',
  fields: {
    article: 'code',
    brand: 'brand',
    name: 'name',
    city: 'city',
    retail: 'price',
    opt: 'opt',
    stock: 'stock',
  },
}
const tyres = (count: number, price = 4_000) =>
  Array.from({ length: count }, (_, n) => ({
    ...{ code: `X${n}`, brand: 'Arktika', name: `Шина ${n}`, city: 'Томск' },
    ...{ price: price + 1_000 + n, opt: price + n, stock: 3 },
  }))

let supplier: SupplierApi
beforeEach(async () => {
  supplier = await startSupplierApi()
  supplier.records = tyres(5)
})
afterEach(() => supplier.close())
const api = (over: object = {}) => apiAt(supplier, { by: 'page', parameter: 'page' }, over)
const input = (over: object = {}) => ({
  ...{ kind: 'address', address: supplier.address, api: api(), mapping: MAPPING },
  ...{ times: ['06:30'], secrets: API_SECRETS, ...over },
})

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`sources of an API on ${engine}`, () => {
    let database: TestDatabase
    let at: SourcesAt
    beforeEach(async () => {
      database = await (open as () => Promise<TestDatabase>)()
      at = await sourcesAt(database, supplier.feed.host, '2026-11-21T03:00:00Z')
      await at.addAdmin('admin')
    })
    afterEach(() => database.remove())
    const onMorningOf = async (day: string) => {
      at.at(`${day}T03:30:00Z`)
      await at.work()
    }

    it('import all pages by schedule, and recognise unchanged records by their content', async () => {
      const id = await at.addSource(input())
      await onMorningOf('2026-11-21')
      const first = await at.last(id)
      expect(first).toMatchObject({ state: 'imported', tyres: 5 })
      expect(first?.log.map(({ text }) => text)).toContainEqual(
        expect.stringMatching(/^Скачано .* МБ: страниц 3, записей 5$/),
      )
      await onMorningOf('2026-11-22')
      expect(await at.last(id)).toMatchObject({ state: 'unchanged' })
      supplier.records = tyres(6)
      await onMorningOf('2026-11-23')
      expect(await at.last(id)).toMatchObject({ state: 'imported', tyres: 6 })
      await at.changeSource(
        id,
        input({ api: api({ login: loginAt(supplier, { type: 'form', cookie: 'session' }) }) }),
      )
      await onMorningOf('2026-11-24')
      expect(await at.last(id)).toMatchObject({ state: 'imported', tyres: 6 })
    })

    it('save nothing if a page fails in the middle, and begin anew as late as the supplier asks', async () => {
      const id = await at.addSource(input())
      supplier.instead = (_, number, response) => {
        if (number === 2) response.writeHead(429, { 'retry-after': '600' }).end()
        return number === 2
      }
      await onMorningOf('2026-11-21')
      expect(await at.last(id)).toMatchObject({ state: 'waiting', message: expect.stringContaining('429') })
      expect(await at.db.all('SELECT * FROM snapshots')).toEqual([])
      expect(readdirSync(join(database.location.dataDir, 'incoming'))).toEqual([])
      at.pass(9)
      await at.work()
      expect(supplier.logins()).toBe(1)
      at.pass(1)
      await at.work()
      expect(await at.last(id)).toMatchObject({ state: 'imported', tyres: 5 })
    })

    it('have no secret in settings, logs, messages, audit and exports', async () => {
      const id = await at.addSource(
        input({ secrets: { headers: [], basic: { username: 'anna', password: 'тайна-2' } } }),
      )
      await onMorningOf('2026-11-21')
      expect(await at.last(id)).toMatchObject({
        state: 'failed',
        message: `Вход не удался: сервер ${supplier.feed.host} не принял имя, пароль или ключи (ответ 401)`,
      })
      await at.changeSource(id, input())
      supplier.tokenLife = 0
      await onMorningOf('2026-11-22')
      expect(await at.last(id)).toMatchObject({ state: 'failed' })
      const set = await exportSources(at.db)
      expect(set.sources).toMatchObject([{ api: api(), secret_names: ['Basic'] }])
      const told = [set, await at.page(id), await at.told(), at.warnings]
      for (const table of ['sources', 'source_runs', 'audit_log', 'notifications']) {
        told.push(await at.db.all(`SELECT * FROM ${table}`))
      }
      expect(JSON.stringify(told)).not.toMatch(/тайна|token-1/)
      await importSources(
        at.db,
        createSecretBox(SECRET, 'source secrets'),
        new Set([supplier.feed.host]),
        set,
      )
      expect((await exportSources(at.db)).sources).toEqual(set.sources)
    })

    it('keep stored secrets from servers that have not had them', async () => {
      const id = await at.addSource(input())
      const elsewhere = api({ login: loginAt(supplier, { address: 'https://evil.example.ru/login' }) })
      const kept = input({ api: elsewhere, secrets: undefined })
      await expect(at.changeSource(id, kept)).rejects.toThrow('Адрес ведёт на другой сервер')
      await at.changeSource(id, input({ api: elsewhere }))
      await at.changeSource(id, kept)
      // Name and password were for the login alone.
      const open = input({ api: null, secrets: undefined })
      await expect(at.changeSource(id, open)).rejects.toThrow('Адрес ведёт на другой сервер')
      await at.changeSource(id, input({ api: null }))
      expect((await at.page(id)).source.api).toBeNull()
    })

    it('are described only at addresses of the web', async () => {
      const id = await at.addSource(input({ kind: 'upload', address: '', times: [] }))
      expect((await at.page(id)).source.api).toBeNull()
      await expect(at.addSource(input({ site: 'b.ru', address: 'ftp://shop.ru/a.csv' }))).rejects.toThrow(
        'http://',
      )
    })
  })
}

describe('sources of an API in the assistant', () => {
  let server: SourcesServer
  beforeEach(async () => {
    server = await sourcesServer({ FETCH_ALLOWED_HOSTS: supplier.feed.host })
  })
  afterEach(() => server.close())
  const fetched = (over: object = {}) =>
    server.post(SOURCE_FILE_CALLS.fetch.path, { address: supplier.address, api: api(), ...over })
  const files = () => readdirSync(join(server.database.location.dataDir, 'incoming'))

  it('give their first three pages, which is said, and whole lists without that', async () => {
    supplier.records = tyres(3)
    const whole = await fetched({ secrets: API_SECRETS })
    expect(whole).toMatchObject({ status: 200, body: { name: 'tyres' } })
    expect(whole.body).not.toHaveProperty('first_pages')
    supplier.records = tyres(9)
    const look = await fetched({ secrets: API_SECRETS })
    expect(look).toMatchObject({ status: 200, body: { first_pages: 3 } })
    const guess = await server.post(`${SOURCE_PATHS.files}/${look.body.file}/guess`)
    expect(guess).toMatchObject({ status: 200, body: { format: 'jsonl' } })
  })

  it('use the stored secrets for the servers of the source alone', async () => {
    const source = await server.addSource(input())
    expect(await fetched({ source })).toMatchObject({ status: 200 })
    const elsewhere = api({ login: loginAt(supplier, { address: 'https://evil.example.ru/login' }) })
    expect(await fetched({ source, api: elsewhere })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('Адрес ведёт на другой сервер') },
    })
  })

  it('say why they failed, without secrets, and leave no file', async () => {
    const wrong = { headers: [], basic: { username: 'anna', password: 'тайна-2' } }
    const refused = await fetched({ secrets: wrong })
    expect(refused).toMatchObject({ status: 400, body: { error: expect.stringMatching(/^Вход не удался/) } })
    expect(JSON.stringify(refused)).not.toContain('тайна')
    supplier.instead = (_, __, response) => {
      json(response, { password: API_PASSWORD }, 500)
      return true
    }
    expect(JSON.stringify(await fetched({ secrets: API_SECRETS }))).not.toContain('тайна')
    expect(files()).toEqual([])
  })

  it('are refused with what the schema does not know, and answered as they are saved', async () => {
    const odd = { ...api(), request: { ...api().request, method: 'DELETE' } }
    expect(await server.post(SOURCE_PATHS.sources, sourceInput(input({ api: odd })))).toMatchObject({
      status: 400,
    })
    const { body } = await server.post(SOURCE_PATHS.sources, sourceInput(input()))
    expect(await server.page(body.id as never)).toMatchObject({
      source: { api: api(), secret_names: ['Basic'] },
    })
  })
})
