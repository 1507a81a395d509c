import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { MessageAnswer } from '../../../contract/lib/schemas.ts'
import { PATHS, SESSION_PATHS } from '../../../contract/paths.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { networkOf, refuseOtherOrigins } from '../../platform/http/request-source.ts'
import { ErrorAnswer, TokenAnswer } from '../../platform/http/schemas.ts'
import { neverStored } from '../../platform/http/security.ts'
import { Refusal, tryLater } from '../../platform/refusal.ts'
import { createNoticeUpTo, IF_NOT_YOU } from '../notifications/delivery/notices.ts'
import type { AccessTokens } from './access-tokens.ts'
import { deviceName, isDeviceOf, rememberDevice } from './devices.ts'
import { createCodeProof } from './http/code-proof.ts'
import { bearerSession, type RequestGuard } from './http/guard.ts'
import { createRefreshLimits } from './http/rate-limit.ts'
import {
  clearRefreshCookie,
  deviceOf,
  knownDeviceOf,
  refreshTokenOf,
  setRefreshCookie,
} from './http/session-cookies.ts'
import { secondFactorOf } from './second-factor.ts'
import type { SecretBox } from './secret-box.ts'
import {
  type Client,
  endSessionOf,
  findSession,
  rotateSession,
  type SessionTokens,
  sessionOfAnyToken,
  startSession,
} from './sessions.ts'
import { createThrottle } from './sign-in-throttle.ts'
import type { User } from './user.ts'
import { authenticate, normaliseUsername } from './users.ts'

export interface AuthRoutes {
  db: Db
  tokens: AccessTokens
  guard: RequestGuard
  /** key that signs the derivation of refresh tokens */
  refreshKey: string
  /** decrypts the secrets of second factors */
  box: SecretBox
  /** maximum number of sign-in attempts per minute and IP address */
  signInLimit: number
  /** public address of this server */
  publicUrl: string | undefined
}

/**
 * Maximum number of notices per user and day about sign-ins from new devices; all of these sign-ins are in the audit
 * log.
 */
const DEVICES_TOLD = 5

const wrongPassword = () => new Refusal(401, 'Неверный логин или пароль')

