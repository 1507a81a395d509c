import type { FastifyInstance, FastifyRequest } from 'fastify'
import { audit } from '../../../platform/audit/audit.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { TryLater, WireError } from '../../../platform/http/errors.ts'
import { secondFactorOf } from '../second-factor.ts'
import { isProved } from '../sessions.ts'
import { sessionOf, userOf } from './guard.ts'

const REFUSALS_PER_MINUTE = 30

/**
 * Creates a guard that admits only administrators; it runs after the request guard. Refusals are written to the audit
 * log and limited per user.
 */
export function createAdminGuard(app: FastifyInstance, sql: Sql, demandsSecondFactor: boolean) {
  const limit = app.createRateLimit({
    max: REFUSALS_PER_MINUTE,
    timeWindow: 60_000,
    keyGenerator: (request) => `refusal of ${userOf(request as FastifyRequest).id}`,
  })
  return async (request: FastifyRequest): Promise<void> => {
    const { id, username, role } = userOf(request)
    if (role !== 'admin') {
      const counted = await limit(request)
      if (!counted.isAllowed && counted.isExceeded) throw new TryLater('Слишком много запросов', counted.ttl)
      await audit(sql, 'admin route refused', id, `${username} ${request.method} ${request.routeOptions.url}`)
      throw new WireError(403, 'Нужны права администратора')
    }
    if (demandsSecondFactor && !(await secondFactorOf(sql, id)).enabled) {
      throw new WireError(403, 'Сначала включите второй фактор: Профиль → Безопасность')
    }
  }
}

/**
 * Creates a guard for sensitive actions; it runs after the request guard. It admits a request only if the user has
 * confirmed the password recently (specification 11.4).
 */
export function createProofGuard(sql: Sql) {
  return async (request: FastifyRequest): Promise<void> => {
    if (await isProved(sql, sessionOf(request).id)) return
    throw new WireError(403, 'Подтвердите действие паролем', { confirm: true })
  }
}

/** Guard that runs after the request guard has admitted the request. */
export type SessionGuard = (request: FastifyRequest) => Promise<void>
