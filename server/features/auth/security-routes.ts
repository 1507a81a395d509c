import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import {
  EndedAnswer,
  RecoveryCodes,
  SecondFactorSetup,
  Security,
} from '../../../contract/account/security.ts'
import { MessageAnswer } from '../../../contract/lib/schemas.ts'
import { ACCOUNT_PATHS } from '../../../contract/paths.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db, Sql } from '../../platform/db/db.ts'
import { TryLater } from '../../platform/http/errors.ts'
import { neverStored } from '../../platform/http/never-stored.ts'
import { Refusal } from '../../platform/refusal.ts'
import { createNotice, IF_NOT_YOU } from '../notifications/delivery/notices.ts'
import { deviceName } from './device-name.ts'
import type { SessionGuard } from './http/admin-guard.ts'
import { createCodeProof } from './http/code-proof.ts'
import { type RequestGuard, sessionOf } from './http/guard.ts'
import { perSession } from './http/rate-limit.ts'
import { hashPassword } from './password.ts'
import { passwordProblem } from './password-policy.ts'
import { isPasswordOf, passwordChangedAt, setPassword } from './passwords.ts'
import {
  beginSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
  renewRecoveryCodes,
  secondFactorOf,
} from './second-factor.ts'
import type { SecretBox } from './secret-box.ts'
import { endSessionOf, endSessionsOf, listSessions, recordProof } from './sessions.ts'
import { createThrottle } from './sign-in-throttle.ts'
import { lockUser } from './user-locks.ts'

export interface SecurityRoutes {
  db: Db
  guard: RequestGuard
  /** refuses without a recent proof of the password */
  proofGuard: SessionGuard
  box: SecretBox
  /** whether administrators require a second factor */
  secondFactorForAdmins: boolean
  /** maximum number of password attempts per minute and session */
  passwordLimit: number
}

