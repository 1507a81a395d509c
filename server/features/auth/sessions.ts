import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { Db, Sql } from '../../platform/db/db.ts'
import { tokenHash } from '../../platform/token-hash.ts'
import { lockUser, ROLE_OF_USER, type User } from './user.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Number of days after which a session expires if it is not refreshed. */
export const SESSION_DAYS = 30
const SESSION_MS = SESSION_DAYS * DAY_MS
/** Maximum age of a session in ms since its sign-in, no matter how often it is refreshed. */
const MAX_SESSION_MS = 90 * DAY_MS
/** Maximum number of sessions per user; the least recently seen end first. */
const SESSIONS_PER_USER = 100
/**
 * Grace period in ms in which a refresh token may be sent again, because two tabs may send it at the same time. A later
 * reuse counts as theft (decision 5).
 */
const REUSE_GRACE_MS = 20_000
/** Time in ms for which a proof of the password is valid for sensitive steps (specification 11.4). */
const PROOF_MS = 15 * 60 * 1000

export interface SessionTokens {
  sessionId: string
  /** returned once; only its hash is stored */
  refreshToken: string
}

/** Origin of a request, as displayed in the list of sessions. */
export interface Client {
  address: string
  /** the User-Agent header */
  agent: string
}

/** Result of verifying a sign-in. The verification runs outside any transaction, because hashing takes long. */
export interface VerifiedCredentials {
  userId: string
  /** hash that the password matched */
  passwordHash: string
  /** whether a code was correct as well */
  secondFactor: boolean
}

/**
 * Starts a session if the verification is still valid: in the meantime the password may have been changed, the user
 * disabled, or a second factor enabled. Each of these ends all sessions, so none may start afterwards.
 * @returns undefined if the verification is no longer valid
 */