/** Routes for sign-in, token check, refresh and logout (specification 1.14). */
export const authRoutes: FastifyPluginAsyncTypebox<AuthRoutes> = async (app, options) => {
  const { db, tokens, guard, refreshKey, box, signInLimit, publicUrl } = options
  const throttle = createThrottle(db, 'passwords')
  const proveCode = createCodeProof(db, box, 'codes')
  const limitRefresh = createRefreshLimits(app, db)

  const answerTokens = async (reply: FastifyReply, session: SessionTokens) => {
    setRefreshCookie(reply, session.refreshToken)
    return { access_token: await tokens.sign(session.sessionId) }
  }

  /**
   * Returns the source of an attempt for the throttle. A device that has signed in to this account before is counted
   * separately from others at its IP address.
   */
  const sourceOf = async (request: FastifyRequest, account: string) => {
    const device = knownDeviceOf(request)
    const isKnown = device !== undefined && (await isDeviceOf(db, account, device))
    return { isKnown, source: isKnown ? `device ${device}` : networkOf(request.ip) }
  }

  // The responses contain tokens, and data that a cookie alone authorises.
  app.addHook('onSend', neverStored)
  app.addHook('onRequest', async (request) => {
    if (request.method === 'POST') refuseOtherOrigins(request, publicUrl)
  })

  app.post(
    SESSION_PATHS.login,
    {
      config: {
        rateLimit: {
          max: signInLimit,
          timeWindow: '1 minute',
          onExceeded: (request: FastifyRequest) => {
            audit(db, 'sign-in limited', null, request.ip).catch((error: unknown) => request.log.error(error))
          },
        },
      },
      schema: {
        summary: 'Вход',
        body: Type.Object({
          username: Type.String({ maxLength: 320 }),
          password: Type.String({ maxLength: 1024 }),
          code: Type.Optional(
            Type.String({ maxLength: 64, description: 'Код второго фактора, если он включён' }),
          ),
        }),
        response: { 200: TokenAnswer, 503: ErrorAnswer },
      },
    },
    async (request, reply) => {
      const { username, password, code } = request.body
      const account = normaliseUsername(username)
      const { isKnown, source } = await sourceOf(request, account)
      const attempt = await throttle.attempt(account, source)
      if (attempt.wait > 0) {
        await audit(db, 'sign-in limited', null, `${username.slice(0, 100)}, ${request.ip}`)
        throw tryLater('Слишком много попыток', attempt.wait)
      }
      const lane = isKnown ? 'known' : 'stranger'
      const user = await authenticate(db, username, password, lane).catch(async (error: unknown) => {
        await attempt.forgive()
        throw error
      })
      if (!user) {
        await attempt.failed()
        await audit(db, 'sign-in failed', null, `${username.slice(0, 100)}, ${request.ip}`)
        throw wrongPassword()
      }
      await attempt.succeeded()
      const secondFactor = await proveSecondFactor(request, user, code)
      const proven = { userId: user.id, passwordHash: user.passwordHash, secondFactor }
      const session = await startSession(db, proven, clientOf(request))
      if (!session) throw wrongPassword()
      await audit(db, 'sign-in', user.id, request.ip)
      const device = deviceOf(request, reply)
      await db.transaction(async (sql) => {
        if (!(await rememberDevice(sql, user.id, device))) return
        const { agent, address } = clientOf(request)
        const from = [deviceName(agent), address].filter(Boolean).join(', ')
        await audit(sql, 'new device', user.id, from)
        await createNoticeUpTo(
          DEVICES_TOLD,
          sql,
          user.id,
          'Безопасность',
          `Вход с нового устройства: ${from}. ${IF_NOT_YOU}`,
        )
      })
      return answerTokens(reply, session)
    },
  )

  /** @returns false for a user without a second factor */
  const proveSecondFactor = async (request: FastifyRequest, user: User, code: string | undefined) => {
    if (!(await secondFactorOf(db, user.id)).enabled) return false
    const marks = { second_factor: true } as const
    if (!code?.trim()) throw new Refusal(401, 'Введите код из приложения', marks)
    await proveCode({
      userId: user.id,
      code,
      // Attempts are counted by account only: everybody who gets here knows the password, and may use any number of
      // addresses.
      source: '',
      address: request.ip,
      words: {
        recovery: 'Вход по резервному коду',
        wrong: (times) => `Пароль введён верно, а код второго фактора ${times} раз неверно`,
      },
      refusal: { statusCode: 401, marks },
    })
    return true
  }

  app.post(
    PATHS.refresh,
    {
      onRequest: limitRefresh,
      schema: {
        summary: 'Новый токен доступа',
        response: { 200: TokenAnswer },
      },
    },
    async (request, reply) => {
      const presented = refreshTokenOf(request)
      const rotation =
        presented !== undefined && (await rotateSession(db, refreshKey, presented, clientOf(request)))
      if (rotation && rotation.kind === 'next') return answerTokens(reply, rotation.tokens)
      if (rotation && rotation.kind === 'reused') {
        await audit(db, 'refresh reused', rotation.userId, request.ip)
      }
      clearRefreshCookie(reply)
      throw new Refusal(401, 'Требуется вход')
    },
  )

  app.get(
    SESSION_PATHS.checkToken,
    {
      onRequest: guard,
      schema: {
        summary: 'Проверка токена',
        security: [{ bearer: [] }],
        response: { 200: MessageAnswer },
      },
    },
    async () => ({ message: 'ok' }),
  )

  const logout = async (request: FastifyRequest, reply: FastifyReply) => {
    const presented = refreshTokenOf(request)
    const sessionId = await bearerSession(request, tokens)
    const found = [
      presented === undefined ? undefined : await sessionOfAnyToken(db, presented),
      sessionId === undefined ? undefined : await findSession(db, sessionId),
    ].filter((session) => session !== undefined)
    // Only sessions that exist are ended, so that invalid tokens cause no write.
    for (const { id, user_id: userId } of new Map(found.map((session) => [session.id, session])).values()) {
      await db.transaction(async (sql) => {
        if (await endSessionOf(sql, userId, id)) await audit(sql, 'logout', userId, request.ip)
      })
    }
    clearRefreshCookie(reply)
    return { message: 'ok' }
  }
  for (const path of [SESSION_PATHS.logout, SESSION_PATHS.cabinetLogout]) {
    // No rate limit: nobody must be prevented from signing out, and an invalid token costs only a look-up.
    app.post(path, { schema: { summary: 'Выход', response: { 200: MessageAnswer } } }, logout)
  }
}

const clientOf = (request: FastifyRequest): Client => ({
  address: request.ip,
  agent: request.headers['user-agent'] ?? '',
})
