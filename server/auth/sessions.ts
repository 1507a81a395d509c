import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Db, Sql } from '../db/db.ts'
import type { User } from './users.ts'

/** A session that is not refreshed for this long expires. */
export const SESSION_DAYS = 30
const SESSION_MS = SESSION_DAYS * 24 * 60 * 60 * 1000
/** Two tabs may send the same refresh token at once; only a later reuse counts as theft (decision 5). */
const REUSE_GRACE_MS = 20_000

export interface SessionTokens {
  sessionId: string
  /** returned once; only its hash is stored */
  refreshToken: string
}

export async function startSession(db: Db, userId: string): Promise<SessionTokens> {
  const sessionId = randomUUID()
  return db.transaction(async (sql) => {
    await sql.run('DELETE FROM sessions WHERE expires_at < ?', Date.now())
    await sql.run(
      'INSERT INTO sessions (id, user_id, expires_at) VALUES (?, ?, ?)',
      sessionId,
      userId,
      Date.now() + SESSION_MS,
    )
    return { sessionId, refreshToken: await addToken(sql, sessionId) }
  })
}

/**
 * Exchanges a refresh token for the next one.
 * @returns undefined when it is unknown, expired or reused. Reuse ends the whole session, since one of the token's two
 * holders must have stolen it
 */
export async function rotateSession(db: Db, refreshToken: string): Promise<SessionTokens | undefined> {
  return db.transaction(async (sql) => {
    const hash = hashToken(refreshToken)
    const now = Date.now()
    const used = await sql.run(
      'UPDATE refresh_tokens SET used_at = ? WHERE hash = ? AND used_at IS NULL',
      now,
      hash,
    )
    const token = await sql.get<{ session_id: string; used_at: number; expires_at: number }>(
      `SELECT t.session_id, t.used_at, s.expires_at FROM refresh_tokens t
       JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.user_id
       WHERE t.hash = ? AND u.disabled = 0`,
      hash,
    )
    if (!token || token.expires_at < now) return undefined
    if (used === 0 && token.used_at < now - REUSE_GRACE_MS) {
      await sql.run('DELETE FROM sessions WHERE id = ?', token.session_id)
      return undefined
    }
    await sql.run('UPDATE sessions SET expires_at = ? WHERE id = ?', now + SESSION_MS, token.session_id)
    await sql.run(
      'DELETE FROM refresh_tokens WHERE session_id = ? AND used_at < ?',
      token.session_id,
      now - SESSION_MS,
    )
    return { sessionId: token.session_id, refreshToken: await addToken(sql, token.session_id) }
  })
}

export async function endSession(sql: Sql, sessionId: string): Promise<void> {
  await sql.run('DELETE FROM sessions WHERE id = ?', sessionId)
}

export async function endSessionOfToken(sql: Sql, refreshToken: string): Promise<void> {
  await sql.run(
    'DELETE FROM sessions WHERE id = (SELECT session_id FROM refresh_tokens WHERE hash = ?)',
    hashToken(refreshToken),
  )
}

/** The session a refresh token belongs to, without consuming the token; undefined if it was already exchanged. */
export async function sessionOfToken(sql: Sql, refreshToken: string): Promise<string | undefined> {
  const row = await sql.get<{ session_id: string }>(
    'SELECT session_id FROM refresh_tokens WHERE hash = ? AND (used_at IS NULL OR used_at >= ?)',
    hashToken(refreshToken),
    Date.now() - REUSE_GRACE_MS,
  )
  return row?.session_id
}

/** Whether a refresh token is of any session, used or not. Only reads: made-up tokens must not cost a write. */
export async function isTokenKnown(sql: Sql, refreshToken: string): Promise<boolean> {
  return (
    (await sql.get('SELECT 1 AS one FROM refresh_tokens WHERE hash = ?', hashToken(refreshToken))) !==
    undefined
  )
}

/** The session's user; undefined if the session has ended or expired, or the user is disabled. */
export async function userOfSession(sql: Sql, sessionId: string): Promise<User | undefined> {
  return sql.get<User>(
    `SELECT u.id, u.username, u.role, u.percent FROM sessions s JOIN users u ON u.id = s.user_id
     WHERE s.id = ? AND s.expires_at >= ? AND u.disabled = 0`,
    sessionId,
    Date.now(),
  )
}

async function addToken(sql: Sql, sessionId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await sql.run('INSERT INTO refresh_tokens (hash, session_id) VALUES (?, ?)', hashToken(token), sessionId)
  return token
}

const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')
