import { randomUUID } from 'node:crypto'
import type { Role } from '../../../contract/account/new-user.ts'
import type { Db, Sql } from '../../platform/db/db.ts'
import type { Lane } from './hash-queue.ts'
import { hashPassword, NOBODYS_HASH, verifyPassword } from './password.ts'
import { endSessionsOf } from './sessions.ts'
import { ROLE_OF_USER, type User } from './user.ts'
import { lockAdmins, lockUsers } from './user-locks.ts'
import { skeletonOf } from './username-policy.ts'

/** Threshold in percent for users who have not set their own (specification 10.9 and 10.16). */
export const DEFAULT_THRESHOLD = 10

export interface NewAccount {
  username: string
  password: string
  role: Role
  percent: number | null
  vehicleType: string
}

/** Normalises a user name: names are compared ignoring case and surrounding whitespace. */
export const normaliseUsername = (username: string): string => username.trim().toLowerCase()

/**
 *
 * Creates a user.
 * @returns false if the name is taken or looks like an existing one
 *
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
  const inserted = await sql.run(
    `INSERT INTO users (id, username, password_hash, role, percent, vehicle_type, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (username) DO NOTHING`,
    id,
    normaliseUsername(user.username),
    hash,
    user.role,
    user.percent,
    user.vehicleType,
    Date.now(),
  )
  return inserted === 1
}

export async function hasUsers(sql: Sql): Promise<boolean> {
  return (await sql.get('SELECT 1 AS one FROM users LIMIT 1')) !== undefined
}

/** User whose password has just been verified. */
export interface Authenticated extends User {
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
  lane?: Lane,
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
  await sql.run('UPDATE users SET disabled = ? WHERE id = ?', disabled ? 1 : 0, id)
  if (disabled) await endSessionsOf(sql, id)
}

export async function userIdOf(sql: Sql, username: string): Promise<string | undefined> {
  return (
    await sql.get<{ id: string }>('SELECT id FROM users WHERE username = ?', normaliseUsername(username))
  )?.id
}
