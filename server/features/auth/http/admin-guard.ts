import type { FastifyInstance, FastifyRequest } from 'fastify'
import { audit } from '../../../platform/audit/audit.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { TryLater, WireError } from '../../../platform/http/errors.ts'
import { secondFactorOf } from '../second-factor.ts'
import { isProved } from '../sessions.ts'
import { sessionOf, userOf } from './guard.ts'

const REFUSALS_PER_MINUTE = 30

/**
 * Creates a guard that admits administrators, after the request guard. Refusals go to the audit log and are limited
 * for each user.
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
 * Creates a guard that admits sensitive steps only shortly after a proof of the password, after the request guard
 * (specification 11.4).
 */
export function createProofGuard(sql: Sql) {
  return async (request: FastifyRequest): Promise<void> => {
    if (await isProved(sql, sessionOf(request).id)) return
    throw new WireError(403, 'Подтвердите действие паролем', { confirm: true })
  }
}

/** Guard for requests that the request guard has admitted. */
export type SessionGuard = (request: FastifyRequest) => Promise<void>
