import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { PATHS } from '../../contract/paths.ts'
import { audit } from '../audit.ts'
import type { AccessTokens } from '../auth/access-token.ts'
import {
  endSession,
  endSessionOfToken,
  rotateSession,
  type SessionTokens,
  startSession,
} from '../auth/sessions.ts'
import { SignInThrottle } from '../auth/sign-in-throttle.ts'
import { authenticate, foldUsername } from '../auth/users.ts'
import type { Db } from '../db/db.ts'
import { TryLater, WireError } from './errors.ts'
import { bearerSession, type RequestGuard } from './guard.ts'
import { networkOf } from './network.ts'
import { clearRefreshCookie, refreshTokenOf, setRefreshCookie } from './refresh-cookie.ts'
import { createRefreshLimits } from './refresh-limits.ts'
import { ErrorAnswer, MessageAnswer, TokenAnswer } from './schemas.ts'

export interface AuthRoutes {
  db: Db
  tokens: AccessTokens
  guard: RequestGuard
  /** sign-in attempts per minute and address */
  signInLimit: number
}

/** Specification 1.14: sign-in, token check, refresh and logout. */
export const authRoutes: FastifyPluginAsyncTypebox<AuthRoutes> = async (app, options) => {
  const { db, tokens, guard, signInLimit } = options
  const throttle = new SignInThrottle()
  const limitRefresh = createRefreshLimits(app, db)

  const answerTokens = async (reply: FastifyReply, session: SessionTokens) => {
    setRefreshCookie(reply, session.refreshToken)
    return { access_token: await tokens.sign(session.sessionId) }
  }

  app.post(
    PATHS.login,
    {
      config: { rateLimit: { max: signInLimit, timeWindow: '1 minute' } },
      schema: {
        summary: 'Вход',
        body: Type.Object({
          username: Type.String({ maxLength: 320 }),
          password: Type.String({ maxLength: 1024 }),
        }),
        response: { 200: TokenAnswer, 401: ErrorAnswer, 429: ErrorAnswer, 503: ErrorAnswer },
      },
    },
    async (request, reply) => {
      const account = foldUsername(request.body.username)
      const source = networkOf(request.ip)
      const wait = throttle.attempt(account, source)
      if (wait > 0) throw new TryLater('Слишком много попыток', wait)
      const user = await authenticate(db, request.body.username, request.body.password)
      if (!user) {
        await audit(db, 'sign-in failed', null, request.ip)
        throw new WireError(401, 'Неверный логин или пароль')
      }
      throttle.succeeded(account, source)
      await audit(db, 'sign-in', user.id, request.ip)
      return answerTokens(reply, await startSession(db, user.id))
    },
  )

  app.post(
    PATHS.refresh,
    {
      onRequest: limitRefresh,
      schema: {
        summary: 'Новый токен доступа',
        response: { 200: TokenAnswer, 401: ErrorAnswer, 429: ErrorAnswer },
      },
    },
    async (request, reply) => {
      const presented = refreshTokenOf(request)
      const session = presented === undefined ? undefined : await rotateSession(db, presented)
      if (!session) {
        clearRefreshCookie(reply)
        throw new WireError(401, 'Требуется вход')
      }
      return answerTokens(reply, session)
    },
  )

  app.get(
    PATHS.checkToken,
    {
      onRequest: guard,
      schema: {
        summary: 'Проверка токена',
        security: [{ bearer: [] }],
        response: { 200: MessageAnswer, 401: ErrorAnswer },
      },
    },
    async () => ({ message: 'ok' }),
  )

  const logout = async (request: FastifyRequest, reply: FastifyReply) => {
    const presented = refreshTokenOf(request)
    if (presented !== undefined) await endSessionOfToken(db, presented)
    const sessionId = await bearerSession(request, tokens)
    if (sessionId !== undefined) await endSession(db, sessionId)
    clearRefreshCookie(reply)
    return { message: 'ok' }
  }
  for (const path of [PATHS.logout, PATHS.cabinetLogout]) {
    const schema = { summary: 'Выход', response: { 200: MessageAnswer, 429: ErrorAnswer } }
    app.post(path, { onRequest: limitRefresh, schema }, logout)
  }
}
