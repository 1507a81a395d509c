import { DayChange } from '../../history/day-change.ts'
import { matchAgain } from '../../history/moves/match-again.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { WatchDay } from '../../prices/day-history.ts'
import { GLITCH_FACTOR } from '../../prices/price-move.ts'
import { type SavedSnapshot, type SnapshotKey, saveSnapshot } from '../../prices/save-snapshot.ts'
import type { CollectedDraft } from '../../prices/snapshot-draft.ts'
import { createNotifications } from './create.ts'

export interface ImportedDay extends SavedSnapshot {
  /** number of notifications created */
  notifications: number
}

/**
 * Saves one site's day with its history, evaluates the rules, matches listings that may have found their tyre by it, and
 * creates notifications about changed prices. Call it in a transaction, so that either all or nothing is saved.
 * @param watch evaluates the rules; undefined where there are none
 */
export async function importDay(
  sql: Sql,
  key: SnapshotKey,
  draft: CollectedDraft,
  glitchFactor: number = GLITCH_FACTOR,
  watch?: WatchDay,
): Promise<ImportedDay> {
  const history = new DayChange(sql, key.day, 'saved')
  const rules = watch?.(sql, key.day, history)
  const saved = await saveSnapshot(sql, key, draft, rules ?? history)
  await history.end(saved.siteId)
  await rules?.report()
  await matchAgain(sql, saved.families)
  const { siteId, comparedWith, moves } = saved
  const compared = comparedWith === null ? null : { siteId, day: key.day, comparedWith, moves }
  const notifications = compared ? await createNotifications(sql, compared, glitchFactor) : 0
  await audit(sql, 'import', null, `${key.site} ${key.day}: ${saved.offers}`)
  return { ...saved, notifications }
}
