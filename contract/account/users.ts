import { type Static, Type } from 'typebox'
import { OrNull, oneOf, withFallbackValue } from '../lib/schemas.ts'

/** User as displayed to administrators (specification 11.10). */
export const ListedUser = Type.Object({
  id: Type.String(),
  username: Type.String(),
  role: withFallbackValue(oneOf('user', 'analyst', 'admin'), 'user'),
  /** minimum price change in percent that this user is notified of; null for the default */
  percent: OrNull(Type.Number()),
  /** '' for all types */
  vehicle_type: Type.String(),
  disabled: Type.Boolean(),
  second_factor: Type.Boolean(),
  /** number of active sessions */
  sessions: Type.Integer(),
  /** ISO instants */
  created_at: Type.String(),
  last_sign_in_at: OrNull(Type.String()),
  /** whether this is the requesting user */
  self: Type.Boolean(),
})
export type ListedUser = Static<typeof ListedUser>

/** All users, sorted by name. */
export const UsersAnswer = Type.Object({ users: Type.Array(ListedUser) })

/** One-time link for setting a new password (specification 11.11). */
export const PasswordReset = Type.Object({
  /** sent in the URL's fragment, which browsers do not send to servers */
  token: Type.String(),
  /** ISO instant */
  expires_at: Type.String(),
})
export type PasswordReset = Static<typeof PasswordReset>
