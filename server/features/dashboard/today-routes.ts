import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { PATHS } from '../../../contract/paths.ts'
import { ErrorAnswer } from '../../platform/http/schemas.ts'
import type { RequestGuard } from '../auth/http/guard.ts'
import type { TodayDesk } from './today.ts'

interface TodayRoutes {
  desk: TodayDesk
  guard: RequestGuard
}

const Counts = Type.Array(Type.Union([Type.Integer(), Type.Null()]))

/** Route of the summary of the last day (specification 2.15). */
export const todayRoutes: FastifyPluginAsyncTypebox<TodayRoutes> = async (app, { desk, guard }) => {
  app.addHook('onRequest', guard)
  app.get(
    PATHS.today,
    {
      schema: {
        summary: 'Сводка последнего дня с ценами',
        security: [{ bearer: [] }],
        response: {
          200: Type.Object({
            version: Type.Literal(1),
            day: Type.Union([Type.String(), Type.Null()]),
            sites: Type.Array(
              Type.Object({
                site: Type.String(),
                before: Type.String(),
                up: Type.Integer(),
                down: Type.Integer(),
              }),
            ),
            own: Type.Array(
              Type.Object({
                city: Type.String(),
                kind: Type.String(),
                above: Type.Integer(),
                at: Type.Integer(),
                below: Type.Integer(),
                cheapest: Type.Integer(),
                dearer: Counts,
              }),
            ),
            moves: Type.Array(
              Type.Object({
                key: Type.String(),
                name: Type.String(),
                site: Type.String(),
                city: Type.String(),
                percent: Type.Number(),
              }),
            ),
            moved: Counts,
          }),
          401: ErrorAnswer,
        },
      },
    },
    async () => {
      const { dearer, own, sites, moves, moved, day } = await desk.today()
      return {
        version: 1 as const,
        day,
        sites: [...sites],
        own: own.map((one, i) => ({ ...one, dearer: [...(dearer[i] ?? [])] })),
        moves: [...moves],
        moved: [...moved],
      }
    },
  )
}
