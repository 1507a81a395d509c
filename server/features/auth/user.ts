import type { Role } from '../../../contract/account/new-user.ts'

/** SQL expression of a user's role; `u` is the table of users. */
export const ROLE_OF_USER =
  "CASE WHEN u.role = 'user' AND u.analyst = 1 THEN 'analyst' ELSE u.role END AS role"

/** The user of a session. */
export interface User {
  id: string
  username: string
  role: Role
  /** minimum price change in percent about which the user is notified; null if not set */
  percent: number | null
}
