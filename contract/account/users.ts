import { asBoolean, asCount, asObjects, asText, asTextOrNull, parseObject } from '../legacy/fields.ts'
import { ReadError } from '../legacy/lenient-json.ts'
import { type JsonObject, member } from '../legacy/values.ts'
import { ROLES, type Role } from './new-user.ts'

/** A user as administrators see it (specification 11.10). */
export interface ListedUser {
  id: string
  username: string
  role: Role
  /** change in percent from which this user is notified; null for the default */
  percent: number | null
  /** '' for all */
  vehicleType: string
  disabled: boolean
  secondFactor: boolean
  /** number of active sessions */
  sessions: number
  /** ISO instants */
  createdAt: string
  lastSignInAt: string | null
  /** whether this is the person who asks */
  self: boolean
}

/** By name. @throws ReadError when the answer is not as in specification 11.10 */
export function readUsers(body: string): readonly ListedUser[] {
  return asObjects(parseObject(body), 'users').map((user) => ({
    id: asText(user, 'id'),
    username: asText(user, 'username'),
    role: roleOf(user),
    percent: percentOf(user),
    vehicleType: asText(user, 'vehicle_type'),
    disabled: asBoolean(user, 'disabled'),
    secondFactor: asBoolean(user, 'second_factor'),
    sessions: asCount(user, 'sessions'),
    createdAt: asText(user, 'created_at'),
    lastSignInAt: asTextOrNull(user, 'last_sign_in_at'),
    self: asBoolean(user, 'self'),
  }))
}

/** A link with which a person sets a new password, once. */
export interface PasswordReset {
  /** goes into the fragment of the address, which browsers do not send */
  token: string
  /** ISO instant */
  expiresAt: string
}

/** @throws ReadError when the answer is not as in specification 11.11 */
export function readPasswordReset(body: string): PasswordReset {
  const answer = parseObject(body)
  return { token: asText(answer, 'token'), expiresAt: asText(answer, 'expires_at') }
}

function roleOf(user: JsonObject): Role {
  const role = ROLES.find((known) => known === member(user, 'role'))
  if (role === undefined) throw new ReadError('No role')
  return role
}

function percentOf(user: JsonObject): number | null {
  const percent = member(user, 'percent')
  if (percent !== null && typeof percent !== 'number') throw new ReadError('No percent')
  return percent
}
