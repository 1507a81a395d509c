import type { FastifyRequest } from 'fastify'
import type { SECURITY_CALLS } from '../../../contract/account/security-calls.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db, Sql } from '../../platform/db/db.ts'
import { Refusal, tryLater } from '../../platform/refusal.ts'
import { createNotice, IF_NOT_YOU } from '../notifications/delivery/notices.ts'
import { deviceName } from './devices.ts'
import { createCodeProof } from './http/code-proof.ts'
import { sessionOf } from './http/guard.ts'
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
import { type Handlers, withConfig } from './serve-calls.ts'
import { endSessionOf, endSessionsOf, listSessions, recordProof } from './sessions.ts'
import { createThrottle } from './sign-in-throttle.ts'
import { lockUser } from './user.ts'

interface SecurityDeps {
  db: Db
  box: SecretBox
  /** whether administrators require a second factor */
  secondFactorForAdmins: boolean
  /** maximum number of password attempts per minute and session */
  passwordLimit: number
}

export function securityHandlers(deps: SecurityDeps): Handlers<typeof SECURITY_CALLS> {
  const { db, box, secondFactorForAdmins, passwordLimit } = deps
  const proofs = createThrottle(db, 'proofs')
  const proveCode = createCodeProof(db, box, 'code proofs')
  // Limited by session: a stolen access token must not allow trying passwords quickly.
  const limited = { rateLimit: perSession(passwordLimit) }

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
      throw tryLater('Слишком много попыток', attempt.wait)
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

  return {
    async page({ session, user }) {
      const changedAt = await passwordChangedAt(db, user.id)
      const rows = await listSessions(db, user.id)
      const { enabled, recoveryCodesLeft } = await secondFactorOf(db, user.id)
      const sessions = rows.map((row) => ({
        id: row.id,
        device: deviceName(row.agent),
        address: row.address,
        signed_in_at: new Date(row.signed_in_at).toISOString(),
        seen_at: new Date(row.seen_at).toISOString(),
        current: row.id === session,
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
    confirm: withConfig(limited, async ({ session, user, body, request }) => {
      await provePassword(session, user.id, body.password, request.ip)
      await recordProof(db, session)
      return 'ok'
    }),
    changePassword: withConfig(limited, async ({ session, user, body: { current, password }, request }) => {
      await provePassword(session, user.id, current, request.ip)
      const problem = passwordProblem(password, user.username)
      if (problem) throw new Refusal(400, problem)
      if (current === password) throw new Refusal(400, 'Новый пароль совпадает с прежним.')
      const hash = await hashPassword(password)
      await db.transaction(async (sql) => {
        await setPassword(sql, user.id, hash, session)
        await recordProof(sql, session)
        await audit(sql, 'password changed', user.id, request.ip)
        await createNotice(
          sql,
          user.id,
          'Безопасность',
          'Пароль изменён, остальные сеансы завершены. Если это были не вы, обратитесь к администратору.',
        )
      })
      return 'Пароль изменён'
    }),
    endSessions: ({ session, user, body: { id: one }, request }) =>
      db.transaction(async (sql) => {
        const ended =
          one === undefined
            ? await endSessionsOf(sql, user.id, session)
            : Number(await endSessionOf(sql, user.id, one))
        if (ended === 0 && one !== undefined) throw new Refusal(404, 'Такого сеанса нет')
        if (ended > 0) await audit(sql, 'sessions ended', user.id, `${ended}, ${request.ip}`)
        return { ended }
      }),
    async beginSecondFactor({ user }) {
      const setup = await beginSecondFactor(db, box, user)
      if (!setup) throw new Refusal(409, 'Второй фактор уже включён')
      return setup
    },
    enableSecondFactor: withConfig(limited, ({ session, user, body, request }) =>
      db.transaction(async (sql) => {
        // The lock prevents a concurrent sign-in without a code from starting a session after the second factor was
        // enabled.
        await lockUser(sql, user.id)
        const codes = await enableSecondFactor(sql, box, user.id, body.code)
        if (!codes) throw new Refusal(400, 'Неверный код')
        // Sessions that were started without the second factor must sign in again.
        await endSessionsOf(sql, user.id, session)
        await audit(sql, 'second factor enabled', user.id, request.ip)
        await createNotice(sql, user.id, 'Безопасность', `Второй фактор включён. ${IF_NOT_YOU}`)
        return { recovery_codes: [...codes] }
      }),
    ),
    renewRecoveryCodes: withConfig(limited, async ({ user, body, request }) => {
      let codes: readonly string[] = []
      await provenBy(request, body.code, async (sql) => {
        codes = await renewRecoveryCodes(sql, user.id)
        await audit(sql, 'recovery codes renewed', user.id, request.ip)
        await createNotice(sql, user.id, 'Безопасность', `Резервные коды обновлены. ${IF_NOT_YOU}`)
      })
      return { recovery_codes: [...codes] }
    }),
    disableSecondFactor: withConfig(limited, async ({ user, body, request }) => {
      await provenBy(request, body.code, async (sql) => {
        await disableSecondFactor(sql, user.id)
        await audit(sql, 'second factor disabled', user.id, request.ip)
        await createNotice(sql, user.id, 'Безопасность', `Второй фактор отключён. ${IF_NOT_YOU}`)
      })
      return 'Второй фактор отключён'
    }),
  }
}
