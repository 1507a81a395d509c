import type { Role } from '../../../contract/account/new-user.ts'

export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  user: 'Пользователь',
  analyst: 'Аналитик',
  admin: 'Администратор',
}
