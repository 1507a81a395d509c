import { Type } from 'typebox'
import { declareCalls } from '../lib/call.ts'
import { closed, oneOf, Text } from '../lib/schemas.ts'
import { AuditLogPage } from './audit-log.ts'
import { PasswordReset, UsersAnswer } from './users.ts'

const params = { id: Text(64) }

/** Calls of administrators about users (specification 11.10 and 11.11). */
export const USER_CALLS = declareCalls(
  '/api/companion/users',
  { by: 'admin' },
  {
    list: { get: '', summary: 'Пользователи', answer: UsersAnswer },
    disable: { post: '/:id/disable', params, proof: true, summary: 'Закрыть доступ и завершить сеансы' },
    enable: { post: '/:id/enable', params, proof: true, summary: 'Открыть доступ' },
    endSessions: { post: '/:id/end-sessions', params, proof: true, summary: 'Завершить все сеансы' },
    removeSecondFactor: {
      post: '/:id/remove-second-factor',
      params,
      proof: true,
      summary: 'Снять второй фактор',
    },
    setRole: {
      post: '/:id/role',
      params,
      proof: true,
      summary: 'Сменить роль',
      body: Type.Object({ role: oneOf('user', 'analyst', 'admin') }, closed),
    },
    createReset: {
      post: '/:id/reset',
      params,
      proof: true,
      summary: 'Одноразовая ссылка для нового пароля',
      answer: PasswordReset,
    },
  },
)

const Day = Type.Optional(Type.String({ maxLength: 10, description: 'YYYY-MM-DD' }))
const AUDIT_FILTER = {
  event: Type.Optional(Text(50)),
  text: Type.Optional(Text(100)),
  from: Day,
  to: Day,
}

/** Calls about the audit log, by page and as a file (specification 11.12). */
export const AUDIT_CALLS = declareCalls(
  '/api/companion',
  { by: 'admin' },
  {
    page: {
      get: '/audit',
      summary: 'Журнал',
      query: Type.Object({
        ...AUDIT_FILTER,
        before: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
      }),
      answer: AuditLogPage,
    },
    file: {
      get: '/audit.csv',
      perMinute: 20,
      file: true,
      summary: 'Журнал: файл',
      query: Type.Object({
        ...AUDIT_FILTER,
        zone: Type.String({ default: 'UTC', maxLength: 64, description: 'часовой пояс для времени в файле' }),
      }),
    },
  },
)
