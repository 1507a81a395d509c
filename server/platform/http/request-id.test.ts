// Specification 10.21

import { Writable } from 'node:stream'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestWire, testWire } from '../../../tests/support/wire.ts'
import { answerError } from './errors.ts'
import { LOG_OPTIONS, requestIds, sendRequestIds } from './request-log.ts'

/** No two signs sound alike. */
const OWN = /^[0-9hmrxyz]{12}$/
const FROM_PROXY = '4f9d1c0b-7a52.trace_01'

/** Requests with an id that the client, or a proxy before the server, has chosen. */
const withId = (id: string) => ({ url: '/healthz', headers: { 'x-request-id': id } })

describe('the id of a request', () => {
  let wire: TestWire
  let proxied: TestWire
  beforeAll(async () => {
    wire = await testWire()
    proxied = await testWire({ TRUST_PROXY: '1' })
  })
  afterAll(async () => {
    await wire?.close()
    await proxied?.close()
  })

  it('is in every response, and another one for each request', async () => {
    const answers = [await wire.app.inject('/healthz'), await wire.app.inject('/api/companion/nothing')]
    const ids = answers.map(({ headers }) => headers['x-request-id'])
    for (const id of ids) expect(id).toMatch(OWN)
    expect(new Set(ids).size).toBe(2)
  })

  it('is that of a trusted proxy', async () => {
    expect((await proxied.app.inject(withId(FROM_PROXY))).headers['x-request-id']).toBe(FROM_PROXY)
  })

  it('is not chosen by clients', async () => {
    expect((await wire.app.inject(withId(FROM_PROXY))).headers['x-request-id']).toMatch(OWN)
  })

  it.each([
    '1',
    'short',
    'a b c d e f g',
    '{"level":60}',
    'строка-строка',
    'x'.repeat(65),
    `${FROM_PROXY}, ${FROM_PROXY}`,
  ])('is not %j, which is malformed', async (id) => {
    expect((await proxied.app.inject(withId(id))).headers['x-request-id']).toMatch(OWN)
  })
})

describe('an internal error', () => {
  it('names the id under which the log has its cause, and nothing else of it', async () => {
    let written = ''
    const stream = new Writable({
      write(chunk, _encoding, done) {
        written += chunk
        done()
      },
    })
    const app = Fastify({
      logger: { ...LOG_OPTIONS, level: 'error', stream },
      genReqId: requestIds(() => false),
    })
    app.setErrorHandler(answerError)
    sendRequestIds(app)
    app.get('/', async () => {
      throw new Error('the cause')
    })
    const answer = await app.inject('/')
    const id = answer.headers['x-request-id'] as string
    await app.close()
    expect(id).toMatch(OWN)
    expect([answer.statusCode, answer.json()]).toEqual([
      500,
      { error: `Внутренняя ошибка сервера. Код ошибки: ${id}` },
    ])
    expect(JSON.parse(written)).toMatchObject({ reqId: id, err: { message: 'the cause' } })
  })
})
