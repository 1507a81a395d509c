import type { Role } from '../../../contract/account/new-user.ts'

/** The user of a session. */
export interface User {
  id: string
  username: string
  role: Role
  /** minimum price change in percent about which the user is notified; null if not set */
  percent: number | null
}
