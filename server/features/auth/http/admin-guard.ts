import type { FastifyInstance, FastifyRequest } from 'fastify'
import { audit } from '../../../platform/audit/audit.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { Refusal, tryLater } from '../../../platform/refusal.ts'
import { secondFactorOf } from '../second-factor.ts'
import { isProved } from '../sessions.ts'
import { sessionOf, userOf } from './guard.ts'

const REFUSALS_PER_MINUTE = 30

/**
 * Creates guards that admit users by their role; they run after the request guard. Refusals are written to the audit log
 * and limited per user, over both guards together.
 */
export function createRoleGuards(app: FastifyInstance, sql: Sql, demandsSecondFactor: boolean) {
  const limit = app.createRateLimit({
    max: REFUSALS_PER_MINUTE,
    timeWindow: 60_000,
    keyGenerator: (request) => `refusal of ${userOf(request as FastifyRequest).id}`,
  })
  const refuse = async (request: FastifyRequest, words: string): Promise<never> => {
    const { id, username } = userOf(request)
    const counted = await limit(request)
    if (!counted.isAllowed && counted.isExceeded) throw tryLater('Слишком много запросов', counted.ttl)
    await audit(sql, 'admin route refused', id, `${username} ${request.method} ${request.routeOptions.url}`)
    throw new Refusal(403, words)
  }
  return {
    /** admits only administrators */
    async adminGuard(request: FastifyRequest): Promise<void> {
      const { id, role } = userOf(request)
      if (role !== 'admin') await refuse(request, 'Нужны права администратора')
      if (demandsSecondFactor && !(await secondFactorOf(sql, id)).enabled) {
        throw new Refusal(403, 'Сначала включите второй фактор: Профиль → Безопасность')
      }
    },
    /** admits administrators and analysts (specification 21.2) */
    async analystGuard(request: FastifyRequest): Promise<void> {
      if (userOf(request).role === 'user') await refuse(request, 'Нужны права аналитика')
    },
  }
}

/**
 * Creates a guard for sensitive actions; it runs after the request guard. It admits a request only if the user has
 * confirmed the password recently (specification 11.4).
 */
export function createProofGuard(sql: Sql) {
  return async (request: FastifyRequest): Promise<void> => {
    if (await isProved(sql, sessionOf(request).id)) return
    throw new Refusal(403, 'Подтвердите действие паролем', { confirm: true })
  }
}

/** Guard that runs after the request guard has admitted the request. */
export type SessionGuard = (request: FastifyRequest) => Promise<void>
