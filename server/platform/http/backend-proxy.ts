import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import httpProxy from '@fastify/http-proxy'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { BACKEND_PREFIXES } from '../../../contract/paths.ts'
import { Refusal } from '../refusal.ts'

const HOUR_MS = 60 * 60 * 1000
/** Maximum size of a request body in bytes; the requests of the documents have bodies of some hundred bytes. */
const BODY_LIMIT = 1024 * 1024

/**
 * A request is forwarded only after its body was read completely, with the counted length, so that both servers agree
 * on where a request ends.
 */
export const backendProxy: FastifyPluginAsync<{ upstream: string }> = async (app, { upstream }) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
    done(null, body),
  )
  app.addHook('onRequest', async ({ raw }) => {
    if (!isUnambiguousPath(raw.url ?? '')) throw new Refusal(400, 'Неверный запрос')
    // Refused, because backends differ in which of two Host headers they use.
    const hosts = raw.rawHeaders.filter((name, n) => n % 2 === 0 && name.toLowerCase() === 'host')
    if (hosts.length > 1) throw new Refusal(400, 'Неверный запрос')
    const encoding = raw.headers['transfer-encoding']
    if (encoding !== undefined && encoding !== 'chunked') throw new Refusal(400, 'Неверный запрос')
  })
  // The security headers are already set on the raw response. They replace the backend's headers of the same names.
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(reply.raw.getHeaders())) reply.header(name, value)
  })
  for (const prefix of BACKEND_PREFIXES) {
    await app.register(httpProxy, {
      upstream,
      prefix,
      rewritePrefix: prefix,
      proxyPayloads: false,
      // The body becomes a stream, which is forwarded unchanged; a buffer with JSON would be encoded again.
      preHandler: async (request) => {
        if (Buffer.isBuffer(request.body)) request.body = bodyStream(request, request.body)
      },
      // The timeout is long for downloads, which are streamed without buffering.
      http: { requestOptions: { timeout: HOUR_MS, rejectUnauthorized: true } },
      replyOptions: {
        // Disables retries: by default a GET request answered with 503 is repeated up to ten times.
        retryDelay: () => null,
        rewriteRequestHeaders: (request, headers) =>
          requestHeaders(headers, {
            length: lengths.get(request as FastifyRequest),
            address: request.ip,
            host: request.host,
            protocol: request.protocol,
            id: (request as FastifyRequest).id,
          }),
        rewriteHeaders(received) {
          const headers = answerHeaders(received)
          const { location } = headers
          if (typeof location !== 'string' || !location.startsWith(`${upstream}/`)) return headers
          return { ...headers, location: location.slice(upstream.length) }
        },
        onError(reply, { error }) {
          reply.log.error({ err: error }, 'backend did not answer')
          reply.status(502).send({ error: 'Сервер данных не отвечает' })
        },
      },
    })
  }
}

const lengths = new WeakMap<object, number>()

function bodyStream(request: FastifyRequest, body: Buffer): Readable {
  lengths.set(request, body.length)
  return Readable.from([body])
}

/** Headers that concern one connection only (RFC 9110 §7.6.1), and headers that frame a message on it. */
const HOP_BY_HOP = new Set([
  'connection',
  'content-length',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * Headers that browsers and scripts send. No others are forwarded: a backend may trust a header that proxies add, such
 * as the user's name or address, and a client could forge it.
 */
const FROM_CLIENTS =
  /^(?:accept(?:-[a-z-]+)?|authorization|cache-control|content-(?:type|encoding|language|disposition)|cookie|date|dnt|from|if-[a-z-]+|last-event-id|origin|pragma|priority|range|referer|save-data|sec-[a-z-]+|traceparent|tracestate|upgrade-insecure-requests|user-agent|x-(?:csrf-token|xsrf-token|requested-with))$/

interface Forwarded {
  /** length of the body in bytes; undefined without a body */
  length: number | undefined
  /** address of the client; `host` is its Host header, `protocol` is 'http' or 'https' */
  address: string
  host: string
  protocol: string
  id: string
}

function requestHeaders(
  headers: IncomingHttpHeaders,
  { length, address, host, protocol, id }: Forwarded,
): IncomingHttpHeaders {
  const forwarded = keep(headers, (name) => FROM_CLIENTS.test(name))
  forwarded['x-forwarded-for'] = address
  forwarded['x-forwarded-host'] = host
  forwarded['x-forwarded-proto'] = protocol
  forwarded['x-real-ip'] = address
  forwarded['x-request-id'] = id
  if (length !== undefined) forwarded['content-length'] = String(length)
  return forwarded
}

/**
 * Returns the headers with which a response is forwarded. Content-Length is included, because the body is forwarded
 * unchanged.
 */
function answerHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const length = headers['content-length']
  const passed = keep(headers, () => true)
  return length === undefined ? passed : { ...passed, 'content-length': length }
}

function keep(headers: IncomingHttpHeaders, isKept: (name: string) => boolean): IncomingHttpHeaders {
  const named = new Set(
    (headers.connection ?? '')
      .toLowerCase()
      .split(',')
      .map((name) => name.trim()),
  )
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name) && !named.has(name) && isKept(name)),
  )
}

/**
 * Returns whether all servers interpret this request target in the same way: no segments that would be resolved, no
 * separators that only some servers recognise (WHATWG URL treats a backslash as a slash), and no address of another
 * server.
 */
function isUnambiguousPath(target: string): boolean {
  const path = target.split('?')[0] ?? ''
  return path.startsWith('/') && !/\\|\/\/|%(?:2e|2f|5c|00)|\/\.{1,2}(?:\/|$)/i.test(path)
}
