import { audit } from '../audit.ts'
import type { Sql } from '../db/db.ts'
import { removeSnapshot } from '../prices/remove-snapshot.ts'
import type { SnapshotKey } from '../prices/save-snapshot.ts'

export interface RemovedDay {
  tyres: number
  offers: number
  /** notifications that told of that day, now gone with whatever of them was still to be delivered */
  notifications: number
}

/**
 * Takes one site's day out again together with its notifications. To be called in a transaction: both or neither.
 * @returns undefined where there is no such day
 */
export async function removeDay(sql: Sql, key: SnapshotKey): Promise<RemovedDay | undefined> {
  const removed = await removeSnapshot(sql, key)
  if (!removed) return undefined
  const { siteId, tyres, offers } = removed
  const notifications = await sql.run(
    'DELETE FROM notifications WHERE site_id = ? AND day = ?',
    siteId,
    key.day,
  )
  await audit(sql, 'import removed', null, `${key.site} ${key.day}: ${offers}`)
  return { tyres, offers, notifications }
}
