import type { Db } from '../../../platform/db/db.ts'
import type { LinkConfig } from './config.ts'
import { removeAddress } from './links.ts'

/** Marks addresses that nobody has confirmed: nothing is ever sent to them. */
const PREFIX = 'demo:'

export const demoAddress = (address: string): string => `${PREFIX}${address}`

/** Unlinks what was linked in demo mode: a channel that sends must not send to an address without a proof. */
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
