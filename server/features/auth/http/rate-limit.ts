import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Sql } from '../../../platform/db/db.ts'
import { networkOf } from '../../../platform/http/request-source.ts'
import { tryLater } from '../../../platform/refusal.ts'
import { tokenHash } from '../../../platform/token-hash.ts'
import { isTokenKnown } from '../sessions.ts'
import { sessionOf } from './guard.ts'
import { forgetRefreshCookie, refreshTokenOf } from './session-cookies.ts'

const byPerson = (request: FastifyRequest): string => sessionOf(request).user.id
const bySession = (request: FastifyRequest): string => sessionOf(request).id

/** Rate limits per minute and route, for one signed-in user or for one session. */
export const perPerson = (max: number) => perMinute(max, byPerson)
export const perSession = (max: number) => perMinute(max, bySession)

/** The requests are counted after the guard, because it determines the user. */
const perMinute = (max: number, keyGenerator: (request: FastifyRequest) => string) => ({
  max,
  timeWindow: '1 minute',
  hook: 'preHandler' as const,
  keyGenerator,
})

/**
 * Maximum number of requests per minute of a route without a limit of its own, by a signed-in user or otherwise by an
 * address: far more than the app sends, also for a whole office behind one address.
 */
const DEFAULT = {
  /** files and calls to other servers, which are recorded one by one */
  audited: 120,
  /** changes by the companion's own calls */
  change: 600,
  read: 6_000,
  address: 60_000,
} as const

const OWN_CALLS = /^\/api\/(?:companion|admin)\//

const byPersonOrAddress = ({ session, ip }: FastifyRequest): string => session?.user.id ?? normalizeIP(ip)

/** Limits all routes registered after this call; call it before the plugin of rate limits is registered. */
export function limitEveryRoute(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const isChange = OWN_CALLS.test(route.url) && !['GET', 'HEAD'].includes(String(route.method))
    const perPerson = route.config?.audited ? DEFAULT.audited : isChange ? DEFAULT.change : DEFAULT.read
    const rateLimit = {
      ...perMinute(0, byPersonOrAddress),
      max: ({ session }: FastifyRequest) => (session ? perPerson : DEFAULT.address),
      // The answers of the documented calls stay as they are.
      addHeadersOnExceeding: {},
      isLocal: true,
    }
    route.config = { rateLimit, ...route.config }
  })
}

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
