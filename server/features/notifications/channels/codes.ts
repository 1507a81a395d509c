import { randomBytes } from 'node:crypto'
import type { ChannelName } from '../../../../contract/notifications/channels.ts'
import type { Db, Sql } from '../../../platform/db/db.ts'
import { tokenHash } from '../../../platform/token-hash.ts'
import { type Link, saveLink } from './links.ts'

/** Time in ms for which expired codes are stored, so that 'expired' can be told apart from 'unknown'. */
const REMEMBERED = 24 * 60 * 60_000
const CODE_BYTES = 16

/**
 * Issues a one-time code with which a user's address is linked. Invalidates the user's former code for this channel.
 * @param link has an empty address if the address becomes known only on confirmation
 * @returns code of 22 characters that are allowed in deep links; only its hash is stored
 */
export async function issueCode(db: Db, link: Link, lifetimeMs: number, now = Date.now()): Promise<string> {
  const code = randomBytes(CODE_BYTES).toString('base64url')
  await db.transaction(async (sql) => {
    await sql.run`
      DELETE FROM link_codes
      WHERE (user_id = ${link.userId} AND channel = ${link.channel}) OR expires_at < ${now - REMEMBERED}`
    await sql.run`
      INSERT INTO link_codes (hash, user_id, channel, address, expires_at)
      VALUES (${tokenHash(code)}, ${link.userId}, ${link.channel}, ${link.address}, ${now + lifetimeMs})`
  })
  return code
}

/** Result of confirming with a code; 'unknown' means forged or already used, because used codes are deleted. */
export type LinkConfirmation = 'linked' | 'expired' | 'unknown'

interface CodeRow {
  user_id: string
  address: string
  expires_at: number
}

/**
 * Consumes a code and links its user, in one transaction.
 * @param addressFor returns the address of a user if the code has none
 */
export async function confirmLink(
  db: Db,
  channel: ChannelName,
  code: string,
  addressFor?: (userId: string) => string,
): Promise<LinkConfirmation> {
  const now = Date.now()
  return db.transaction(async (sql) => {
    const row = await sql.get<CodeRow>`
      DELETE FROM link_codes WHERE hash = ${tokenHash(code)} AND channel = ${channel}
      AND user_id IN (SELECT id FROM users WHERE disabled = 0)
      RETURNING user_id, address, expires_at`
    if (!row) return 'unknown'
    if (row.expires_at < now) return 'expired'
    const address = addressFor?.(row.user_id) ?? row.address
    await saveLink(sql, { userId: row.user_id, channel, address }, now)
    return 'linked'
  })
}

/**
 * Returns the result that confirmLink would have with this code, and the code's address, without consuming the code.
 */
export async function peekLinkCode(
  sql: Sql,
  channel: ChannelName,
  code: string,
): Promise<{ result: LinkConfirmation; address: string }> {
  const row = await sql.get<{ address: string; expires_at: number }>`
    SELECT address, expires_at FROM link_codes WHERE hash = ${tokenHash(code)} AND channel = ${channel}
    AND user_id IN (SELECT id FROM users WHERE disabled = 0)`
  if (!row) return { result: 'unknown', address: '' }
  return { result: row.expires_at < Date.now() ? 'expired' : 'linked', address: row.address }
}
