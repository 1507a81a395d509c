import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Certificate } from './push-certificate.ts'
import { SWITCHING_PROTOCOLS } from './switching-protocols.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** A supplier's server on loopback that serves feeds and can simulate the usual faults of servers. */
export interface FeedServer {
  /** 'http://localhost:PORT' */
  origin: string
  /** 'localhost:PORT', the form for FETCH_ALLOWED_HOSTS */
  host: string
  /** handlers by path, with its query or for any; 404 otherwise */
  feeds: Map<string, Handler>
  /** requests so far */
  asked: { path: string; headers: IncomingMessage['headers'] }[]
  /** resolves once a path has been requested `times` times */
  askedFor(path: string, times?: number): Promise<void>
  close(): Promise<void>
}

export async function startFeedServer(certificate?: Certificate): Promise<FeedServer> {
  const feeds = new Map<string, Handler>()
  const asked: FeedServer['asked'] = []
  const sockets = new Set<Socket>()
  let waiting: (() => void)[] = []
  const handle: Handler = (request, response) => {
    const path = request.url ?? ''
    asked.push({ path, headers: request.headers })
    for (const check of waiting) check()
    const feed = feeds.get(path) ?? feeds.get(path.replace(/\?.*/, ''))
    if (feed) feed(request, response)
    else response.writeHead(404).end('нет')
  }
  const server = certificate ? createSecureServer(certificate, handle) : createServer(handle)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const host = `localhost:${(server.address() as AddressInfo).port}`
  return {
    host,
    origin: `${certificate ? 'https' : 'http'}://${host}`,
    feeds,
    asked,
    askedFor: (path, times = 1) =>
      new Promise((resolve) => {
        const check = () => {
          if (asked.filter((one) => one.path === path).length < times) return
          waiting = waiting.filter((one) => one !== check)
          resolve()
        }
        waiting.push(check)
        check()
      }),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

/** Returns a handler that answers with a body. */
export const serving =
  (content: string | Buffer, headers: Record<string, string> = {}): Handler =>
  (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/csv', ...headers }).end(content)

/** Returns a handler that answers with a body and its ETag, or with 304. */
export const servingWithEtag =
  (content: string, etag: string): Handler =>
  (request, response) => {
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end()
    response.writeHead(200, { etag }).end(content)
  }

export const answering =
  (status: number, headers: Record<string, string> = {}): Handler =>
  (_request, response) =>
    void response.writeHead(status, headers).end('ошибка')

/** Faults of a feed, each a handler. */
export const FAULTS = {
  hanging: () => undefined,
  /** sends the header and part of the body, then nothing */
  stalling: (_request, response) => void response.writeHead(200).write('article,brand'),
  cutOff: (_request, response) => {
    response.writeHead(200, { 'transfer-encoding': 'chunked' })
    response.write('article,brand\n', () => response.destroy())
  },
  /** sends no length, so that the body ends with the connection, and then resets the connection */
  reset: (_request, response) => {
    response.useChunkedEncodingByDefault = false
    response.writeHead(200, { connection: 'close' })
    response.write('article,brand\n', () => (response.socket as Socket).resetAndDestroy())
  },
  /** sends no length and never ends the body */
  trickling: (_request, response) => {
    response.useChunkedEncodingByDefault = false
    response.writeHead(200, { connection: 'close' })
    const more = () => response.destroyed || response.write('X1,Arktika\n', () => setImmediate(more))
    more()
  },
  /** switches protocols although the request does not ask for this */
  upgrading: (_request, response) => void response.socket?.write(SWITCHING_PROTOCOLS),
  wrongLength: (_request, response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('article,brand\n', () => response.destroy())
  },
  cutGzip: (_request, response) => {
    const packed = gzipSync(Buffer.from('article,brand\n'.repeat(1_000)))
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed.subarray(0, packed.length - 20))
  },
  endless: (_request, response) => {
    response.writeHead(200)
    const piece = Buffer.alloc(64 * 1024, 'x')
    const more = () => {
      while (!response.destroyed && response.write(piece));
    }
    response.on('drain', more)
    more()
  },
  /** compresses 100 MB to 100 kB */
  bomb: (_request, response) =>
    void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(100_000_000))),
  loop: (request, response) => void response.writeHead(302, { location: request.url ?? '/' }).end(),
  page: (_request, response) =>
    void response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!DOCTYPE html><html><title>Вход</title></html>'),
  empty: (_request, response) => void response.writeHead(200).end(),
} as const satisfies Record<string, Handler>
