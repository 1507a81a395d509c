import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HEALTH_PATHS } from '../../../contract/paths.ts'
import { bearerToken } from '../http/bearer-token.ts'
import { neverStored } from '../http/never-stored.ts'
import { Refusal } from '../refusal.ts'
import type { Metrics } from './metrics.ts'

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Counts all responses, and serves the metrics to callers with the token (specification 10.28).
 * @param token required bearer token
 */
export function addMetrics(app: FastifyInstance, metrics: Metrics, token: string): void {
  const wanted = hash(token)
  const isAllowed = (request: FastifyRequest): boolean =>
    timingSafeEqual(hash(bearerToken(request) ?? ''), wanted)

  app.addHook('onResponse', async (request, reply) => {
    metrics.answered({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
    })
  })
  app.get(
    HEALTH_PATHS.metrics,
    { onRequest: neverStored, schema: { hide: true } },
    async (request, reply) => {
      if (!isAllowed(request)) throw new Refusal(401, 'Нужен METRICS_TOKEN этого сервера')
      return reply.type(metrics.contentType).send(await metrics.text())
    },
  )
}
