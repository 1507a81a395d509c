import { randomBytes } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { MessageAnswer } from '../../../contract/lib/schemas.ts'
import { ACCOUNT_PATHS } from '../../../contract/paths.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db, Sql } from '../../platform/db/db.ts'
import { neverStored } from '../../platform/http/security.ts'
import { Refusal } from '../../platform/refusal.ts'
import { tokenHash } from '../../platform/token-hash.ts'
import { createNotice } from '../notifications/delivery/notices.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { passwordProblem } from './password-policy.ts'
import { endSessionsOf } from './sessions.ts'

/** Returns whether a password is the user's current one. */
export async function isPasswordOf(sql: Sql, userId: string, password: string): Promise<boolean> {
  const row = await sql.get<{ password_hash: string }>`SELECT password_hash FROM users WHERE id = ${userId}`
  return row !== undefined && (await verifyPassword(password, row.password_hash))
}

/**
 * Sets a password, and ends the user's sessions and any reset link. Call it in a transaction.
 * @param except id of the session that continues, because the person changed the password in it
 */
export async function setPassword(sql: Sql, userId: string, hash: string, except = ''): Promise<void> {
  await sql.run`
    UPDATE users SET password_hash = ${hash}, password_changed_at = ${Date.now()} WHERE id = ${userId}`
  await sql.run`DELETE FROM password_resets WHERE user_id = ${userId}`
  await endSessionsOf(sql, userId, except)
}

/** Returns when the user last changed the password, in ms; null if never. */
export async function passwordChangedAt(sql: Sql, userId: string): Promise<number | null> {
  const row = await sql.get<{ password_changed_at: number | null }>`
    SELECT password_changed_at FROM users WHERE id = ${userId}`
  return row?.password_changed_at ?? null
}

const LIFETIME_MS = 24 * 60 * 60 * 1000

interface ResetLink {
  /** returned once; only its hash is stored */
  token: string
  /** time in ms at which the token expires */
  expiresAt: number
}

/**
 * Creates a token that lets its holder set this user's password once and within a day. Earlier tokens become invalid.
 */
export async function createPasswordReset(sql: Sql, userId: string): Promise<ResetLink> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = Date.now() + LIFETIME_MS
  await sql.run`
    INSERT INTO password_resets (hash, user_id, expires_at)
    VALUES (${tokenHash(token)}, ${userId}, ${expiresAt})
    ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash, expires_at = excluded.expires_at`
  return { token, expiresAt }
}

/**
 * Returns the user whose password a token may set; undefined if the token is unknown, spent or expired, or the user
 * is disabled.
 */
async function userOfReset(sql: Sql, token: string): Promise<{ id: string; username: string } | undefined> {
  return sql.get<{ id: string; username: string }>`
    SELECT u.id, u.username FROM password_resets r JOIN users u ON u.id = r.user_id
    WHERE r.hash = ${tokenHash(token)} AND r.expires_at >= ${Date.now()} AND u.disabled = 0`
}

/**
 * Spends the token: sets the password and ends all sessions. Call it in a transaction.
 * @returns false if the token was spent or replaced in the meantime
 */
async function spendReset(sql: Sql, token: string, userId: string, passwordHash: string): Promise<boolean> {
  const spent = await sql.run`
    DELETE FROM password_resets WHERE hash = ${tokenHash(token)} AND user_id = ${userId}`
  if (spent === 0) return false
  await setPassword(sql, userId, passwordHash)
  return true
}

interface PasswordResetRoutes {
  db: Db
  /** maximum number of attempts per minute and IP address */
  limit: number
}

const SPENT = 'Ссылка уже использована или устарела. Попросите у администратора новую.'

/** Route to set a new password with an administrator's link, without a session (specification 11.11). */
export const passwordResetRoutes: FastifyPluginAsyncTypebox<PasswordResetRoutes> = async (
  app,
  { db, limit },
) => {
  app.addHook('onSend', neverStored)
  app.post(
    ACCOUNT_PATHS.passwordReset,
    {
      config: { rateLimit: { max: limit, timeWindow: '1 minute' } },
      schema: {
        summary: 'Новый пароль по одноразовой ссылке',
        body: Type.Object(
          { token: Type.String({ maxLength: 100 }), password: Type.String({ maxLength: 1024 }) },
          { additionalProperties: false },
        ),
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      const { token, password } = request.body
      const user = await userOfReset(db, token)
      if (!user) throw new Refusal(404, SPENT)
      const problem = passwordProblem(password, user.username)
      if (problem) throw new Refusal(400, problem)
      const hash = await hashPassword(password)
      await db.transaction(async (sql) => {
        if (!(await spendReset(sql, token, user.id, hash))) throw new Refusal(404, SPENT)
        await audit(sql, 'password reset', user.id, request.ip)
        await createNotice(
          sql,
          user.id,
          'Безопасность',
          'Пароль изменён по ссылке администратора, все сеансы завершены.',
        )
      })
      return { message: 'Пароль изменён' }
    },
  )
}
