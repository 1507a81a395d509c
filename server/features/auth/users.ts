import { randomUUID } from 'node:crypto'
import type { Role } from '../../../contract/account/new-user.ts'
import type { ListedUser } from '../../../contract/account/users.ts'
import type { Db, Sql } from '../../platform/db/db.ts'
import { type HashPriority, hashPassword, NOBODYS_HASH, verifyPassword } from './password.ts'
import { endSessionsOf } from './sessions.ts'
import { lockAdmins, lockUsers, ROLE_OF_USER, type User } from './user.ts'
import { skeletonOf } from './username-policy.ts'

/** Threshold in percent for users who have not set their own (specification 10.9 and 10.16). */
export const DEFAULT_THRESHOLD = 10

interface NewAccount {
  username: string
  password: string
  role: Role
  percent: number | null
  vehicleType: string
}

/** Normalises a user name: names are compared ignoring case and surrounding whitespace. */
export const normaliseUsername = (username: string): string => username.trim().toLowerCase()

/**
 * Creates a user.
 * @returns false if the name is taken or looks like an existing one
 */
export async function createAccount(db: Db, user: NewAccount): Promise<boolean> {
  const skeleton = skeletonOf(user.username)
  const hash = await hashPassword(user.password)
  return db.transaction(async (sql) => {
    await lockAdmins(sql)
    const names = await sql.all<{ username: string }>('SELECT username FROM users')
    if (names.some(({ username }) => skeletonOf(username) === skeleton)) return false
    return insertUser(sql, randomUUID(), user, hash)
  })
}

/**
 * Creates a user only if there is none, whoever else tries the same at this moment.
 * @param also called in the transaction that creates the user
 * @returns false if there is a user already
 */
export async function createFirstAccount(
  db: Db,
  user: NewAccount,
  also: (sql: Sql, id: string) => Promise<void> = async () => undefined,
): Promise<boolean> {
  const hash = await hashPassword(user.password)
  return db.transaction(async (sql) => {
    await lockUsers(sql)
    if (await hasUsers(sql)) return false
    const id = randomUUID()
    const isCreated = await insertUser(sql, id, user, hash)
    await also(sql, id)
    return isCreated
  })
}

async function insertUser(sql: Sql, id: string, user: NewAccount, hash: string): Promise<boolean> {
  const inserted = await sql.run`
    INSERT INTO users (id, username, password_hash, role, percent, vehicle_type, created_at)
    VALUES (${id}, ${normaliseUsername(user.username)}, ${hash}, ${user.role}, ${user.percent},
      ${user.vehicleType}, ${Date.now()}) ON CONFLICT (username) DO NOTHING`
  return inserted === 1
}

export async function hasUsers(sql: Sql): Promise<boolean> {
  return (await sql.get('SELECT 1 AS one FROM users LIMIT 1')) !== undefined
}

/** User whose password has just been verified. */
interface Authenticated extends User {
  /** stored hash that the password matched; compared again when the session starts, since the password may have changed */
  passwordHash: string
}

/**
 * Verifies name and password.
 * @returns undefined for an unknown name, a wrong password and a disabled account alike
 */
export async function authenticate(
  sql: Sql,
  username: string,
  password: string,
  lane?: HashPriority,
): Promise<Authenticated | undefined> {
  const row = await sql.get<User & { password_hash: string }>(
    `SELECT id, username, ${ROLE_OF_USER}, percent, password_hash FROM users u WHERE username = ? AND disabled = 0`,
    normaliseUsername(username),
  )
  // For an unknown name, a hash is verified too, so that the response takes as long as for a wrong password.
  const right = await verifyPassword(password, row?.password_hash ?? NOBODYS_HASH, lane)
  if (!row || !right) return undefined
  const { id, role, percent, password_hash: passwordHash } = row
  return { id, username: row.username, role, percent, passwordHash }
}

/** Disables or enables a user; disabling ends all sessions at once. */
export async function setDisabled(sql: Sql, id: string, disabled: boolean): Promise<void> {
  await sql.run`UPDATE users SET disabled = ${disabled ? 1 : 0} WHERE id = ${id}`
  if (disabled) await endSessionsOf(sql, id)
}

export async function userIdOf(sql: Sql, username: string): Promise<string | undefined> {
  return (await sql.get<{ id: string }>`SELECT id FROM users WHERE username = ${normaliseUsername(username)}`)
    ?.id
}

/** User as displayed to administrators; times are in ms, flags are 0 or 1. */
interface UserRecord
  extends Omit<ListedUser, 'disabled' | 'second_factor' | 'created_at' | 'last_sign_in_at' | 'self'> {
  disabled: number
  second_factor: number
  created_at: number
  last_sign_in_at: number | null
}

/** Lists all users, sorted by name. */
export async function listUsers(sql: Sql): Promise<UserRecord[]> {
  return sql.all<UserRecord>(
    `SELECT u.id, u.username, ${ROLE_OF_USER}, u.percent, u.vehicle_type, u.disabled, u.created_at, u.last_sign_in_at,
       (SELECT count(*) FROM second_factors f WHERE f.user_id = u.id AND f.confirmed = 1) AS second_factor,
       (SELECT count(*) FROM sessions s WHERE s.user_id = u.id AND s.expires_at >= ?) AS sessions
     FROM users u ORDER BY u.username`,
    Date.now(),
  )
}

export async function findUser(sql: Sql, id: string): Promise<{ id: string; username: string } | undefined> {
  return sql.get<{ id: string; username: string }>`SELECT id, username FROM users WHERE id = ${id}`
}

/**
 * Sets a user's role.
 * @returns false if no administrator could sign in afterwards; then nothing has changed
 */
export async function setRole(sql: Sql, id: string, role: Role): Promise<boolean> {
  if (role !== 'admin' && (await isLastAdmin(sql, id))) return false
  await sql.run`
    UPDATE users SET role = ${role === 'admin' ? 'admin' : 'user'}, analyst = ${role === 'analyst' ? 1 : 0}
    WHERE id = ${id}`
  return true
}

/** Returns whether no other administrator can sign in. Call it in the transaction that changes this administrator. */
export async function isLastAdmin(sql: Sql, id: string): Promise<boolean> {
  await lockAdmins(sql)
  const others = await sql.get`
    SELECT 1 AS one FROM users WHERE role = 'admin' AND disabled = 0 AND id <> ${id} LIMIT 1`
  return others === undefined
}
