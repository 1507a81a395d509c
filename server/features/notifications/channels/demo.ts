import type { Db } from '../../../platform/db/db.ts'
import type { LinkConfig } from './config.ts'
import { removeAddress } from './links.ts'

/** Prefix of unconfirmed addresses. Nothing is ever sent to them. */
const PREFIX = 'demo:'

export const demoAddress = (address: string): string => `${PREFIX}${address}`

/**
 * Removes the links of demo mode for channels that now send, or if demo mode has ended: nothing may be sent to an
 * unconfirmed address.
 */
export async function endDemoLinks(db: Db, { demo, telegram, mail }: LinkConfig): Promise<void> {
  for (const [channel, sends] of Object.entries({ telegram, mail })) {
    if (demo && !sends) continue
    const links = await db.all<{ address: string }>(
      `SELECT address FROM links WHERE channel = ? AND address LIKE '${PREFIX}%'`,
      channel,
    )
    for (const { address } of links) {
      await db.transaction((sql) => removeAddress(sql, channel, address, 'demo mode has ended'))
    }
  }
}
