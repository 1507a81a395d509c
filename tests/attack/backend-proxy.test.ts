import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { localCertificate } from '../support/push-certificate.ts'
import { listenInFront } from './support/listening.ts'
import { rawRequest, sendRaw, statusOf } from './support/raw.ts'
import { type Habit, type RawBackend, rawBackend } from './support/raw-backend.ts'

const HABITS: readonly Habit[] = ['early', 'keep-alive', 'closes']

describe.each(HABITS)('in front of a backend that is %s', (habit) => {
  let backend: RawBackend
  let front: Awaited<ReturnType<typeof listenInFront>>
  beforeEach(async () => {
    backend = await rawBackend(habit)
    front = await listenInFront(backend.origin)
  })
  afterEach(async () => {
    await front.close()
    await backend.close()
  })
  const send = (...request: Parameters<typeof rawRequest>) => sendRaw(front.port, rawRequest(...request))
  const lines = () => backend.seen.map(({ line }) => line)

  it.each(['GET', 'HEAD'])('a %s with a body cannot swallow the next visitor’s request', async (method) => {
    // The body would be a second request, to a path that the proxy does not open, if the proxy forwarded it.
    const hidden = 'GET /internal HTTP/1.1\r\nHost: x\r\n\r\n'
    expect(statusOf(await send(`${method} /api/filters`, [`Content-Length: ${hidden.length}`], hidden))).toBe(
      200,
    )
    expect(
      statusOf(await send('POST /auth/login', ['Content-Type: text/plain', 'Content-Length: 2'], 'me')),
    ).toBe(200)
    expect(statusOf(await send('GET /api/next'))).toBe(200)
    expect(lines()).toEqual([
      `${method} /api/filters HTTP/1.1`,
      'POST /auth/login HTTP/1.1',
      'GET /api/next HTTP/1.1',
    ])
    const [first, login] = backend.seen
    expect([...(first?.headers.keys() ?? [])]).not.toContain('content-length')
    expect([...(first?.headers.keys() ?? [])]).not.toContain('transfer-encoding')
    expect(login?.body).toBe('me')
  })

  it('forwards a chunked body with its counted length', async () => {
    const chunked = '3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nX-Trailer: 1\r\n\r\n'
    expect(
      statusOf(await send('POST /api/x', ['Transfer-Encoding: chunked', 'Trailer: X-Trailer'], chunked)),
    ).toBe(200)
    expect(backend.seen).toMatchObject([{ line: 'POST /api/x HTTP/1.1', body: 'abcde' }])
    expect(backend.seen[0]?.headers.get('content-length')).toBe('5')
    expect(backend.seen[0]?.headers.has('transfer-encoding')).toBe(false)
  })

  it('keeps requests apart after a DELETE with a body and one without', async () => {
    expect(statusOf(await send('DELETE /api/x', ['Content-Length: 3'], 'abc'))).toBe(200)
    expect(statusOf(await send('DELETE /api/y'))).toBe(200)
    expect(backend.seen).toMatchObject([{ body: 'abc' }, { line: 'DELETE /api/y HTTP/1.1', body: '' }])
  })

  it.each([
    ['two lengths', ['Content-Length: 3', 'Content-Length: 4'], 'abcd'],
    ['the same length twice', ['Content-Length: 3', 'Content-Length: 3'], 'abc'],
    ['a list of lengths', ['Content-Length: 3, 3'], 'abc'],
    ['a signed length', ['Content-Length: +3'], 'abc'],
    ['a length and chunks', ['Content-Length: 3', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ['another encoding', ['Transfer-Encoding: gzip, chunked'], '0\r\n\r\n'],
    ['chunks twice', ['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ['an encoding that is not the last', ['Transfer-Encoding: chunked, identity'], '0\r\n\r\n'],
    ['a space before the colon', ['Content-Length : 3'], 'abc'],
    ['a second host', ['Content-Length: 3', 'Host: evil.test'], 'abc'],
  ])('%s is refused and never forwarded', async (_, headers, body) => {
    expect(statusOf(await send('POST /api/x', headers, body))).toBe(400)
    expect(lines()).toEqual([])
  })

  it.each([
    '/api/x\\..\\..\\internal',
    '/api/../internal',
    '/api/%2e%2e/internal',
    '/api/..%2finternal',
    '/api/%2E%2E%5Cinternal',
    '/api//internal.test/x',
    '/api/./x',
  ])('%s is refused: a path means the same here and there', async (path) => {
    expect([400, 404]).toContain(statusOf(await send(`GET ${path}`)))
    expect(lines()).toEqual([])
  })

  it('replaces a client’s forwarding headers by its own', async () => {
    const forged = [
      'X-Forwarded-For: 6.6.6.6',
      'X-Forwarded-Host: evil.test',
      'X-Forwarded-Proto: gopher',
      'X-Forwarded-User: admin',
      'X_Forwarded_For: 6.6.6.6',
      'X-Real-IP: 6.6.6.6',
      'X-Original-URL: /internal',
      'Remote-User: admin',
      'SSL-Client-Cert: admin',
      'X-Client-Cert: admin',
      'Client-IP: 6.6.6.6',
      'X-Azure-ClientIP: 6.6.6.6',
      'CF-Connecting-IPv6: 6.6.6.6',
      'WL-Proxy-Client-IP: 6.6.6.6',
      'X-Scheme: gopher',
      'X-Method-Override: DELETE-admin',
      'Forwarded: for=6.6.6.6',
      'Proxy-Authorization: Basic eDp5',
      'Proxy: http://evil.test',
      'Authorization: Bearer t',
      'Cookie: a=b',
    ]
    expect(statusOf(await send('GET /api/filters', forged))).toBe(200)
    const headers = Object.fromEntries(backend.seen[0]?.headers ?? [])
    expect(headers).toMatchObject({
      host: new URL(backend.origin).host,
      authorization: 'Bearer t',
      cookie: 'a=b',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'prices.test',
      'x-forwarded-proto': 'http',
      'x-real-ip': '127.0.0.1',
    })
    expect(JSON.stringify(headers)).not.toMatch(/6\.6\.6\.6|evil|gopher|admin|internal|Basic/)
  })

  it('forwards no hop-by-hop headers and none named by Connection, in either direction', async () => {
    backend.answers.push('Connection: X-Mine', 'X-Mine: 1', 'Proxy-Authenticate: Basic', 'X-Kept: 1')
    const asked = ['TE: trailers', 'Keep-Alive: timeout=9', 'X-Secret: 1', 'X-Request-Id: 1', 'Upgrade: h2c']
    const text = rawRequest('GET /api/filters', asked).replace(
      'Connection: close',
      'Connection: close, X-Secret, Upgrade',
    )
    const answer = (await sendRaw(front.port, text)).toLowerCase()
    const sent = [...(backend.seen[0]?.headers.keys() ?? [])]
    expect(sent).toContain('x-request-id')
    for (const name of ['te', 'keep-alive', 'x-secret', 'upgrade']) expect(sent).not.toContain(name)
    expect(answer).toContain('\r\nx-kept: 1')
    expect(answer).not.toMatch(/\r\n(?:x-mine|proxy-authenticate):/)
  })

  it('sends its own security headers instead of the backend’s', async () => {
    backend.answers.push(
      'Content-Type: text/html',
      "Content-Security-Policy: default-src * 'unsafe-inline'",
      'X-Frame-Options: ALLOWALL',
      'X-Content-Type-Options: none',
      'Referrer-Policy: unsafe-url',
    )
    const answer = (await send('GET /user/page')).toLowerCase()
    expect(answer).toContain("script-src 'self'")
    expect(answer).toContain('x-content-type-options: nosniff')
    expect(answer).not.toMatch(/unsafe|allowall/)
  })
})

describe('in front of a backend', () => {
  it('does not repeat a GET that the backend answers with 503', async () => {
    const backend = await rawBackend('keep-alive')
    const front = await listenInFront(backend.origin)
    backend.answers.push('X: y')
    backend.status = '503 Service Unavailable'
    expect(statusOf(await sendRaw(front.port, rawRequest('GET /api/filters')))).toBe(503)
    expect(backend.seen).toHaveLength(1)
    await front.close()
    await backend.close()
  })

  it('refuses a body beyond the limit before forwarding anything', async () => {
    const backend = await rawBackend('keep-alive')
    const front = await listenInFront(backend.origin)
    const answer = await sendRaw(front.port, rawRequest('POST /api/x', ['Content-Length: 10000000'], 'x'))
    expect(statusOf(answer)).toBe(413)
    expect(backend.seen).toEqual([])
    await front.close()
    await backend.close()
  })

  it('sends no request to a backend without a valid certificate', async () => {
    let asked = 0
    const impostor = createServer(localCertificate(), (_request, response) => {
      asked++
      response.end()
    })
    await new Promise<void>((resolve) => impostor.listen(0, '127.0.0.1', resolve))
    const front = await listenInFront(`https://127.0.0.1:${(impostor.address() as AddressInfo).port}`)
    const answer = await sendRaw(front.port, rawRequest('GET /api/filters', ['Authorization: Bearer t']))
    expect(statusOf(answer)).toBe(502)
    expect(asked).toBe(0)
    await front.close()
    impostor.close()
  })
})
