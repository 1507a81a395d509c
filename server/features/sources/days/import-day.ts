import { DayChange } from '../../../history/day-change.ts'
import { matchAgain } from '../../../history/moves/match-again.ts'
import { audit } from '../../../platform/audit/audit.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { GLITCH_FACTOR } from '../../../prices/price-change.ts'
import { type SavedSnapshot, type SnapshotKey, saveSnapshot } from '../../../prices/save-snapshot.ts'
import type { CollectedDraft } from '../../../prices/snapshot-draft.ts'
import { createNotifications } from '../../notifications/create.ts'
import type { EvaluationSettings } from '../../rules/import-evaluation.ts'
import { RuleWatch } from '../../rules/rule-watch.ts'

export interface ImportedDay extends SavedSnapshot {
  /** number of notifications created */
  notifications: number
}

/**
 * Saves one site's day, and does everything that follows it: history, rules, matching of listings that may have found
 * their tyre by it, notifications about changed prices, audit. Call it in a transaction, so that either all or nothing
 * is saved.
 * @param settings of the rules' evaluation; without them none are evaluated
 */
export async function importDay(
  sql: Sql,
  key: SnapshotKey,
  draft: CollectedDraft,
  settings?: EvaluationSettings,
): Promise<ImportedDay> {
  const history = new DayChange(sql, key.day, 'saved')
  const rules = settings && new RuleWatch(sql, key.day, history, settings)
  const saved = await saveSnapshot(sql, key, draft, rules ?? history)
  await history.end(saved.siteId)
  await rules?.report()
  await matchAgain(sql, saved.families)
  const { siteId, comparedWith, moves } = saved
  const compared = comparedWith === null ? null : { siteId, day: key.day, comparedWith, moves }
  const glitchFactor = settings?.glitchFactor ?? GLITCH_FACTOR
  const notifications = compared ? await createNotifications(sql, compared, glitchFactor) : 0
  await audit(sql, 'import', null, `${key.site} ${key.day}: ${saved.offers}`)
  return { ...saved, notifications }
}
