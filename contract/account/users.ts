import { asBoolean, asCount, asObjects, asText, asTextOrNull, parseObject } from '../legacy/fields.ts'
import { ReadError } from '../legacy/lenient-json.ts'
import { type JsonObject, member } from '../legacy/values.ts'
import { ROLES, type Role } from './new-user.ts'

/** User as displayed to administrators (specification 11.10). */
export interface ListedUser {
  id: string
  username: string
  role: Role
  /** minimum price change in percent of which this user is notified; null for the default */
  percent: number | null
  /** '' for all types */
  vehicleType: string
  disabled: boolean
  secondFactor: boolean
  /** number of active sessions */
  sessions: number
  /** ISO instants */
  createdAt: string
  lastSignInAt: string | null
  /** whether this is the requesting user */
  self: boolean
}

/**
 * Parses users sorted by name.
 * @throws ReadError when the answer is not as in specification 11.10
 */
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

/** Link with which a person sets a new password once. */
export interface PasswordReset {
  /** part of the address's fragment, which browsers do not send */
  token: string
  /** ISO instant */
  expiresAt: string
}

/**
 * Parses the answer.
 * @throws ReadError when it is not as in specification 11.11
 */
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
