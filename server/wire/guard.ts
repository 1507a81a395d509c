import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AccessTokens } from '../auth/access-token.ts'
import { userOfSession } from '../auth/sessions.ts'
import type { User } from '../auth/users.ts'
import type { Sql } from '../db/db.ts'
import { WireError } from './errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** set by the guard on every route that needs a session */
    session: { id: string; user: User } | null
  }
}

export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Lets a request pass that carries the bearer token of a live session. */
export function createGuard(sql: Sql, tokens: AccessTokens): Guard {
  return async (request) => {
    const sessionId = await bearerSession(request, tokens)
    const user = sessionId === undefined ? undefined : await userOfSession(sql, sessionId)
    if (sessionId === undefined || !user) throw new WireError(401, 'Требуется вход')
    request.session = { id: sessionId, user }
  }
}

/** The session that the bearer token names, whether or not it still lives. */
export async function bearerSession(
  request: FastifyRequest,
  tokens: AccessTokens,
): Promise<string | undefined> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return token === undefined ? undefined : tokens.verify(token)
}

/** The user behind a guarded request. */
export function userOf(request: FastifyRequest): User {
  if (!request.session) throw new Error(`${request.url} is not guarded`)
  return request.session.user
}
