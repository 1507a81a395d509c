import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Sql } from '../../../platform/db/db.ts'
import { networkOf } from '../../../platform/http/network.ts'
import { tryLater } from '../../../platform/refusal.ts'
import { tokenHash } from '../../../platform/token-hash.ts'
import { isTokenKnown } from '../sessions.ts'
import { forgetRefreshCookie, refreshTokenOf } from './refresh-cookie.ts'

const MINUTE_MS = 60_000
/**
 * Maximum number of requests per cookie and minute: a browser refreshes once in 15 minutes, and at each start and in
 * each tab.
 */
const PER_COOKIE = 30
/** Maximum number of requests per IP address and minute; enough for a large office. */
const PER_ADDRESS = 300

/**
 * Creates rate limits for requests with the refresh cookie, by cookie and by IP address. A cookie without a session is
 * removed before anything is written.
 */
export function createRefreshLimits(app: FastifyInstance, sql: Sql) {
  const perCookie = app.createRateLimit({
    max: PER_COOKIE,
    timeWindow: MINUTE_MS,
    keyGenerator: (request) =>
      `refresh by cookie ${tokenHash(refreshTokenOf(request as FastifyRequest) ?? '')}`,
  })
  const perAddress = app.createRateLimit({
    max: PER_ADDRESS,
    timeWindow: MINUTE_MS,
    keyGenerator: (request) => `refresh from ${networkOf((request as FastifyRequest).ip)}`,
  })
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    const limits = refreshTokenOf(request) === undefined ? [perAddress] : [perAddress, perCookie]
    for (const limit of limits) {
      const counted = await limit(request)
      if (!counted.isAllowed && counted.isExceeded) throw tryLater('Слишком много запросов', counted.ttl)
    }
    const presented = refreshTokenOf(request)
    if (presented !== undefined && !(await isTokenKnown(sql, presented))) forgetRefreshCookie(request)
  }
}
