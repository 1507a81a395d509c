import { Readable } from 'node:stream'
import httpProxy from '@fastify/http-proxy'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { BACKEND_PREFIXES } from '../../../contract/paths.ts'
import { Refusal } from '../refusal.ts'
import { answerHeaders, isUnambiguousPath, requestHeaders } from './backend-headers.ts'

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

/** Number of bytes of each request's body. */
const lengths = new WeakMap<object, number>()

function bodyStream(request: FastifyRequest, body: Buffer): Readable {
  lengths.set(request, body.length)
  return Readable.from([body])
}
