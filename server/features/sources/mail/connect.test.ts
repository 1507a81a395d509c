// Specification 13.16

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Certificate, localCertificate, trust } from '../../../../tests/support/push-certificate.ts'
import { FetchFailure } from '../../../platform/remote/fetch-failure.ts'
import { withMailbox } from './connect.ts'

/** Answer of a hostile server to a command after the sign-in. */
type Misdeed = (socket: TLSSocket, tag: string) => void

describe('withMailbox', () => {
  let certificate: Certificate
  let close = async () => {}
  beforeAll(() => {
    certificate = localCertificate()
    trust(certificate)
  })
  afterEach(() => close())

  /** Starts a server that lets everybody in, and then misbehaves. */
  const startServer = async (misdeed: Misdeed): Promise<string> => {
    const sockets = new Set<TLSSocket>()
    const server = createServer(certificate, (socket) => {
      sockets.add(socket)
      socket.on('error', () => undefined)
      let tag = ''
      socket.write('* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] hello\r\n')
      socket.setEncoding('latin1').on('data', (text: string) => {
        for (const line of text.split('\r\n').filter(Boolean)) {
          const [first = '', command = ''] = line.split(' ')
          if (command !== '') tag = first
          if (/^(?:EXAMINE|SELECT)$/i.test(command)) misdeed(socket, tag)
          else if (/^AUTHENTICATE$/i.test(command) && line.split(' ').length < 4) socket.write('+ \r\n')
          else socket.write(`${tag} OK [CAPABILITY IMAP4rev1] done\r\n`)
        }
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    close = async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    }
    return `localhost:${(server.address() as AddressInfo).port}`
  }

  const access = (host: string, over: object = {}) => ({
    address: `imaps://${host}/`,
    secrets: { headers: [], basic: { username: 'u', password: 'p' } },
    limits: {
      userAgent: 'test',
      allowedHosts: new Set([host]),
      fetchMegabytes: 1,
      fetchSeconds: 60,
      stallSeconds: 60,
      fetchMinKilobytes: 0,
      ...over,
    },
  })
  const never = new AbortController().signal
  const failure = (host: string, over: object = {}) =>
    withMailbox(access(host, over), never, (client) => client.mailboxOpen('INBOX')).then(
      () => 'worked',
      (error: Error) => (error instanceof FetchFailure ? error.message : error),
    )

  it('works with a server that does as it should', async () => {
    const host = await startServer((socket, tag) => {
      socket.write(`* 0 EXISTS\r\n* OK [UIDVALIDITY 1] x\r\n${tag} OK [READ-WRITE] done\r\n`)
    })
    expect(await failure(host)).toBe('worked')
  })

  it('gives up on a server that falls silent after the sign-in', async () => {
    const host = await startServer(() => undefined)
    expect(await failure(host, { stallSeconds: 1 })).toBe('Сервер почты молчал 1 с')
  })

  it('ends when its time is over, however much the server says', async () => {
    const host = await startServer((socket) => {
      const timer = setInterval(() => socket.write('* OK wait\r\n'), 20)
      socket.once('close', () => clearInterval(timer))
    })
    expect(await failure(host, { fetchSeconds: 1 })).toBe('Чтение почты длилось дольше 1 с')
  })

  it.each<[string, string]>([
    ['a line without an end', 'x'.repeat(64 * 1024)],
    ['lines without an end', `* OK ${'x'.repeat(64 * 1024)}\r\n`],
    ['a text of 1 GB', `* 1 FETCH (BODY[1] {1000000000}\r\n`],
  ])('cuts off %s', async (_, piece) => {
    const host = await startServer((socket) => {
      socket.write('* 1 EXISTS\r\n')
      const flood = () => {
        while (!socket.destroyed && socket.write(piece));
      }
      socket.on('drain', flood)
      flood()
    })
    expect(await failure(host)).toBe('Сервер почты прислал слишком много')
  })

  it('connects to no internal network, by address or by name', async () => {
    const host = await startServer((socket, tag) => socket.write(`${tag} OK\r\n`))
    const [, port] = host.split(':')
    expect(await failure(`127.0.0.1:${port}`, { allowedHosts: new Set() })).toMatch(/порту 993/)
    const inside = withMailbox(
      {
        ...access('mail.example.ru', { allowedHosts: new Set() }),
        resolveName: async () => [{ address: '127.0.0.1', family: 4 }],
      },
      never,
      async () => 'worked',
    )
    await expect(inside).rejects.toThrow('Адрес ведёт во внутреннюю сеть')
  })

  it('refuses a certificate for another host, and a mailbox without a password', async () => {
    const host = await startServer((socket, tag) => socket.write(`${tag} OK\r\n`))
    const [, port] = host.split(':')
    expect(await failure(`[::ffff:127.0.0.1]:${port}`.toLowerCase())).not.toBe('worked')
    await expect(
      withMailbox({ ...access(host), secrets: { headers: [], basic: null } }, never, async () => 'worked'),
    ).rejects.toThrow('Укажите имя пользователя и пароль почты')
  })

  it('ends with its caller', async () => {
    const begun = Promise.withResolvers<void>()
    const host = await startServer(() => begun.resolve())
    const stop = new AbortController()
    const working = withMailbox(access(host), stop.signal, (client) => client.mailboxOpen('INBOX'))
    await begun.promise
    stop.abort(new Error('the server stops'))
    await expect(working).rejects.toThrow('the server stops')
  })
})
