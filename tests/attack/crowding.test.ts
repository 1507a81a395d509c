// Specification 13.6

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { listenAlone } from './support/listening.ts'
import { rawRequest, sendRaw, statusOf } from './support/raw.ts'

let server: Awaited<ReturnType<typeof listenAlone>> | undefined
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await server?.close()
  server = undefined
})

async function start(env: Record<string, string>): Promise<number> {
  server = await listenAlone(env)
  return server.port
}

/** Opens a connection and sends the beginning of a request. */
async function occupy(port: number, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

const received = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = ''
    socket.on('data', (piece) => {
      text += piece
    })
    socket.on('close', () => resolve(text))
  })

const ASK = rawRequest('GET /user/checkToken')

describe('a slow client', () => {
  it.each([
    ['header', 'GET /user/checkToken HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    [
      'body',
      'POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{',
    ],
  ])(
    'that does not finish its %s is answered 408 and disconnected, however it trickles',
    async (_, beginning) => {
      const port = await start({ REQUEST_TIMEOUT: '1' })
      const socket = await occupy(port, beginning)
      const trickle = setInterval(() => socket.write(' '), 100)
      expect(statusOf(await received(socket))).toBe(408)
      clearInterval(trickle)
    },
  )
})

it('refuses a URL longer than the parser accepts, with an error message', async () => {
  const answer = await sendRaw(await start({}), rawRequest(`GET /export/retail?q=${'x'.repeat(20_000)}`))
  expect(statusOf(answer)).toBe(431)
  expect(Buffer.from(answer, 'latin1').toString()).toContain(
    '{"error":"Слишком длинный адрес или заголовки"}',
  )
})

describe('many connections', () => {
  it('from one address are limited; closing one admits another', async () => {
    const port = await start({ MAX_CONNECTIONS_PER_ADDRESS: '3' })
    const held = await Promise.all([1, 2, 3].map(() => occupy(port, 'GET / HTTP/1.1\r\n')))
    const refused = await sendRaw(port, ASK)
    expect(statusOf(refused)).toBe(503)
    expect(refused).toMatch(/\r\nRetry-After: \d+\r\n/)
    expect(refused).toContain('{"error":')
    held[0]?.destroy()
    await expect.poll(async () => statusOf(await sendRaw(port, ASK))).toBe(401)
  })

  it('are limited in total', async () => {
    const port = await start({ MAX_CONNECTIONS: '2' })
    await Promise.all([1, 2].map(() => occupy(port, 'GET / HTTP/1.1\r\n')))
    expect(statusOf(await sendRaw(port, ASK))).toBe(503)
  })

  it('from a trusted proxy are not limited; the requests in progress of each visitor are', async () => {
    const port = await start({ MAX_CONNECTIONS_PER_ADDRESS: '3', TRUST_PROXY: '1' })
    // A missing body keeps the request in progress.
    const pending = (address: string) =>
      `POST /auth/login HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n`
    await Promise.all([1, 2, 3].map(() => occupy(port, pending('9.9.9.9'))))
    const askFrom = async (address: string) =>
      statusOf(await sendRaw(port, rawRequest('GET /user/checkToken', [`X-Forwarded-For: ${address}`])))
    await expect.poll(() => askFrom('9.9.9.9')).toBe(503)
    expect(await askFrom('8.8.8.8')).toBe(401)
    const health = rawRequest('GET /healthz', ['X-Forwarded-For: 9.9.9.9'])
    expect(statusOf(await sendRaw(port, health))).toBe(200)
  })
})
