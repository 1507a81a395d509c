import httpProxy from '@fastify/http-proxy'
import type { FastifyPluginAsync } from 'fastify'
import { BACKEND_PREFIXES } from '../../contract/paths.ts'

const HOUR_MS = 60 * 60 * 1000

/** Forwards /auth, /user and /api to the existing backend of BACKEND_URL, including cookies and Location headers. */
export const backendProxy: FastifyPluginAsync<{ upstream: string }> = async (app, { upstream }) => {
  for (const prefix of BACKEND_PREFIXES) {
    await app.register(httpProxy, {
      upstream,
      prefix,
      rewritePrefix: prefix,
      // Downloads may take long; they are streamed, not buffered.
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