const security = [{ bearer: [] }]
const Password = Type.String({ maxLength: 1024 })
const Code = Type.Object({ code: Type.String({ maxLength: 64 }) }, { additionalProperties: false })
/** Code of the second factor; '' from an older app that does not request one. */
const Proof = Type.Object(
  { code: Type.String({ maxLength: 64, default: '', description: 'Код из приложения или резервный' }) },
  { additionalProperties: false },
)
/** Routes for a user's own password, sessions and second factor (specification 11.4 to 11.8). */
export const securityRoutes: FastifyPluginAsyncTypebox<SecurityRoutes> = async (app, options) => {
  const { db, guard, proofGuard, box, secondFactorForAdmins, passwordLimit } = options
  const proofs = createThrottle(db, 'proofs')
  const proveCode = createCodeProof(db, box, 'code proofs')
  app.addHook('onRequest', guard)
  app.addHook('onSend', neverStored)

  // Limited by session: a stolen access token must not allow trying passwords quickly.
  const rateLimit = perSession(passwordLimit)

  app.get(
    ACCOUNT_PATHS.security,
    {
      schema: {
        summary: 'Безопасность: пароль, сеансы, второй фактор',
        security,
        response: { 200: Security },
      },
    },
    async (request) => {
      const { id, user } = sessionOf(request)
      const changedAt = await passwordChangedAt(db, user.id)
      const rows = await listSessions(db, user.id)
      const { enabled, recoveryCodesLeft } = await secondFactorOf(db, user.id)
      const sessions = rows.map((row) => ({
        id: row.id,
        device: deviceName(row.agent),
        address: row.address,
        signed_in_at: new Date(row.signed_in_at).toISOString(),
        seen_at: new Date(row.seen_at).toISOString(),
        current: row.id === id,
      }))
      return {
        password_changed_at: changedAt === null ? null : new Date(changedAt).toISOString(),
        sessions: sessions.sort((a, b) => Number(b.current) - Number(a.current)),
        second_factor: {
          enabled,
          demanded: secondFactorForAdmins && user.role === 'admin',
          recovery_codes_left: recoveryCodesLeft,
        },
      }
    },
  )

  app.post(
    ACCOUNT_PATHS.confirmPassword,
    {
      config: { rateLimit },
      schema: {
        summary: 'Подтвердить пароль перед важным действием',
        security,
        body: Type.Object({ password: Password }, { additionalProperties: false }),
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      const { id, user } = sessionOf(request)
      await provePassword(id, user.id, request.body.password, request.ip)
      await recordProof(db, id)
      return { message: 'ok' }
    },
  )

  app.post(
    ACCOUNT_PATHS.changePassword,
    {
      config: { rateLimit },
      schema: {
        summary: 'Сменить пароль; остальные сеансы завершаются',
        security,
        body: Type.Object({ current: Password, password: Password }, { additionalProperties: false }),
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      const { id, user } = sessionOf(request)
      const { current, password } = request.body
      await provePassword(id, user.id, current, request.ip)
      const problem = passwordProblem(password, user.username)
      if (problem) throw new Refusal(400, problem)
      if (current === password) throw new Refusal(400, 'Новый пароль совпадает с прежним.')
      const hash = await hashPassword(password)
      await db.transaction(async (sql) => {
        await setPassword(sql, user.id, hash, id)
        await recordProof(sql, id)
        await audit(sql, 'password changed', user.id, request.ip)
        await createNotice(
          sql,
          user.id,
          'Безопасность',
          'Пароль изменён, остальные сеансы завершены. Если это были не вы, обратитесь к администратору.',
        )
      })
      return { message: 'Пароль изменён' }
    },
  )

  app.post(
    ACCOUNT_PATHS.endSessions,
    {
      schema: {
        summary: 'Завершить один сеанс или все, кроме этого',
        security,
        body: Type.Object(
          { id: Type.Optional(Type.String({ maxLength: 64 })) },
          { additionalProperties: false },
        ),
        response: { 200: EndedAnswer },
      },
    },
    async (request) => {
      const { id, user } = sessionOf(request)
      const one = request.body.id
      return db.transaction(async (sql) => {
        const ended =
          one === undefined
            ? await endSessionsOf(sql, user.id, id)
            : Number(await endSessionOf(sql, user.id, one))
        if (ended === 0 && one !== undefined) throw new Refusal(404, 'Такого сеанса нет')
        if (ended > 0) await audit(sql, 'sessions ended', user.id, `${ended}, ${request.ip}`)
        return { ended }
      })
    },
  )

  app.post(
    ACCOUNT_PATHS.secondFactorBegin,
    {
      onRequest: proofGuard,
      schema: {
        summary: 'Начать включение второго фактора',
        security,
        response: { 200: SecondFactorSetup },
      },
    },
    async (request) => {
      const setup = await beginSecondFactor(db, box, sessionOf(request).user)
      if (!setup) throw new Refusal(409, 'Второй фактор уже включён')
      return setup
    },
  )

  app.post(
    ACCOUNT_PATHS.secondFactorEnable,
    {
      onRequest: proofGuard,
      config: { rateLimit },
      schema: {
        summary: 'Включить второй фактор первым кодом',
        security,
        body: Code,
        response: { 200: RecoveryCodes },
      },
    },
    async (request) => {
      const { id, user } = sessionOf(request)
      return db.transaction(async (sql) => {
        // The lock prevents a concurrent sign-in without a code from starting a session after the second factor was
        // enabled.
        await lockUser(sql, user.id)
        const codes = await enableSecondFactor(sql, box, user.id, request.body.code)
        if (!codes) throw new Refusal(400, 'Неверный код')
        // Sessions that were started without the second factor must sign in again.
        await endSessionsOf(sql, user.id, id)
        await audit(sql, 'second factor enabled', user.id, request.ip)
        await createNotice(sql, user.id, 'Безопасность', `Второй фактор включён. ${IF_NOT_YOU}`)
        return { recovery_codes: [...codes] }
      })
    },
  )

  app.post(
    ACCOUNT_PATHS.recoveryCodes,
    {
      onRequest: proofGuard,
      config: { rateLimit },
      schema: {
        summary: 'Новые резервные коды вместо прежних',
        security,
        body: Proof,
        response: { 200: RecoveryCodes },
      },
    },
    async (request) => {
      const { user } = sessionOf(request)
      let codes: readonly string[] = []
      await provenBy(request, request.body.code, async (sql) => {
        codes = await renewRecoveryCodes(sql, user.id)
        await audit(sql, 'recovery codes renewed', user.id, request.ip)
        await createNotice(sql, user.id, 'Безопасность', `Резервные коды обновлены. ${IF_NOT_YOU}`)
      })
      return { recovery_codes: [...codes] }
    },
  )

  app.post(
    ACCOUNT_PATHS.secondFactorDisable,
    {
      onRequest: proofGuard,
      config: { rateLimit },
      schema: {
        summary: 'Отключить второй фактор',
        security,
        body: Proof,
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      const { user } = sessionOf(request)
      await provenBy(request, request.body.code, async (sql) => {
        await disableSecondFactor(sql, user.id)
        await audit(sql, 'second factor disabled', user.id, request.ip)
        await createNotice(sql, user.id, 'Безопасность', `Второй фактор отключён. ${IF_NOT_YOU}`)
      })
      return { message: 'Второй фактор отключён' }
    },
  )

  /**
   * Runs an action that weakens the second factor. It requires a code in addition to a session and a password
   * (specification 11.7).
   */
  const provenBy = async (request: FastifyRequest, code: string, work: (sql: Sql) => Promise<void>) => {
    const { id, user } = sessionOf(request)
    if (!(await secondFactorOf(db, user.id)).enabled) throw new Refusal(409, 'Второй фактор не включён')
    if (!code.trim()) throw new Refusal(400, 'Введите код из приложения или резервный код')
    const use = {
      userId: user.id,
      code,
      source: id,
      address: request.ip,
      words: {
        recovery: 'Второй фактор изменён по резервному коду',
        wrong: (times: number) =>
          `На странице «Безопасность» код второго фактора введён ${times} раз неверно`,
      },
      refusal: { statusCode: 400 },
    }
    await proveCode(use, work)
  }

  /**
   * Checks the user's password. Guessing with a stolen access token is slowed down as at sign-in, with a common count
   * for all routes.
   */
  const provePassword = async (sessionId: string, userId: string, password: string, address: string) => {
    const attempt = await proofs.attempt(userId, sessionId)
    if (attempt.wait > 0) {
      await audit(db, 'sign-in limited', userId, `подтверждение пароля, ${address}`)
      throw new TryLater('Слишком много попыток', attempt.wait)
    }
    const isRight = await isPasswordOf(db, userId, password).catch(async (error: unknown) => {
      await attempt.forgive()
      throw error
    })
    if (isRight) return attempt.succeeded()
    await attempt.failed()
    await audit(db, 'sign-in failed', userId, `подтверждение пароля, ${address}`)
    throw new Refusal(403, 'Неверный пароль')
  }
}
