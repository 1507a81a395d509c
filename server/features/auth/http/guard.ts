import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Sql } from '../../../platform/db/db.ts'
import { bearerToken } from '../../../platform/http/bearer-token.ts'
import { refuseOtherOrigins } from '../../../platform/http/same-origin.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { AccessTokens } from '../access-token.ts'
import { sessionOfToken, userOfSession } from '../sessions.ts'
import type { User } from '../user.ts'
import { refreshTokenOf } from './refresh-cookie.ts'

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

/** Returns the user of a request that a guard has admitted. */
export const userOf = (request: FastifyRequest): User => sessionOf(request).user

/** Returns the session of a request that a guard has admitted. */
export function sessionOf(request: FastifyRequest): { id: string; user: User } {
  if (!request.session) throw new Error(`${request.url} is not guarded`)
  return request.session
}
