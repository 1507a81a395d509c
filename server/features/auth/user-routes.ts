import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { PasswordReset, UsersAnswer } from '../../../contract/account/users.ts'
import { MessageAnswer } from '../../../contract/lib/schemas.ts'
import { ACCOUNT_PATHS } from '../../../contract/paths.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db, Sql } from '../../platform/db/db.ts'
import { neverStored } from '../../platform/http/never-stored.ts'
import { Refusal } from '../../platform/refusal.ts'
import { createNotice } from '../notifications/delivery/notices.ts'
import type { SessionGuard } from './http/admin-guard.ts'
import { type RequestGuard, userOf } from './http/guard.ts'
import { createPasswordReset } from './password-resets.ts'
import { disableSecondFactor } from './second-factor.ts'
import { endSessionsOf } from './sessions.ts'
import { findUser, isLastAdmin, listUsers, setRole } from './user-list.ts'
import { setDisabled } from './users.ts'

export interface UserRoutes {
  db: Db
  guard: RequestGuard
  adminGuard: SessionGuard
  /** refuses without a recent proof of the password */
  proofGuard: SessionGuard
}

const security = [{ bearer: [] }]
const LAST_ADMIN = 'Это последний администратор'
const OWN_SECOND_FACTOR = 'Свой второй фактор отключают с кодом: Профиль → Безопасность'

const UserId = Type.Object({ id: Type.String({ maxLength: 64 }) })

interface Change {
  summary: string
  /**
   * @returns audit details
   * @throws Refusal when the change is not possible
   */
  apply(sql: Sql, user: { id: string; username: string }, request: FastifyRequest): Promise<string>
}

/** Changes to an account without further input; each runs in one transaction. */
const CHANGES: Readonly<Record<string, Change>> = {
  disable: {
    summary: 'Закрыть доступ и завершить сеансы',
    async apply(sql, user, request) {
      if (user.id === userOf(request).id) throw new Refusal(409, 'Свой доступ закрыть нельзя')
      if (await isLastAdmin(sql, user.id)) throw new Refusal(409, LAST_ADMIN)
      await setDisabled(sql, user.id, true)
      await audit(sql, 'user disabled', userOf(request).id, user.username)
      return 'Доступ закрыт'
    },
  },
  enable: {
    summary: 'Открыть доступ',
    async apply(sql, user, request) {
      await setDisabled(sql, user.id, false)
      await audit(sql, 'user enabled', userOf(request).id, user.username)
      return 'Доступ открыт'
    },
  },
  'end-sessions': {
    summary: 'Завершить все сеансы',
    async apply(sql, user, request) {
      const ended = await endSessionsOf(sql, user.id)
      await audit(sql, 'sessions ended', userOf(request).id, `${user.username}: ${ended}`)
      return 'Сеансы завершены'
    },
  },
  'remove-second-factor': {
    summary: 'Снять второй фактор',
    async apply(sql, user, request) {
      if (user.id === userOf(request).id) throw new Refusal(409, OWN_SECOND_FACTOR)
      if (!(await disableSecondFactor(sql, user.id))) throw new Refusal(409, 'Второй фактор не включён')
      await audit(sql, 'second factor disabled', userOf(request).id, user.username)
      await createNotice(sql, user.id, 'Безопасность', 'Администратор снял второй фактор.')
      return 'Второй фактор снят'
    },
  },
}

/** Routes for administrators' list of users and their actions (specification 11.10 and 11.11). */
export const userRoutes: FastifyPluginAsyncTypebox<UserRoutes> = async (app, options) => {
  const { db, guard, adminGuard, proofGuard } = options
  app.addHook('onRequest', guard)
  app.addHook('onRequest', adminGuard)
  app.addHook('onSend', neverStored)

  app.get(
    ACCOUNT_PATHS.users,
    {
      schema: {
        summary: 'Пользователи',
        security,
        response: { 200: UsersAnswer },
      },
    },
    async (request) => {
      const users = await listUsers(db)
      return {
        users: users.map((user) => ({
          ...user,
          disabled: user.disabled === 1,
          second_factor: user.second_factor === 1,
          created_at: new Date(user.created_at).toISOString(),
          last_sign_in_at:
            user.last_sign_in_at === null ? null : new Date(user.last_sign_in_at).toISOString(),
          self: user.id === userOf(request).id,
        })),
      }
    },
  )

  const existing = async (sql: Sql, id: string) => {
    const user = await findUser(sql, id)
    if (!user) throw new Refusal(404, 'Такого пользователя нет')
    return user
  }

  for (const [name, { summary, apply }] of Object.entries(CHANGES)) {
    app.post(
      `${ACCOUNT_PATHS.users}/:id/${name}`,
      {
        onRequest: proofGuard,
        schema: { summary, security, params: UserId, response: { 200: MessageAnswer } },
      },
      async (request) => ({
        message: await db.transaction(async (sql) =>
          apply(sql, await existing(sql, request.params.id), request),
        ),
      }),
    )
  }

  app.post(
    `${ACCOUNT_PATHS.users}/:id/role`,
    {
      onRequest: proofGuard,
      schema: {
        summary: 'Сменить роль',
        security,
        params: UserId,
        body: Type.Object(
          { role: Type.Union([Type.Literal('user'), Type.Literal('analyst'), Type.Literal('admin')]) },
          { additionalProperties: false },
        ),
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      const { role } = request.body
      await db.transaction(async (sql) => {
        const user = await existing(sql, request.params.id)
        if (!(await setRole(sql, user.id, role))) throw new Refusal(409, LAST_ADMIN)
        await audit(sql, 'role changed', userOf(request).id, `${user.username}: ${role}`)
      })
      return { message: 'Роль изменена' }
    },
  )

  app.post(
    `${ACCOUNT_PATHS.users}/:id/reset`,
    {
      onRequest: proofGuard,
      schema: {
        summary: 'Одноразовая ссылка для нового пароля',
        security,
        params: UserId,
        response: { 200: PasswordReset },
      },
    },
    async (request) => {
      return db.transaction(async (sql) => {
        const user = await existing(sql, request.params.id)
        const { token, expiresAt } = await createPasswordReset(sql, user.id)
        await audit(sql, 'reset link made', userOf(request).id, user.username)
        return { token, expires_at: new Date(expiresAt).toISOString() }
      })
    },
  )
}
