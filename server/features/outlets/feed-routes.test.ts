// Specification 24.2, 24.3, 24.5

import { strFromU8, unzipSync } from 'fflate'
import { SaxesParser } from 'saxes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Decision } from '../../../contract/decisions/decision.ts'
import { readAnswer } from '../../../contract/lib/answer.ts'
import { FEED_COLUMNS, OutletAnswer, type OutletSettings } from '../../../contract/outlets/outlet.ts'
import { BASIS } from '../../../tests/support/decisions.ts'
import { outletSettings } from '../../../tests/support/outlets.ts'
import { type TestWire, testWire } from '../../../tests/support/wire.ts'
import { LOG_OPTIONS } from '../../platform/http/request-log.ts'
import { clientNetwork } from './fetches.ts'

const OUTLETS = '/api/companion/outlets'
const HOSTILE = `=cmd|'/C calc'!A0;"<a&b>]]>\u0001\ud800 ё 🛞`

const decision = (over: Partial<Decision> = {}): Decision => ({
  ...BASIS,
  article: 'A1',
  rivals: [4321],
  median: 4321,
  cost: 1234,
  wholesale: 2345,
  proposed: 3456,
  now: 5500,
  price: 5200.5,
  rule: { by: 'hand' },
  comment: 'наш секрет',
  checked: true,
  ...over,
})

let wire: TestWire
let keys = 0
const newKey = () => (keys++).toString(16).padStart(32, '0')

beforeAll(async () => {
  wire = await testWire({ TRUST_PROXY: '1' })
  await wire.addUser('anna', { role: 'analyst' })
})
afterAll(() => wire.close())

const post = (url: string, payload: object = {}) => wire.as('anna', { method: 'POST', url, payload })
const seen = async (id: number) =>
  readAnswer(OutletAnswer, (await wire.as('anna', { url: `${OUTLETS}/${id}` })).body)

/** Returns an outlet with an address, which publishes these decisions unless there are none. */
async function outlet(over: Partial<OutletSettings>, decisions: readonly Decision[] = [decision()]) {
  const { id } = (await post(OUTLETS, outletSettings(over))).json() as { id: number }
  const { path } = (await post(`${OUTLETS}/${id}/address`)).json() as { path: string }
  const publish = async (others: readonly Decision[]) => {
    const set = (
      await post('/api/companion/decisions', { key: newKey(), name: 'Зима', decisions: others })
    ).json() as { id: number }
    await post(`/api/companion/decisions/${set.id}/state`, { from: 'draft', to: 'agreed' })
    const answer = await post(`${OUTLETS}/${id}/publish`, { key: newKey(), set: set.id, unchecked: false })
    expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()])
  }
  if (decisions.length > 0) await publish(decisions)
  return { id, path, publish }
}

/** Each client of the tests has an address of its own, because of the rate limit. */
let clients = 0
const read = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  wire.app.inject({ method, url, headers: { 'x-forwarded-for': `203.0.113.${++clients}`, ...headers } })

/** Parses XML strictly; returns its elements with attributes and texts. */
function parsed(xml: string) {
  const found: { name: string; text: string; attributes: Record<string, string> }[] = []
  const open: typeof found = []
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, text: '', attributes: attributes as Record<string, string> }
    found.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    const last = open.at(-1)
    if (last) last.text += text
  })
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  return {
    texts: (name: string) => found.filter((one) => one.name === name).map(({ text }) => text),
    attributes: (name: string) => found.filter((one) => one.name === name).map((one) => one.attributes),
  }
}

const all = FEED_COLUMNS.map((id) => ({ id, name: id }))

