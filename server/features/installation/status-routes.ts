import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { INSTALLATION_PATHS } from '../../../contract/installation/installation-paths.ts'
import { InstallationStatus } from '../../../contract/installation/status.ts'
import { neverStored } from '../../platform/http/never-stored.ts'
import type { SessionGuard } from '../auth/http/admin-guard.ts'
import type { RequestGuard } from '../auth/http/guard.ts'
import { perPerson } from '../auth/http/rate-limit.ts'
import { readStatus, type StatusDeps } from './read-status.ts'

interface StatusRoutes extends StatusDeps {
  guard: RequestGuard
  adminGuard: SessionGuard
}

const MOST_PER_MINUTE = 30

/** Route of the installation's state, for administrators (specification 28.6). */
export const statusRoutes: FastifyPluginAsyncTypebox<StatusRoutes> = async (app, options) => {
  const { guard, adminGuard, ...deps } = options
  app.addHook('onRequest', guard)
  app.addHook('onRequest', adminGuard)
  app.addHook('onSend', neverStored)
  app.get(
    INSTALLATION_PATHS.status,
    {
      config: { rateLimit: perPerson(MOST_PER_MINUTE) },
      schema: {
        summary: 'Состояние установки',
        security: [{ bearer: [] }],
        response: { 200: InstallationStatus },
      },
    },
    () => readStatus(deps),
  )
}
