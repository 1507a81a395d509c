import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { HEALTH_PATHS } from '../../../contract/paths.ts'
import packageFile from '../../../package.json' with { type: 'json' }
import { neverStored } from '../http/never-stored.ts'
import type { Readiness } from './readiness.ts'

interface HealthRoutes {
  /** undefined if requests are forwarded to an existing backend, which reports its own health */
  readiness: (() => Promise<Readiness>) | undefined
}

const ReadyAnswer = Type.Object({
  ready: Type.Boolean(),
  version: Type.String(),
  checks: Type.Record(Type.String(), Type.Boolean(), { description: 'database, disk' }),
})

/** Routes for load balancers and supervisors, without a session (specification 10.28). */
export const healthRoutes: FastifyPluginAsyncTypebox<HealthRoutes> = async (app, { readiness }) => {
  app.addHook('onRequest', neverStored)

  app.get(
    HEALTH_PATHS.alive,
    {
      schema: {
        summary: 'Сервер отвечает',
        response: { 200: Type.Object({ alive: Type.Literal(true) }) },
      },
    },
    async () => ({ alive: true as const }),
  )

  app.get(
    HEALTH_PATHS.ready,
    { schema: { summary: 'Сервер готов работать', response: { 200: ReadyAnswer, 503: ReadyAnswer } } },
    async (_request, reply) => {
      const checks = (await readiness?.()) ?? {}
      const ready = Object.values(checks).every(Boolean)
      return reply.code(ready ? 200 : 503).send({ ready, version: packageFile.version, checks })
    },
  )
}
