// Specification 24.9

import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Decision } from '../../../../contract/decisions/decision.ts'
import { readAnswer } from '../../../../contract/lib/answer.ts'
import { OutletAnswer } from '../../../../contract/outlets/outlet.ts'
import { ENGINES, type TestDatabase } from '../../../../tests/support/database.ts'
import { BASIS } from '../../../../tests/support/decisions.ts'
import { answering, type FeedServer, startFeedServer } from '../../../../tests/support/feed-server.ts'
import { outletSettings } from '../../../../tests/support/outlets.ts'
import { SECRET } from '../../../../tests/support/processes.ts'
import { type TestWire, testWire } from '../../../../tests/support/wire.ts'
import { createSecretBox } from '../../auth/secret-box.ts'
import { createSender, sendDue } from './delivery-sender.ts'
import { DELIVERY_PURPOSE } from './delivery-settings.ts'

const OUTLETS = '/api/companion/outlets'
const FILE = '\ufeffАртикул;Город;Цена\r\nA-1;Томск;5200\r\n'
const DECISION: Decision = { ...BASIS, price: 5200, rule: { by: 'hand' }, comment: '', checked: true }

interface Received {
  method: string
  headers: IncomingMessage['headers']
  body: string
}

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`sending publications on ${engine}`, () => {
    let wire: TestWire
    let shop: FeedServer
    let received: Received[]
    let keys = 0
    beforeAll(async () => {
      shop = await startFeedServer()
      wire = await testWire({ FETCH_ALLOWED_HOSTS: shop.host }, open as () => Promise<TestDatabase>)
      await wire.addUser('anna', { role: 'analyst' })
      await wire.addUser('boris', { role: 'analyst' })
      await wire.addUser('chief', { role: 'admin' })
    })
    afterAll(async () => {
      await wire?.close()
      await shop?.close()
    })
    beforeEach(() => {
      received = []
      shop.feeds.set('/take', taking)
    })

    /** Handler of a shop that accepts a file. */
    function taking(request: IncomingMessage, response: ServerResponse): void {
      let body = ''
      request.setEncoding('utf8')
      request.on('data', (piece) => {
        body += piece
      })
      request.on('end', () => {
        received.push({ method: request.method ?? '', headers: request.headers, body })
        response.writeHead(204).end()
      })
    }

    const post = (url: string, payload: object = {}, user = 'anna') =>
      wire.as(user, { method: 'POST', url: `${OUTLETS}${url}`, payload })
    const newKey = () => (keys++).toString(16).padStart(32, '0')
    const target = (over: object = {}) => ({
      kind: 'address',
      address: `${shop.origin}/take`,
      method: 'PUT',
      ...over,
    })
    const create = async (delivery: object = target()) => {
      const { id } = (await post('', outletSettings())).json() as { id: number }
      const set = await post(`/${id}/delivery`, delivery, 'chief')
      expect([set.statusCode, set.body]).toEqual([200, expect.anything()])
      return id
    }
    const publish = async (id: number, price = 5200) => {
      const decisions = [{ ...DECISION, price }]
      const set = (
        await wire.as('anna', {
          method: 'POST',
          url: '/api/companion/decisions',
          payload: { key: newKey(), name: 'Зима', decisions },
        })
      ).json() as { id: number }
      const state = { from: 'draft', to: 'agreed' }
      await wire.as('anna', {
        method: 'POST',
        url: `/api/companion/decisions/${set.id}/state`,
        payload: state,
      })
      const answer = await post(`/${id}/publish`, { key: newKey(), set: set.id, unchecked: true })
      expect(answer.statusCode).toBe(200)
    }
    const send = (signal = new AbortController().signal) => sendDue(senderDeps(), signal)
    const senderDeps = () => ({
      db: wire.database.db,
      box: createSecretBox(SECRET, DELIVERY_PURPOSE),
      allowedHosts: new Set([shop.host]),
      userAgent: 'test',
      stallSeconds: 5,
      sendMail: undefined,
    })
    const seen = async (id: number) =>
      readAnswer(OutletAnswer, (await wire.as('anna', { url: `${OUTLETS}/${id}` })).body)
    const makeDue = () =>
      wire.database.db.run("UPDATE outlet_deliveries SET due_at = 0 WHERE state = 'waiting'")
    const notices = () =>
      wire.database.db.all<{ body: string }>("SELECT body FROM notifications WHERE vehicle_type = 'Выгрузки'")

    it('sends each publication once, with its secrets, which nobody gets back', async () => {
      const secrets = { headers: [{ name: 'X-Api-Key', value: 'tajna' }], basic: null }
      const id = await create(target({ secrets }))
      await publish(id)
      await Promise.all([send(), send()])
      await send()
      expect(received).toEqual([
        {
          method: 'PUT',
          headers: expect.objectContaining({
            'x-api-key': 'tajna',
            'content-type': 'text/csv; charset=utf-8',
            'content-length': String(Buffer.byteLength(FILE)),
            'content-disposition': 'attachment; filename="prices.csv"',
            'idempotency-key': expect.any(String),
          }),
          body: FILE,
        },
      ])
      const { outlet, deliveries } = await seen(id)
      expect(outlet.delivery).toEqual({
        kind: 'address',
        host_key: '',
        address: `${shop.origin}/take`,
        method: 'PUT',
        secret_names: ['X-Api-Key'],
      })
      expect(deliveries).toMatchObject([{ state: 'sent', attempts: 1, set_name: 'Зима', next_at: null }])
      const { db } = wire.database
      const rows = [...(await db.all('SELECT * FROM outlets')), ...(await db.all('SELECT * FROM audit_log'))]
      expect(JSON.stringify([rows, outlet])).not.toContain('tajna')
    })

    it('tries again after failures that may pass, with the same key, and notifies when it gives up', async () => {
      const id = await create(target({ method: 'POST' }))
      await publish(id)
      const before = (await notices()).length
      const attempted: unknown[] = []
      shop.feeds.set('/take', (request, response) => {
        attempted.push(request.headers['idempotency-key'])
        answering(503)(request, response)
      })
      for (let attempt = 1; attempt <= 5; attempt++) {
        await send()
        const [delivery] = (await seen(id)).deliveries
        expect(delivery).toMatchObject({
          attempts: attempt,
          state: attempt === 5 ? 'failed' : 'waiting',
          message: `Сервер ${shop.host} не принял файл (ответ 503)`,
        })
        const wait = Date.parse(delivery?.next_at ?? '') - Date.now()
        if (attempt < 5) expect(Math.round(wait / 60_000)).toBe([1, 4, 15, 60][attempt - 1])
        await makeDue()
      }
      await send()
      expect(attempted).toHaveLength(5)
      expect(new Set(attempted).size).toBe(1)
      expect((await notices()).slice(before)).toEqual([
        { body: `Сайт: набор «Зима» не отправлен. Сервер ${shop.host} не принял файл (ответ 503)` },
      ])
      shop.feeds.set('/take', taking)
      expect((await post(`/${id}/delivery/again`)).statusCode).toBe(200)
      await send()
      expect(received).toMatchObject([{ method: 'POST', body: FILE }])
      expect((await post(`/${id}/delivery/again`)).statusCode).toBe(409)
    })

    it('does not repeat what the shop refuses, and follows no redirect', async () => {
      for (const [status, headers] of [
        [403, {}],
        [302, { location: `${shop.origin}/elsewhere` }],
      ] as const) {
        shop.feeds.set('/take', answering(status, headers))
        const id = await create()
        await publish(id)
        await send()
        expect((await seen(id)).deliveries).toMatchObject([{ state: 'failed', attempts: 1 }])
      }
      expect(shop.asked.map(({ path }) => path)).not.toContain('/elsewhere')
    })

    it('connects to no address inside, whatever the name is', async () => {
      const id = await create(target({ address: 'http://localhost/take' }))
      await publish(id)
      await send()
      expect((await seen(id)).deliveries).toMatchObject([
        { state: 'failed', message: expect.stringContaining('во внутреннюю сеть') },
      ])
    })

    it('lets administrators alone name a host of the own network on a usual port, too', async () => {
      const env = { FETCH_ALLOWED_HOSTS: 'localhost:80' }
      const internal = await testWire(env, open as () => Promise<TestDatabase>)
      try {
        await internal.addUser('anna', { role: 'analyst' })
        const set = (url: string, payload: object) =>
          internal.as('anna', { method: 'POST', url: `${OUTLETS}${url}`, payload })
        const { id } = (await set('', outletSettings())).json() as { id: number }
        // The name alone does not say that it is of the own network.
        const answer = await set(`/${id}/delivery`, target({ address: 'http://localhost/reset' }))
        expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining('внутреннюю сеть')])
      } finally {
        await internal.close()
      }
    })

    it('sends to other shops while one is silent', async () => {
      const silent = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      shop.feeds.set('/silent', (_request, response) => {
        silent.resolve()
        void released.promise.then(() => response.writeHead(204).end())
      })
      const ids = [await create(target({ address: `${shop.origin}/silent` })), await create()]
      for (const id of ids) await publish(id)
      const sending = send()
      await silent.promise
      await expect.poll(() => received.length).toBe(1)
      released.resolve()
      await sending
      for (const id of ids) expect((await seen(id)).deliveries).toMatchObject([{ state: 'sent' }])
    })

    it('never sends two files to one outlet at a time, so that the newest arrives last', async () => {
      const first = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      shop.feeds.set('/take', (request, response) => {
        first.resolve()
        void released.promise.then(() => taking(request, response))
      })
      const id = await create()
      await publish(id, 5100)
      const sender = createSender(senderDeps(), { warn: (text: string) => expect.fail(text) })
      sender.start()
      await first.promise
      shop.feeds.set('/take', taking)
      await publish(id)
      const other = await create()
      await publish(other)
      // While the first shop is silent, deliveries to other shops go on, but no second one to it begins.
      await expect.poll(() => received.length).toBe(1)
      released.resolve()
      await expect.poll(() => received.length).toBe(3)
      await sender.stop()
      expect(received.map(({ body }) => body)).toEqual([FILE, FILE.replace('5200', '5100'), FILE])
      expect((await seen(id)).deliveries.map(({ state }) => state)).toEqual(['sent', 'replaced'])
    })

    it('does not send former prices again to another address', async () => {
      shop.feeds.set('/take', answering(403))
      const id = await create()
      await publish(id, 5100)
      await send()
      await post(`/${id}/delivery/remove`)
      await publish(id)
      shop.feeds.set('/take', taking)
      await post(`/${id}/delivery`, target(), 'chief')
      expect((await post(`/${id}/delivery/again`)).statusCode).toBe(409)
      await send()
      expect(received).toEqual([])
    })

    it('gives up a delivery whose process dies each time', async () => {
      const id = await create()
      await publish(id)
      await wire.database.db.run(
        "UPDATE outlet_deliveries SET state = 'running', lease = 'dead', leased_until = 0, attempts = 5 WHERE outlet_id = ?",
        id,
      )
      await send()
      expect((await seen(id)).deliveries).toMatchObject([
        { state: 'failed', message: 'Отправка прерывалась слишком часто' },
      ])
      expect(received).toEqual([])
    })

    it('sends the newest prices alone, and nothing more once it is switched off', async () => {
      const id = await create()
      await publish(id, 5100)
      await publish(id)
      await send()
      expect(received.map(({ body }) => body)).toEqual([FILE])
      expect((await seen(id)).deliveries.map(({ state }) => state)).toEqual(['sent', 'replaced'])
      await publish(id, 5300)
      expect((await post(`/${id}/delivery/remove`)).statusCode).toBe(200)
      await publish(id, 5400)
      await send()
      expect(received).toHaveLength(1)
      expect((await seen(id)).outlet.delivery).toBeNull()
    })

    it('goes on after a killed server, and puts nothing down to one that stops', async () => {
      const id = await create()
      await publish(id)
      const { db } = wire.database
      const stopping = AbortSignal.abort()
      await send(stopping)
      expect((await seen(id)).deliveries).toMatchObject([{ state: 'waiting', attempts: 0 }])
      await db.run(
        "UPDATE outlet_deliveries SET state = 'running', lease = 'dead', leased_until = ? WHERE outlet_id = ?",
        Date.now() + 60_000,
        id,
      )
      await send()
      expect(received).toEqual([])
      await db.run("UPDATE outlet_deliveries SET leased_until = 1 WHERE lease = 'dead'")
      await send()
      expect(received.map(({ body }) => body)).toEqual([FILE])
    })

    it.each([
      ['an internal address', { address: 'http://10.0.0.1/' }, 'Адрес ведёт во внутреннюю сеть'],
      ['another port', { address: 'http://example.ru:8080/' }, 'Адрес должен быть на порту 80 или 443'],
      ['another scheme', { address: 'gopher://example.ru/' }, 'Адрес должен начинаться с https://'],
      ['a password in it', { address: 'https://a:b@example.ru/' }, 'Имя и пароль в адресе видны всем'],
      [
        'a header of ours',
        { secrets: { headers: [{ name: 'Host', value: 'x' }], basic: null } },
        'Заголовок Host сервер ставит сам',
      ],
    ])('refuses %s', async (_, over, words) => {
      const { id } = (await post('', outletSettings())).json() as { id: number }
      const refused = await post(`/${id}/delivery`, target({ address: 'https://example.ru/', ...over }))
      expect([refused.statusCode, refused.json()]).toEqual([400, { error: expect.stringContaining(words) }])
    })

    it('lets administrators alone name a host of the own network', async () => {
      const { id } = (await post('', outletSettings())).json() as { id: number }
      expect((await post(`/${id}/delivery`, target())).statusCode).toBe(400)
      expect((await post(`/${id}/delivery`, target(), 'chief')).statusCode).toBe(200)
    })

    it('keeps secrets only for the server they were given for, and is set by the owner alone', async () => {
      const secrets = { headers: [{ name: 'X-Api-Key', value: 'tajna' }], basic: null }
      const id = await create(target({ secrets }))
      expect((await post(`/${id}/delivery`, target({ method: 'POST' }), 'chief')).statusCode).toBe(200)
      expect((await seen(id)).outlet.delivery).toMatchObject({ method: 'POST', secret_names: ['X-Api-Key'] })
      const moved = await post(`/${id}/delivery`, target({ address: 'https://example.ru/' }))
      expect(moved.json()).toEqual({
        error: 'Адрес ведёт на другой сервер: укажите ключ заново или уберите его',
      })
      expect(
        (await post(`/${id}/delivery`, target({ address: 'https://example.ru/' }), 'boris')).statusCode,
      ).toBe(403)
      expect((await post(`/${id}/delivery/remove`, {}, 'boris')).statusCode).toBe(403)
    })
  })
}
