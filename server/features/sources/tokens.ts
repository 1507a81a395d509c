import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Sql } from '../../platform/db/db.ts'
import { tokenHash } from '../../platform/token-hash.ts'
import { forgetExchange } from './exchange/documents.ts'
import { findSource } from './store.ts'

const TOKEN_BYTES = 32

/**
 * Creates a new token for a source, which invalidates a former one.
 * @returns the token, which is not stored
 */
export async function createToken(sql: Sql, sourceId: string): Promise<string> {
  await findSource(sql, sourceId)
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await sql.run`UPDATE sources SET token_hash = ${tokenHash(token)} WHERE id = ${sourceId}`
  return token
}

/** Removes a source's token, and the documents that 1C has sent with it; their files are tidied away. */
export async function removeToken(sql: Sql, sourceId: string): Promise<void> {
  await findSource(sql, sourceId)
  await forgetExchange(sql, sourceId)
  await sql.run`UPDATE sources SET token_hash = '' WHERE id = ${sourceId}`
}

/** Returns whether a token is the source's current one; false for an unknown source. */
export async function matchesSourceToken(sql: Sql, sourceId: string, token: string): Promise<boolean> {
  const row = await sql.get<{ token_hash: string }>`SELECT token_hash FROM sources WHERE id = ${sourceId}`
  const expected = Buffer.from(row?.token_hash || tokenHash(randomBytes(TOKEN_BYTES).toString('base64url')))
  const given = Buffer.from(tokenHash(token))
  return expected.length === given.length && timingSafeEqual(expected, given)
}
