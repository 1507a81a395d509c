import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { offersTo } from '../../../contract/companion.ts'
import { PATHS } from '../../../contract/paths.ts'
import type { Sql } from '../../platform/db/db.ts'
import { ErrorAnswer, StringList } from '../../platform/http/schemas.ts'
import { hasRecommended } from '../../prices/recommended-prices.ts'
import { type RequestGuard, userOf } from '../auth/http/guard.ts'

interface CompanionRoutes {
  sql: Sql
  guard: RequestGuard
  isOwnSite(host: string): boolean
}

/** Route of the features that this server offers beyond other backends (specification 10.20 and 10.7). */
export const companionRoutes: FastifyPluginAsyncTypebox<CompanionRoutes> = async (app, options) => {
  const { sql, guard, isOwnSite } = options
  app.addHook('onRequest', guard)
  app.get(
    PATHS.companion,
    {
      schema: {
        summary: 'Возможности этого сервера',
        security: [{ bearer: [] }],
        response: {
          200: Type.Object({ version: Type.Literal(1), offers: StringList, own_hosts: StringList }),
          401: ErrorAnswer,
        },
      },
    },
    async (request) => {
      const { role } = userOf(request)
      const sites = await sql.all<{ host: string }>('SELECT host FROM sites ORDER BY host')
      const hosts = sites.map(({ host }) => host)
      const hasList = await hasRecommended(sql)
      const offers = offersTo(role).filter((offer) => offer !== 'rrp-values' || hasList)
      return { version: 1 as const, offers, own_hosts: hosts.filter(isOwnSite) }
    },
  )
}
