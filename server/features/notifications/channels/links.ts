import type { ChannelName } from '../../../../contract/notifications/channels.ts'
import { audit } from '../../../platform/audit/audit.ts'
import type { Db, Sql } from '../../../platform/db/db.ts'

export interface Link {
  userId: string
  channel: ChannelName
  /** address in the channel's format: a chat id or an e-mail address */
  address: string
}

/** @returns undefined if this user has not linked that channel */
export async function linkedAddress(
  sql: Sql,
  userId: string,
  channel: ChannelName,
): Promise<string | undefined> {
  const row = await sql.get<{ address: string }>`
    SELECT address FROM links WHERE user_id = ${userId} AND channel = ${channel}`
  return row?.address
}

export async function isLinked(sql: Sql, channel: ChannelName, address: string): Promise<boolean> {
  const row = await sql.get`SELECT 1 AS one FROM links WHERE channel = ${channel} AND address = ${address}`
  return row !== undefined
}

/**
 * Stores a link. An address belongs to one user, and a user has one address per channel; the newest link replaces
 * others. Call it in a transaction.
 */
export async function saveLink(sql: Sql, { userId, channel, address }: Link, now: number): Promise<void> {
  const former = await sql.all<{ user_id: string }>`
    DELETE FROM links WHERE channel = ${channel} AND address = ${address} AND user_id <> ${userId}
    RETURNING user_id`
  for (const { user_id } of former) {
    await audit(sql, 'link changed', user_id, `${channel} moved to another user`)
  }
  await sql.run`
    INSERT INTO links (user_id, channel, address, linked_at)
    VALUES (${userId}, ${channel}, ${address}, ${now})
    ON CONFLICT (user_id, channel) DO UPDATE SET address = excluded.address, linked_at = excluded.linked_at`
  await audit(sql, 'link changed', userId, `${channel} linked`)
}

/** Removes a link at its user's request, and invalidates pending codes. Call it in a transaction. */
export async function removeLink(sql: Sql, userId: string, channel: ChannelName): Promise<void> {
  await sql.run`DELETE FROM link_codes WHERE user_id = ${userId} AND channel = ${channel}`
  const removed = await sql.run`DELETE FROM links WHERE user_id = ${userId} AND channel = ${channel}`
  if (removed > 0) await audit(sql, 'link changed', userId, `${channel} unlinked`)
}

/**
 * Removes the link of an address, for example at the request of its owner. Call it in a transaction.
 * @param why reason for the audit log
 * @returns false if the address was not linked
 */
export async function removeAddress(
  sql: Sql,
  channel: string,
  address: string,
  why: string,
): Promise<boolean> {
  const removed = await sql.all<{ user_id: string }>`
    DELETE FROM links WHERE channel = ${channel} AND address = ${address} RETURNING user_id`
  for (const { user_id } of removed) {
    await audit(sql, 'link changed', user_id, `${channel} unlinked: ${why}`)
  }
  return removed.length > 0
}

/** Prefix of unconfirmed addresses. Nothing is ever sent to them. */
const PREFIX = 'demo:'

export const demoAddress = (address: string): string => `${PREFIX}${address}`

/**
 * Removes the links of demo mode for channels that now send, or if demo mode has ended: nothing may be sent to an
 * unconfirmed address.
 */
export async function endDemoLinks(
  db: Db,
  { demo, channels }: { demo: boolean; channels: Readonly<Record<string, object | undefined>> },
): Promise<void> {
  for (const [channel, settings] of Object.entries(channels)) {
    if (demo && !settings) continue
    const links = await db.all<{ address: string }>(
      `SELECT address FROM links WHERE channel = ? AND address LIKE '${PREFIX}%'`,
      channel,
    )
    for (const { address } of links) {
      await db.transaction((sql) => removeAddress(sql, channel, address, 'demo mode has ended'))
    }
  }
}