export async function startSession(
  db: Db,
  proven: VerifiedCredentials,
  client: Client,
): Promise<SessionTokens | undefined> {
  const { userId } = proven
  const sessionId = randomUUID()
  const refreshToken = randomBytes(32).toString('base64url')
  const now = Date.now()
  return db.transaction(async (sql) => {
    await lockUser(sql, userId)
    if (!(await stillHolds(sql, proven))) return undefined
    await sql.run`DELETE FROM sessions WHERE expires_at < ${now}`
    await sql.run(
      `INSERT INTO sessions (id, user_id, expires_at, signed_in_at, seen_at, proved_at, address, agent)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      sessionId,
      userId,
      now + SESSION_MS,
      now,
      now,
      now,
      ...clientColumns(client),
    )
    await sql.run(
      `DELETE FROM sessions WHERE user_id = ? AND id <> ? AND id NOT IN (
         SELECT id FROM sessions WHERE user_id = ? ORDER BY seen_at DESC, id LIMIT ${SESSIONS_PER_USER})`,
      userId,
      sessionId,
      userId,
    )
    await sql.run`UPDATE users SET last_sign_in_at = ${now} WHERE id = ${userId}`
    await sql.run`
      INSERT INTO refresh_tokens (hash, session_id) VALUES (${tokenHash(refreshToken)}, ${sessionId})`
    return { sessionId, refreshToken }
  })
}

async function stillHolds(
  sql: Sql,
  { userId, passwordHash, secondFactor }: VerifiedCredentials,
): Promise<boolean> {
  const row = await sql.get<{ password_hash: string; factors: number }>`
    SELECT password_hash,
      (SELECT count(*) FROM second_factors f WHERE f.user_id = users.id AND f.confirmed = 1) AS factors
    FROM users WHERE id = ${userId} AND disabled = 0`
  return row !== undefined && row.password_hash === passwordHash && (secondFactor || row.factors === 0)
}

export type Rotation =
  | { kind: 'next'; tokens: SessionTokens }
  /** the token is unknown, its session has expired, or its user is disabled */
  | { kind: 'refused' }
  /** a used token was sent again, so somebody has stolen it; the session has ended for both holders */
  | { kind: 'reused'; userId: string }

/**
 * Exchanges a refresh token for its successor. The successor is derived from the token, so that everybody who sends the
 * token within the grace period gets the same one: a session never has two valid tokens in parallel (decision 5).
 * @param key signs the derivation, so that a stolen database is not enough to derive successors
 */
export async function rotateSession(
  db: Db,
  key: string,
  refreshToken: string,
  client: Client,
): Promise<Rotation> {
  const hash = tokenHash(refreshToken)
  return db.transaction(async (sql) => {
    const now = Date.now()
    const token = await sql.get<{
      session_id: string
      user_id: string
      used_at: number | null
      expires_at: number
      signed_in_at: number
    }>`
      SELECT t.session_id, t.used_at, s.user_id, s.expires_at, s.signed_in_at FROM refresh_tokens t
      JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.user_id
      WHERE t.hash = ${hash} AND u.disabled = 0`
    if (!token || token.expires_at < now) return { kind: 'refused' }
    const { session_id: sessionId, user_id: userId } = token
    if (token.used_at !== null && token.used_at < now - REUSE_GRACE_MS) {
      await endSession(sql, sessionId)
      return { kind: 'reused', userId }
    }
    const successor = createHmac('sha256', key).update(`refresh ${refreshToken}`).digest('base64url')
    if (token.used_at === null) {
      await sql.run`UPDATE refresh_tokens SET used_at = ${now} WHERE hash = ${hash} AND used_at IS NULL`
      await sql.run(
        'UPDATE sessions SET expires_at = ?, seen_at = ?, address = ?, agent = ? WHERE id = ?',
        Math.min(now + SESSION_MS, token.signed_in_at + MAX_SESSION_MS),
        now,
        ...clientColumns(client),
        sessionId,
      )
      await sql.run`
        DELETE FROM refresh_tokens WHERE session_id = ${sessionId} AND used_at < ${now - SESSION_MS}`
      await sql.run`
        INSERT INTO refresh_tokens (hash, session_id) VALUES (${tokenHash(successor)}, ${sessionId})
        ON CONFLICT (hash) DO NOTHING`
    }
    return { kind: 'next', tokens: { sessionId, refreshToken: successor } }
  })
}

async function endSession(sql: Sql, sessionId: string): Promise<void> {
  await sql.run`DELETE FROM sessions WHERE id = ${sessionId}`
}

/** Returns the session of a refresh token, whether the token was used or not. */
export async function sessionOfAnyToken(
  sql: Sql,
  refreshToken: string,
): Promise<{ id: string; user_id: string } | undefined> {
  return sql.get<{ id: string; user_id: string }>`
    SELECT s.id, s.user_id FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id
    WHERE t.hash = ${tokenHash(refreshToken)}`
}

export async function findSession(
  sql: Sql,
  sessionId: string,
): Promise<{ id: string; user_id: string } | undefined> {
  return sql.get<{ id: string; user_id: string }>`SELECT id, user_id FROM sessions WHERE id = ${sessionId}`
}

/**
 * Ends one session of this user.
 * @returns whether the user had such a session
 */
export async function endSessionOf(sql: Sql, userId: string, sessionId: string): Promise<boolean> {
  return (await sql.run`DELETE FROM sessions WHERE id = ${sessionId} AND user_id = ${userId}`) === 1
}

/**
 * Ends all sessions of a user.
 * @param except session that continues, if any
 * @returns number of ended sessions
 */
export async function endSessionsOf(sql: Sql, userId: string, except = ''): Promise<number> {
  return sql.run`DELETE FROM sessions WHERE user_id = ${userId} AND id <> ${except}`
}

/**
 * Returns the session of a refresh token without consuming the token; undefined for an unknown token, and after the
 * grace period of a used one.
 */
export async function sessionOfToken(sql: Sql, refreshToken: string): Promise<string | undefined> {
  const row = await sql.get<{ session_id: string }>`
    SELECT session_id FROM refresh_tokens WHERE hash = ${tokenHash(refreshToken)}
      AND (used_at IS NULL OR used_at >= ${Date.now() - REUSE_GRACE_MS})`
  return row?.session_id
}

/**
 * Returns whether a refresh token belongs to any session, used or not. Only reads, so that invalid tokens cause no
 * write.
 */
export async function isTokenKnown(sql: Sql, refreshToken: string): Promise<boolean> {
  return (
    (await sql.get`SELECT 1 AS one FROM refresh_tokens WHERE hash = ${tokenHash(refreshToken)}`) !== undefined
  )
}

/** Returns the session's user; undefined if the session has ended or expired, or the user is disabled. */
export async function userOfSession(sql: Sql, sessionId: string): Promise<User | undefined> {
  return sql.get<User>(
    `SELECT u.id, u.username, ${ROLE_OF_USER}, u.percent FROM sessions s JOIN users u ON u.id = s.user_id
     WHERE s.id = ? AND s.expires_at >= ? AND u.disabled = 0`,
    sessionId,
    Date.now(),
  )
}

/** Session as displayed to its user; times are in ms. */
export interface SessionRow extends Client {
  id: string
  signed_in_at: number
  seen_at: number
}

/** Returns a user's sessions, most recently seen first. */
export async function listSessions(sql: Sql, userId: string): Promise<SessionRow[]> {
  return sql.all<SessionRow>`
    SELECT id, signed_in_at, seen_at, address, agent FROM sessions
    WHERE user_id = ${userId} AND expires_at >= ${Date.now()} ORDER BY seen_at DESC, id`
}

/** Records that the session's user has just confirmed the password. */
export async function recordProof(sql: Sql, sessionId: string): Promise<void> {
  await sql.run`UPDATE sessions SET proved_at = ${Date.now()} WHERE id = ${sessionId}`
}

/** Returns whether the password was confirmed recently enough for a sensitive action. */
export async function isProved(sql: Sql, sessionId: string): Promise<boolean> {
  const row = await sql.get<{ proved_at: number }>`SELECT proved_at FROM sessions WHERE id = ${sessionId}`
  return row !== undefined && row.proved_at >= Date.now() - PROOF_MS
}

const clientColumns = ({ address, agent }: Client): [string, string] => [
  address.slice(0, 64),
  // Removes control characters: they affect logs, and PostgreSQL refuses NUL.
  agent.replace(/\p{Cc}/gu, '').slice(0, 300),
]
