import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { MessageAnswer } from '../../../contract/lib/schemas.ts'
import { ACCOUNT_PATHS } from '../../../contract/paths.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { neverStored } from '../../platform/http/never-stored.ts'
import { Refusal } from '../../platform/refusal.ts'
import { createNotice } from '../notifications/delivery/notices.ts'
import { hashPassword } from './password.ts'
import { passwordProblem } from './password-policy.ts'
import { spendReset, userOfReset } from './password-resets.ts'

export interface PasswordResetRoutes {
  db: Db
  /** maximum number of attempts per minute and IP address */
  limit: number
}

const SPENT = 'Ссылка уже использована или устарела. Попросите у администратора новую.'

/** Route to set a new password with an administrator's link, without a session (specification 11.11). */
export const passwordResetRoutes: FastifyPluginAsyncTypebox<PasswordResetRoutes> = async (
  app,
  { db, limit },
) => {
  app.addHook('onSend', neverStored)
  app.post(
    ACCOUNT_PATHS.passwordReset,
    {
      config: { rateLimit: { max: limit, timeWindow: '1 minute' } },
      schema: {
        summary: 'Новый пароль по одноразовой ссылке',
        body: Type.Object(
          { token: Type.String({ maxLength: 100 }), password: Type.String({ maxLength: 1024 }) },
          { additionalProperties: false },
        ),
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      const { token, password } = request.body
      const user = await userOfReset(db, token)
      if (!user) throw new Refusal(404, SPENT)
      const problem = passwordProblem(password, user.username)
      if (problem) throw new Refusal(400, problem)
      const hash = await hashPassword(password)
      await db.transaction(async (sql) => {
        if (!(await spendReset(sql, token, user.id, hash))) throw new Refusal(404, SPENT)
        await audit(sql, 'password reset', user.id, request.ip)
        await createNotice(
          sql,
          user.id,
          'Безопасность',
          'Пароль изменён по ссылке администратора, все сеансы завершены.',
        )
      })
      return { message: 'Пароль изменён' }
    },
  )
}
