import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sessionOf } from './guard.ts'

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
