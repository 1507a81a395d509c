import { finiteNumber } from '../legacy/values.ts'

/** Roles of a new user (specification 3.14). */
export const ROLES = ['user', 'admin'] as const
/** Role of a user; an analyst also decides which listings are the same tyre (specification 21.2). */
export type Role = (typeof ROLES)[number] | 'analyst'

/** New user as sent to the server (specification 3.14). */
export interface NewUser {
  /** the user's e-mail address */
  username: string
  password: string
  role: Role
  percent: number
  vehicleType: string
}

/** Values of the form as typed. */
export type NewUserFields = Readonly<Record<keyof NewUser, string>>

interface NewUserProblem {
  field: keyof NewUser
  text: string
}

const USERNAME_MIN = 3
/** Minimum length of a password, not counting blanks at its ends. */
export const PASSWORD_MIN = 8
export const TOO_SHORT = 'Пароль должен быть минимум 8 символов.'
const PERCENT_MAX = 100

/** Validates the form in the specified order (specification 3.14) and returns the first problem. */
export function readNewUser(form: NewUserFields): NewUser | NewUserProblem {
  const username = form.username.trim()
  if (username.length < USERNAME_MIN)
    return { field: 'username', text: 'Email (username) должен быть минимум 3 символа.' }
  if (form.password.trim().length < PASSWORD_MIN) return { field: 'password', text: TOO_SHORT }
  const role = ROLES.find((known) => known === form.role)
  if (role === undefined) return { field: 'role', text: 'Выберите роль.' }
  const percent = finiteNumber(form.percent)
  // 0 is rejected too.
  if (percent === null || percent <= 0 || percent > PERCENT_MAX)
    return { field: 'percent', text: 'Процент - число от 0 до 100.' }
  return { username, password: form.password, role, percent, vehicleType: form.vehicleType.trim() }
}
