import { audit } from '../audit.ts'
import type { Sql } from '../db/db.ts'
import { removeSnapshot } from '../prices/remove-snapshot.ts'
import type { SnapshotKey } from '../prices/save-snapshot.ts'

export interface RemovedDay {
  tyres: number
  offers: number
  /** number of that day's notifications, removed together with their pending deliveries */
  notifications: number
}

/**
 * Removes one site's day together with its notifications. Call it in a transaction, so that both happen or neither.
 * @returns undefined if there is no such day
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
