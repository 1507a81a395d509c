import type { USER_CALLS } from '../../../contract/account/user-calls.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db, Sql } from '../../platform/db/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { createNotice } from '../notifications/delivery/notices.ts'
import { createPasswordReset } from './passwords.ts'
import { disableSecondFactor } from './second-factor.ts'
import type { Handlers } from './serve-calls.ts'
import { endSessionsOf } from './sessions.ts'
import type { User } from './user.ts'
import { findUser, isLastAdmin, listUsers, setDisabled, setRole } from './users.ts'

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
