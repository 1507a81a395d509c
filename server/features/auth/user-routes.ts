import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { USER_CALLS } from '../../../contract/account/user-calls.ts'
import { MessageAnswer } from '../../../contract/lib/schemas.ts'
import { ACCOUNT_PATHS } from '../../../contract/paths.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db, Sql } from '../../platform/db/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { createNotice } from '../notifications/delivery/notices.ts'
import { type RequestGuard, type SessionGuard, userOf } from './http/guard.ts'
import { passwordProblem } from './password-policy.ts'
import { createPasswordReset } from './passwords.ts'
import { disableSecondFactor } from './second-factor.ts'
import type { Handlers } from './serve-calls.ts'
import { endSessionsOf } from './sessions.ts'
import type { User } from './user.ts'
import { usernameProblem } from './username-policy.ts'
import { createAccount, findUser, isLastAdmin, listUsers, setDisabled, setRole } from './users.ts'

const LAST_ADMIN = 'Это последний администратор'
const OWN_SECOND_FACTOR = 'Свой второй фактор отключают с кодом: Профиль → Безопасность'

export function userHandlers(db: Db): Handlers<typeof USER_CALLS> {
  /** Changes an account in one transaction. */
  const changing =
    <Answer, Body>(
      apply: (sql: Sql, user: { id: string; username: string }, admin: User, body: Body) => Promise<Answer>,
    ) =>
    ({ user: admin, params, body }: { user: User; params: { id: string }; body: Body }): Promise<Answer> =>
      db.transaction(async (sql) => {
        const user = await findUser(sql, params.id)
        if (!user) throw new Refusal(404, 'Такого пользователя нет')
        return apply(sql, user, admin, body)
      })
  return {
    async list({ user: admin }) {
      const users = await listUsers(db)
      return {
        users: users.map((user) => ({
          ...user,
          disabled: user.disabled === 1,
          second_factor: user.second_factor === 1,
          created_at: new Date(user.created_at).toISOString(),
          last_sign_in_at:
            user.last_sign_in_at === null ? null : new Date(user.last_sign_in_at).toISOString(),
          self: user.id === admin.id,
        })),
      }
    },
    disable: changing(async (sql, { id, username }, admin) => {
      if (id === admin.id) throw new Refusal(409, 'Свой доступ закрыть нельзя')
      if (await isLastAdmin(sql, id)) throw new Refusal(409, LAST_ADMIN)
      await setDisabled(sql, id, true)
      await audit(sql, 'user disabled', admin.id, username)
      return 'Доступ закрыт'
    }),
    enable: changing(async (sql, { id, username }, admin) => {
      await setDisabled(sql, id, false)
      await audit(sql, 'user enabled', admin.id, username)
      return 'Доступ открыт'
    }),
    endSessions: changing(async (sql, { id, username }, admin) => {
      const ended = await endSessionsOf(sql, id)
      await audit(sql, 'sessions ended', admin.id, `${username}: ${ended}`)
      return 'Сеансы завершены'
    }),
    removeSecondFactor: changing(async (sql, { id, username }, admin) => {
      if (id === admin.id) throw new Refusal(409, OWN_SECOND_FACTOR)
      if (!(await disableSecondFactor(sql, id))) throw new Refusal(409, 'Второй фактор не включён')
      await audit(sql, 'second factor disabled', admin.id, username)
      await createNotice(sql, id, 'Безопасность', 'Администратор снял второй фактор.')
      return 'Второй фактор снят'
    }),
    setRole: changing(async (sql, { id, username }, admin, { role }) => {
      if (!(await setRole(sql, id, role))) throw new Refusal(409, LAST_ADMIN)
      await audit(sql, 'role changed', admin.id, `${username}: ${role}`)
      return 'Роль изменена'
    }),
    createReset: changing(async (sql, { id, username }, admin) => {
      const { token, expiresAt } = await createPasswordReset(sql, id)
      await audit(sql, 'reset link made', admin.id, username)
      return { token, expires_at: new Date(expiresAt).toISOString() }
    }),
  }
}

interface AdminRoutes {
  db: Db
  guard: RequestGuard
  adminGuard: SessionGuard
  /** refuses requests of a person who has not entered the password recently */
  proofGuard: SessionGuard
}

/** Limits of specification 3.14, the same as in the form. */
const NewUserBody = Type.Object(
  {
    username: Type.String({ minLength: 3, maxLength: 320 }),
    password: Type.String({ minLength: 8, maxLength: 1024 }),
    role: Type.Union([Type.Literal('user'), Type.Literal('admin')]),
    percent: Type.Number({ exclusiveMinimum: 0, maximum: 100 }),
    vehicleType: Type.Optional(Type.String({ maxLength: 100, default: '' })),
  },
  { additionalProperties: false },
)

/** Route that creates users, for administrators (specification 3.14). */
export const adminRoutes: FastifyPluginAsyncTypebox<AdminRoutes> = async (app, options) => {
  const { db, guard, adminGuard, proofGuard } = options
  app.addHook('onRequest', guard)
  app.addHook('onRequest', adminGuard)
  app.addHook('onRequest', proofGuard)

  app.post(
    ACCOUNT_PATHS.createUser,
    {
      schema: {
        summary: 'Создать пользователя',
        security: [{ bearer: [] }],
        body: NewUserBody,
        response: { 201: MessageAnswer },
      },
    },
    async (request, reply) => {
      const { username, password, role } = request.body
      const problem = usernameProblem(username) ?? passwordProblem(password, username)
      if (problem) throw new Refusal(400, problem)
      const created = await createAccount(db, {
        ...request.body,
        vehicleType: request.body.vehicleType ?? '',
      })
      if (!created) throw new Refusal(409, 'Пользователь уже был создан')
      await audit(db, 'user created', userOf(request).id, `${username} (${role})`)
      return reply.status(201).send({ message: 'Пользователь создан' })
    },
  )
}
