import { audit } from '../audit.ts'
import type { Sql } from '../db/db.ts'

/** What a user can be linked by. */
export type LinkChannel = 'telegram' | 'mail'

export interface Link {
  userId: string
  channel: LinkChannel
  /** as the channel names it: a chat's number, an e-mail address */
  address: string
}

/** @returns undefined when this user is not linked by that channel */
export async function linkedAddress(
  sql: Sql,
  userId: string,
  channel: LinkChannel,
): Promise<string | undefined> {
  const row = await sql.get<{ address: string }>(
    'SELECT address FROM links WHERE user_id = ? AND channel = ?',
    userId,
    channel,
  )
  return row?.address
}

/** An address belongs to one user, and a user has one of each channel: the newest link stands. Needs a transaction. */
export async function saveLink(sql: Sql, { userId, channel, address }: Link, now: number): Promise<void> {
  const former = await sql.all<{ user_id: string }>(
    'DELETE FROM links WHERE channel = ? AND address = ? AND user_id <> ? RETURNING user_id',
    channel,
    address,
    userId,
  )
  for (const { user_id } of former) {
    await audit(sql, 'link changed', user_id, `${channel} moved to another user`)
  }
  await sql.run(
    `INSERT INTO links (user_id, channel, address, linked_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (user_id, channel) DO UPDATE SET address = excluded.address, linked_at = excluded.linked_at`,
    userId,
    channel,
    address,
    now,
  )
  await audit(sql, 'link changed', userId, `${channel} linked`)
}

/** The user's own wish. What was begun and not confirmed ends too. Needs a transaction. */
export async function removeLink(sql: Sql, userId: string, channel: LinkChannel): Promise<void> {
  await sql.run('DELETE FROM link_codes WHERE user_id = ? AND channel = ?', userId, channel)
  const removed = await sql.run('DELETE FROM links WHERE user_id = ? AND channel = ?', userId, channel)
  if (removed > 0) await audit(sql, 'link changed', userId, `${channel} unlinked`)
}

/**
 * The wish of whoever is at the other end of the channel. Needs a transaction.
 * @param why for the audit log
 * @returns false when nobody was linked to it
 */
export async function removeAddress(
  sql: Sql,
  channel: string,
  address: string,
  why: string,
): Promise<boolean> {
  const removed = await sql.all<{ user_id: string }>(
    'DELETE FROM links WHERE channel = ? AND address = ? RETURNING user_id',
    channel,
    address,
  )
  for (const { user_id } of removed) {
    await audit(sql, 'link changed', user_id, `${channel} unlinked: ${why}`)
  }
  return removed.length > 0
}
