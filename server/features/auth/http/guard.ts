import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { audit } from '../../../platform/audit/audit.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { bearerToken, refuseOtherOrigins } from '../../../platform/http/request-source.ts'
import { Refusal, tryLater } from '../../../platform/refusal.ts'
import type { AccessTokens } from '../access-tokens.ts'
import { secondFactorOf } from '../second-factor.ts'
import { isProved, sessionOfToken, userOfSession } from '../sessions.ts'
import type { User } from '../user.ts'
import { refreshTokenOf } from './session-cookies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** set by the guard on routes that require a session */
    session: { id: string; user: User } | null
  }
}

export type RequestGuard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Creates a guard that admits requests with the bearer token of a current session. */
export function createRequestGuard(sql: Sql, tokens: AccessTokens): RequestGuard {
  return async (request) => {
    const session = await liveSession(sql, await bearerSession(request, tokens))
    if (!session) throw new Refusal(401, 'Требуется вход')
    request.session = session
  }
}

/** Creates a guard that accepts the bearer token of a current session or, without a valid one, its refresh cookie. */
export function createCookieGuard(
  sql: Sql,
  tokens: AccessTokens,
  publicUrl: string | undefined,
): RequestGuard {
  const sessionOfCookie = async (request: FastifyRequest) => {
    const cookie = refreshTokenOf(request)
    if (cookie === undefined) return undefined
    refuseOtherOrigins(request, publicUrl)
    return liveSession(sql, await sessionOfToken(sql, cookie))
  }
  return async (request) => {
    const session =
      (await liveSession(sql, await bearerSession(request, tokens))) ?? (await sessionOfCookie(request))
    if (!session) throw new Refusal(401, 'Требуется вход')
    request.session = session
  }
}

async function liveSession(sql: Sql, id: string | undefined): Promise<FastifyRequest['session'] | undefined> {
  const user = id === undefined ? undefined : await userOfSession(sql, id)
  return id !== undefined && user ? { id, user } : undefined
}

/** Returns the session id in the bearer token; the session may have ended. */
export async function bearerSession(
  request: FastifyRequest,
  tokens: AccessTokens,
): Promise<string | undefined> {
  const token = bearerToken(request)
  return token === undefined ? undefined : tokens.verify(token)
}

export const userOf = (request: FastifyRequest): User => sessionOf(request).user

export function sessionOf(request: FastifyRequest): { id: string; user: User } {
  if (!request.session) throw new Error(`${request.url} is not guarded`)
  return request.session
}

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
