import type { Db } from '../../../platform/db/db.ts'
import { removeAddress } from './links.ts'

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
