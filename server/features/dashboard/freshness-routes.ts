import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Freshness } from '../../../contract/dashboard/freshness.ts'
import { PATHS } from '../../../contract/paths.ts'
import type { ReadSql } from '../../platform/db/db.ts'
import { loadDays } from '../../prices/site-days.ts'
import { untilNextImport } from '../../prices/until-next-import.ts'
import type { RequestGuard } from '../auth/http/guard.ts'

interface FreshnessRoutes {
  sql: ReadSql
  guard: RequestGuard
}

/** Routes that return which sites have prices for which days (specification 10.25). */
export const freshnessRoutes: FastifyPluginAsyncTypebox<FreshnessRoutes> = async (app, { sql, guard }) => {
  const days = untilNextImport(sql, loadDays)
  app.addHook('onRequest', guard)
  app.get(
    PATHS.freshness,
    {
      schema: {
        summary: 'Дни, за которые есть цены сайтов',
        security: [{ bearer: [] }],
        response: { 200: Freshness },
      },
    },
    async () => ({ version: 1 as const, ...(await days()) }),
  )
}
