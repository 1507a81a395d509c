import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Today } from '../../../contract/dashboard/today.ts'
import { PATHS } from '../../../contract/paths.ts'
import type { RequestGuard } from '../auth/http/guard.ts'
import type { TodayDesk } from './today.ts'

interface TodayRoutes {
  desk: TodayDesk
  guard: RequestGuard
}

/** Route of the summary of the last day (specification 2.15). */
export const todayRoutes: FastifyPluginAsyncTypebox<TodayRoutes> = async (app, { desk, guard }) => {
  app.addHook('onRequest', guard)
  app.get(
    PATHS.today,
    {
      schema: {
        summary: 'Сводка последнего дня с ценами',
        security: [{ bearer: [] }],
        response: { 200: Today },
      },
    },
    () => desk.today(),
  )
}
