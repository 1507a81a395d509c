import httpProxy from '@fastify/http-proxy'
import type { FastifyPluginAsync } from 'fastify'
import { BACKEND_PREFIXES } from '../../contract/paths.ts'

const HOUR_MS = 60 * 60 * 1000

/** With BACKEND_URL set: /auth, /user and /api go to the existing backend, cookies and Location headers included. */
export const backendProxy: FastifyPluginAsync<{ upstream: string }> = async (app, { upstream }) => {
  for (const prefix of BACKEND_PREFIXES) {
    await app.register(httpProxy, {
      upstream,
      prefix,
      rewritePrefix: prefix,
      // A download may take its time; nothing here buffers it.
      http: { requestOptions: { timeout: HOUR_MS } },
      replyOptions: {
        rewriteHeaders(headers) {
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
