// Specification 28.6

import { createServer, type Server } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localCertificate, trust } from '../../../tests/support/push-certificate.ts'
import { createCertificateReader } from './certificate.ts'

const DAY = 24 * 3_600_000

let server: Server
let port: number
const certificate = localCertificate()
beforeAll(async () => {
  server = createServer(certificate, (_request, response) => response.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const readerOf = (own: number) =>
  createCertificateReader({
    publicUrl: `https://127.0.0.1:${own}`,
    allowedHosts: new Set([`127.0.0.1:${own}`]),
  })
const read = (publicUrl: string | undefined, allowed = `127.0.0.1:${port}`) =>
  createCertificateReader({ publicUrl, allowedHosts: new Set([allowed]) })()
/** Returns a certificate whose last date is no date. */
function withDamagedEnd(pem: string): string {
  const der = Buffer.from(pem.replaceAll(/-----[^-]+-----/g, ''), 'base64').toString('latin1')
  const damaged = Buffer.from(der.replace(/(\d{12}Z.*?)\d\d(\d{10}Z)/s, '$1XX$2'), 'latin1')
  return `-----BEGIN CERTIFICATE-----\n${damaged.toString('base64')}\n-----END CERTIFICATE-----\n`
}

const local = () => `https://127.0.0.1:${port}`

describe('the certificate of the public address (specification 28.6)', () => {
  it('is not read without an address with https', async () => {
    expect(await read(undefined)).toBeNull()
    expect(await read(`http://127.0.0.1:${port}`)).toBeNull()
  })

  it('is read even if it is not trusted, with the reason', async () => {
    const found = await read(local())
    expect(found).toMatchObject({
      host: `127.0.0.1:${port}`,
      problem: 'он подписан неизвестным центром',
    })
    const left = Date.parse(found?.ends_at ?? '') - Date.now()
    expect(left).toBeGreaterThan(1.9 * DAY)
    expect(left).toBeLessThan(2 * DAY)
  })

  it('has no end if its date is damaged', async () => {
    const damaged = createServer({ ...certificate, cert: withDamagedEnd(certificate.cert) })
    await new Promise<void>((resolve) => damaged.listen(0, '127.0.0.1', resolve))
    const { port: own } = damaged.address() as AddressInfo
    expect(await read(`https://127.0.0.1:${own}`, `127.0.0.1:${own}`)).toMatchObject({
      ends_at: null,
      problem: expect.stringMatching(/^он недействителен \([A-Z_]+\)$/),
    })
    await new Promise((resolve) => damaged.close(resolve))
  })

  it('is not read in the own network unless that is allowed', async () => {
    const found = await read(local(), '127.0.0.1:1')
    expect(found).toMatchObject({ ends_at: null })
    expect(found?.problem).toContain('FETCH_ALLOWED_HOSTS')
    const named = await read(`https://localhost:${port}`, '127.0.0.1:1')
    expect(named).toMatchObject({ ends_at: null })
    expect(named?.problem).toContain('внутреннюю сеть')
  })

  it('has no end if the server does not answer', async () => {
    const closed = createServer(certificate)
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port: free } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    expect(await read(`https://127.0.0.1:${free}`, `127.0.0.1:${free}`)).toMatchObject({
      ends_at: null,
      problem: 'сервер не принимает соединения (ECONNREFUSED)',
    })
  })

  it.each([
    ['closes the connection', (socket: Socket) => socket.destroy(), 'сервер оборвал соединение (ECONNRESET)'],
    [
      'does not speak TLS',
      (socket: Socket) => socket.resume().end('HTTP/1.1 400 Bad Request\r\n\r\n'),
      expect.stringMatching(/^сервер не понял защищённое соединение \([A-Z_]+\)$/),
    ],
  ])('has the cause in Russian and its code if the server %s', async (_, respond, problem) => {
    const broken = createTcpServer((socket) => {
      socket.on('error', () => undefined)
      respond(socket)
    })
    await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve))
    expect(await readerOf((broken.address() as AddressInfo).port)()).toMatchObject({ ends_at: null, problem })
    await new Promise((resolve) => broken.close(resolve))
  })

  it('is read again after a failure, and once for simultaneous questions', async () => {
    const starting = createServer(certificate)
    await new Promise<void>((resolve) => starting.listen(0, '127.0.0.1', resolve))
    const { port: own } = starting.address() as AddressInfo
    await new Promise((resolve) => starting.close(resolve))
    const reader = readerOf(own)
    expect(await reader()).toMatchObject({ ends_at: null })
    let connections = 0
    starting.on('connection', () => {
      connections += 1
    })
    await new Promise<void>((resolve) => starting.listen(own, '127.0.0.1', resolve))
    const [one, other] = await Promise.all([reader(), reader()])
    expect(one).toMatchObject({ ends_at: expect.any(String), problem: 'он подписан неизвестным центром' })
    expect([other, connections]).toEqual([one, 1])
    // A problem may have been fixed meanwhile, too.
    expect(await reader()).toEqual(one)
    expect(connections).toBe(2)
    await new Promise((resolve) => starting.close(resolve))
  })

  // Last, because the trust stays.
  it('has no problem if it is trusted, and is then read once in some minutes', async () => {
    trust(certificate)
    let connections = 0
    server.on('connection', () => {
      connections += 1
    })
    const reader = readerOf(port)
    const found = await reader()
    expect(found?.problem).toBe('')
    expect(await reader()).toEqual(found)
    expect(connections).toBe(1)
  })
})
