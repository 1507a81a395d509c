import { randomUUID } from 'node:crypto'
import { createAccessTokens } from '../../../server/features/auth/access-tokens.ts'
import type { Db } from '../../../server/platform/db/db.ts'

const MONTH_MS = 30 * 24 * 3_600_000

/**
 * Inserts signed-in users directly into the tables, because signing in must not be measured.
 * @param secret the server's AUTH_SECRET
 * @returns an access token for each user
 */
export async function signedInPeople(
  db: Db,
  secret: string,
  { name, count }: { name: string; count: number },
): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, n) => `${name}-${n}`)
  const now = Date.now()
  await db.insertMany(
    'users',
    ['id', 'username', 'password_hash', 'role', 'created_at'],
    ids.map((id) => [id, id, '', 'user', now]),
  )
  const sessions = ids.map((id) => [randomUUID(), id, now + MONTH_MS, now, now, now] as const)
  await db.insertMany(
    'sessions',
    ['id', 'user_id', 'expires_at', 'signed_in_at', 'seen_at', 'proved_at'],
    sessions,
  )
  const tokens = createAccessTokens(secret)
  return Promise.all(sessions.map(([session]) => tokens.sign(session)))
}
