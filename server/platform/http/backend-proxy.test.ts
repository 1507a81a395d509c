// Specification 6.2, 10.2

import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SECRET } from '../../../tests/support/processes.ts'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'

let backend: Server
let app: FastifyInstance
let origin: string
let last: {
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
  body: string
}

beforeAll(async () => {
  backend = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    last = { method: request.method, url: request.url, headers: request.headers, body }
    response.setHeader('set-cookie', ['refresh=1; HttpOnly', 'other=2'])
    if (request.url === '/user/verify/telegram') response.setHeader('location', 'https://t.me/bot?start=1')
    if (request.url === '/api/moved') response.setHeader('location', `${origin}/api/there`)
    response.statusCode = request.url === '/api/refused' ? 403 : 200
    response.end('{"from":"backend"}')
  })
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`
  app = await buildApp({
    config: readConfig({ AUTH_SECRET: SECRET, LOG_LEVEL: 'silent', BACKEND_URL: `${origin}/` }),
    db: undefined,
    dist: undefined,
  })
})
afterAll(async () => {
  await app.close()
  backend.close()
})

describe('in front of an existing backend (BACKEND_URL)', () => {
  it.each(['/auth/login', '/user/checkToken?x=1', '/api/analytics/allTyres?brand=%D0%AF&page=2'])(
    'forwards %s with method, query, body, token and cookies',
    async (url) => {
      const answer = await app.inject({
        method: 'POST',
        url,
        headers: { authorization: 'Bearer t', cookie: 'refresh=0' },
        payload: { a: 'я' },
      })
      expect(answer.json()).toEqual({ from: 'backend' })
      expect(last).toMatchObject({ method: 'POST', url, body: '{"a":"я"}' })
      expect(last.headers).toMatchObject({ authorization: 'Bearer t', cookie: 'refresh=0' })
      expect(answer.headers['set-cookie']).toEqual(['refresh=1; HttpOnly', 'other=2'])
      expect(last.headers['x-request-id']).toBe(answer.headers['x-request-id'])
    },
  )

  it('passes on status and body of a refusal', async () => {
    expect((await app.inject({ url: '/api/refused' })).statusCode).toBe(403)
  })

  it('keeps a Location elsewhere and rewrites one on the backend to our origin', async () => {
    const telegram = await app.inject({ method: 'POST', url: '/user/verify/telegram' })
    expect(telegram.headers.location).toBe('https://t.me/bot?start=1')
    expect((await app.inject({ url: '/api/moved' })).headers.location).toBe('/api/there')
  })

  it('has no API of its own', async () => {
    expect((await app.inject({ url: '/docs' })).statusCode).toBe(404)
  })

  it('says so when the backend is unreachable', async () => {
    const alone = await buildApp({
      config: readConfig({ AUTH_SECRET: SECRET, LOG_LEVEL: 'silent', BACKEND_URL: 'http://127.0.0.1:9' }),
      db: undefined,
      dist: undefined,
    })
    const answer = await alone.inject({ url: '/api/filters' })
    expect(answer.statusCode).toBe(502)
    expect(answer.json()).toEqual({ error: 'Сервер данных не отвечает' })
    await alone.close()
  })
})