describe('a feed', () => {
  it('is a CSV file with all texts as they are, in the chosen columns, names, separator and encoding', async () => {
    const columns: OutletSettings['columns'] = [
      { id: 'price', name: 'Цена' },
      { id: 'name', name: '=Имя' },
      { id: 'id', name: 'Артикул' },
    ]
    const hostile = [decision({ name: HOSTILE, article: '+7' })]
    const semicolon = await read((await outlet({ columns }, hostile)).path)
    expect(semicolon.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="prices.csv"',
    })
    expect(semicolon.body).toBe(
      `\ufeffЦена;=Имя;Артикул\r\n5200,5;"=cmd|'/C calc'!A0;""<a&b>]]>\u0001\ufffd ё 🛞";+7\r\n`,
    )
    const comma = await read(
      (await outlet({ columns, separator: ',', encoding: 'windows-1251' }, hostile)).path,
    )
    expect(comma.headers['content-type']).toBe('text/csv; charset=windows-1251')
    expect(new TextDecoder('windows-1251').decode(comma.rawPayload)).toBe(
      `Цена,=Имя,Артикул\r\n5200.5,"=cmd|'/C calc'!A0;""<a&b>]]>\u0001? ё ?",+7\r\n`,
    )
    const tab = await read((await outlet({ columns, separator: 'tab' })).path)
    expect(tab.body).toBe('\ufeffЦена\t=Имя\tАртикул\r\n5200,5\tШина\tA1\r\n')
  })

  it('is an XLSX file with one header row', async () => {
    const { rawPayload, headers } = await read((await outlet({ format: 'xlsx' })).path)
    expect(headers['content-disposition']).toBe('attachment; filename="prices.xlsx"')
    const sheet = strFromU8(unzipSync(rawPayload)['xl/worksheets/sheet1.xml'] as Uint8Array)
    const { texts, attributes } = parsed(sheet)
    expect(texts('t')).toEqual(['Артикул', 'Город', 'Цена', 'A1', 'Томск'])
    expect(texts('v')).toContain('5200.5')
    expect(attributes('row')).toHaveLength(2)
  })

  it('is JSON with the names of the columns', async () => {
    const { body, headers } = await read((await outlet({ format: 'json', columns: all })).path)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(JSON.parse(body)).toEqual([
      {
        id: 'A1',
        brand: 'Arktika',
        name: 'Шина',
        size: '205/55 R16',
        city: 'Томск',
        kind: 'Розничная',
        price: 5200.5,
        old: 5500,
        currency: 'RUB',
        day: '2026-04-18',
      },
    ])
  })

  it.each(['utf-8', 'windows-1251'] as const)(
    'is valid YML in %s, whatever a tyre is called',
    async (encoding) => {
      const decisions = [
        decision({ name: HOSTILE, city: HOSTILE }),
        decision({ tyre: 'B2', article: '<&">', now: 5000, price: 5100 }),
      ]
      const { path } = await outlet({ format: 'yml', encoding, columns: all }, decisions)
      const { rawPayload, headers } = await read(path)
      expect(headers['content-type']).toBe(`application/xml; charset=${encoding}`)
      const xml = new TextDecoder(encoding).decode(rawPayload)
      expect(xml).toMatch(`<?xml version="1.0" encoding="${encoding}"?>`)
      const { texts, attributes } = parsed(xml)
      expect(attributes('offer')).toEqual([{ id: 'A1' }, { id: '<&">' }])
      expect(texts('price')).toEqual(['5200.5', '5100'])
      // The format has no old price below the new one.
      expect(texts('oldprice')).toEqual(['5500'])
      expect(texts('currencyId')).toEqual(['RUB', 'RUB'])
      expect(texts('name')).toContain(HOSTILE.replace('\u0001', ' ').replace('\ud800', ' '))
      expect(texts('vendor')).toEqual(['Arktika', 'Arktika'])
    },
  )

  it('is valid CommerceML that never claims to be a whole catalog', async () => {
    const over = { format: 'commerceml', scope: 'all', catalog: 'c-<1>', price_type: '' } as const
    const { body, headers } = await read((await outlet(over, [decision({ name: HOSTILE })])).path)
    expect(headers['content-disposition']).toBe('attachment; filename="offers.xml"')
    const { texts, attributes } = parsed(body)
    expect(attributes('ПакетПредложений')).toEqual([{ СодержитТолькоИзменения: 'true' }])
    expect(texts('Ид')).toEqual(['c-<1>', 'retail', 'A1'])
    expect(texts('ИдКаталога')).toEqual(['c-<1>'])
    expect(texts('ИдТипаЦены')).toEqual(['retail'])
    expect(texts('ЦенаЗаЕдиницу')).toEqual(['5200.5'])
    // The name is no chosen column.
    expect(texts('Наименование')).toEqual(['Цены', 'Розничная'])
  })

  it.each(['csv', 'json', 'yml', 'commerceml'] as const)(
    'contains nothing but its columns as %s',
    async (format) => {
      const { body } = await read((await outlet({ format, columns: all })).path)
      for (const secret of ['секрет', '4321', '1234', '2345', '3456', 'hand', 'Зима', 'anna', 'Сайт'])
        expect(body).not.toContain(secret)
    },
  )

  it('is answered 304 to a client that has it, until the next publication', async () => {
    const { path, publish } = await outlet({})
    const first = await read(path)
    const { etag, 'last-modified': modified } = first.headers as Record<string, string>
    for (const headers of [
      { 'if-none-match': etag as string },
      { 'if-none-match': `"x", ${etag}` },
      { 'if-modified-since': modified as string },
    ]) {
      const { statusCode, body } = await read(path, headers)
      expect([headers, statusCode, body]).toEqual([headers, 304, ''])
    }
    // If-None-Match precedes the date.
    expect(
      (await read(path, { 'if-none-match': '"x"', 'if-modified-since': modified as string })).statusCode,
    ).toBe(200)
    // Within the same second.
    await publish([decision({ price: 5300 })])
    for (const headers of [
      { 'if-none-match': etag as string },
      { 'if-modified-since': modified as string },
    ]) {
      const { statusCode, body } = await read(path, headers)
      expect([statusCode, body]).toEqual([200, expect.stringContaining('5300')])
    }
  })

  it('is not there before a publication, after its address was replaced or revoked, nor for an invented one', async () => {
    const { id, path, publish } = await outlet({}, [])
    expect((await read(path)).json()).toEqual({ error: 'Ещё ничего не опубликовано' })
    await publish([decision()])
    expect((await read(path)).statusCode).toBe(200)
    const { path: next } = (await post(`${OUTLETS}/${id}/address`)).json() as { path: string }
    const gone = await read(path)
    expect([gone.statusCode, gone.json()]).toEqual([404, { error: 'Такого адреса нет' }])
    expect((await read(next)).statusCode).toBe(200)
    await post(`${OUTLETS}/${id}/address/remove`)
    expect((await read(next)).json()).toEqual(gone.json())
    expect((await read('/api/companion/feeds/invented')).json()).toEqual(gone.json())
    expect((await seen(id)).outlet.has_address).toBe(false)
  })

  it('has an address of 256 random bits, of which the database has a hash, and the log and the answers nothing', async () => {
    const { path, id } = await outlet({})
    const token = path.split('/').at(-1) as string
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    await read(path)
    const { db } = wire.database
    const rows = [
      ...(await db.all('SELECT * FROM outlets')),
      ...(await db.all('SELECT * FROM audit_log')),
      ...(await db.all('SELECT * FROM outlet_fetches')),
    ]
    expect(JSON.stringify([rows, await seen(id)])).not.toContain(token)
    const { req } = LOG_OPTIONS.serializers
    for (const url of [
      path,
      `${path}/x?y`,
      `/api/companion/%66eeds/${token}`,
      `/API/companion/Feeds%2F${token}`,
      `/x/feeds//${token}`,
    ]) {
      const isRouted = url.includes('%66')
      const routeOptions = isRouted ? { routeOptions: { url: '/api/companion/feeds/:token' } } : {}
      expect(JSON.stringify(req({ method: 'GET', url, ip: '', ...routeOptions } as never))).not.toContain(
        token,
      )
    }
  })

  it('demands the password for a new address', async () => {
    const { id } = await outlet({})
    await wire.addUser('chief', { role: 'admin' })
    const url = `${OUTLETS}/${id}/address`
    await wire.as('chief', { url: OUTLETS })
    await wire.database.db.run(
      "UPDATE sessions SET proved_at = 0 WHERE user_id = (SELECT id FROM users WHERE username = 'chief')",
    )
    const refused = await wire.as('chief', { method: 'POST', url })
    expect([refused.statusCode, refused.json()]).toEqual([403, expect.objectContaining({ confirm: true })])
  })

  it('shows who read it when, without a whole address, and keeps the last hundred', async () => {
    const { id, path } = await outlet({})
    const agent = `Shop/1.0\t${'x'.repeat(300)}`
    const { body, headers } = await read(path, { 'x-forwarded-for': '198.51.100.77', 'user-agent': agent })
    await read(path, {
      'x-forwarded-for': '2001:db8:1:2:3::4',
      'user-agent': '',
      'if-none-match': headers.etag as string,
    })
    const head = await read(path, { 'x-forwarded-for': '198.51.100.78' }, 'HEAD')
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', headers.etag])
    const { fetches, outlet: of } = await seen(id)
    expect(fetches.map(({ at, ...fetch }) => fetch)).toEqual([
      { network: '198.51.100.0/24', agent: expect.any(String), status: 200, bytes: 0 },
      { network: '2001:db8:1::/48', agent: '', status: 304, bytes: 0 },
      {
        network: '198.51.100.0/24',
        agent: `Shop/1.0 ${'x'.repeat(300)}`.slice(0, 120),
        status: 200,
        bytes: Buffer.byteLength(body),
      },
    ])
    expect(of.last_fetch).toEqual(fetches[0])
    for (let n = 0; n < 105; n++) await read(path)
    expect((await seen(id)).fetches).toHaveLength(100)
    expect(clientNetwork('::ffff:198.51.100.77')).toBe('198.51.100.0/24')
  })

  it('is read 30 times a minute by one client at most', async () => {
    const { path } = await outlet({})
    const statuses: number[] = []
    for (let n = 0; n < 31; n++)
      statuses.push((await read(path, { 'x-forwarded-for': '192.0.2.1' })).statusCode)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    expect((await read(path)).statusCode).toBe(200)
  })

  it('is streamed with 20,000 prices', async () => {
    const many = Array.from({ length: 20_000 }, (_, n) => decision({ tyre: `T${n}`, article: `T${n}` }))
    const { path } = await outlet({}, many)
    const { body } = await read(path)
    expect(body.split('\r\n')).toHaveLength(20_002)
    expect(body).toContain('\r\nT19999;Томск;5200,5\r\n')
  })
})
