import { DayChange } from '../../../history/day-change.ts'
import { audit } from '../../../platform/audit/audit.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { GLITCH_FACTOR } from '../../../prices/price-change.ts'
import { removeSnapshot } from '../../../prices/remove-snapshot.ts'
import {
  type ComparedSnapshot,
  compareAnew,
  movesOf,
  type SnapshotKey,
} from '../../../prices/save-snapshot.ts'
import { allTyres } from '../../../prices/tyre-catalog.ts'
import { createNotifications } from '../../notifications/create.ts'

export interface RemovedDay {
  tyres: number
  offers: number
  /**
   * number of removed notifications: those of that day, and those that compare a later day with it; their pending
   * deliveries are removed too
   */
  notifications: number
  /** number of notifications created to replace those of later days; they compare with the previous day */
  renewed: number
}

/**
 * Removes one site's day, its notifications and its history. A notification that compares a later day with the removed
 * one is replaced by the notification that importing the later day would create now. Call it in a transaction, so that
 * either all or nothing is removed.
 * @param glitchFactor factor beyond which a change is an outlier
 * @returns undefined if there is no such day
 */
export async function removeDay(
  sql: Sql,
  key: SnapshotKey,
  glitchFactor: number = GLITCH_FACTOR,
): Promise<RemovedDay | undefined> {
  const history = new DayChange(sql, key.day, 'removed')
  const removed = await removeSnapshot(sql, key, history)
  if (!removed) return undefined
  const { siteId, tyres, offers, next } = removed
  await history.end(siteId)
  const later = await sql.all<{ day: string }>`
    SELECT DISTINCT day FROM notifications WHERE site_id = ${siteId} AND compared_with = ${key.day}`
  const notifications = await sql.run`
    DELETE FROM notifications WHERE site_id = ${siteId} AND (day = ${key.day} OR compared_with = ${key.day})`
  // Later days other than the next one may have notifications that compare with the removed day, if days in between
  // were imported afterwards.
  const others = later.filter(({ day }) => day !== next?.day)
  let renewed = next ? await notifyAnew(sql, next, glitchFactor) : 0
  for (const { day } of others) {
    renewed += await notifyAnew(sql, await compareAnew(sql, siteId, day), glitchFactor)
  }
  await audit(sql, 'import removed', null, `${key.site} ${key.day}: ${offers}`)
  return { tyres, offers, notifications, renewed }
}

async function notifyAnew(
  sql: Sql,
  { siteId, day, comparedWith, largest }: ComparedSnapshot,
  glitchFactor: number,
): Promise<number> {
  if (comparedWith === null || largest.size === 0) return 0
  const moves = movesOf(await allTyres(sql), largest)
  return createNotifications(sql, { siteId, day, comparedWith, moves }, glitchFactor)
}
