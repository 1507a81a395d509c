import type { Sql } from '../platform/db/db.ts'
import type { ComparedTyres, DayHistory } from '../prices/day-history.ts'
import { LocationIds } from './location-ids.ts'
import { rewriteDay } from './rewrite-day.ts'
import {
  addImportedDay,
  ChangesWriter,
  dropChanges,
  dropEventDaysAfter,
  isDayStored,
  neighbourDays,
} from './store.ts'

/** How the history is updated: by the import's own comparison, by rewriting the day, or not yet. */
type UpdateMode = 'incremental' | 'rewrite' | 'skip'

/** Updates the history while a site's day is saved or removed, as if the remaining days were saved in order. */
export class DayChange implements DayHistory {
  readonly #sql: Sql
  readonly #day: string
  readonly #removed: boolean
  #mode: Promise<UpdateMode> | undefined
  #isInHistory = false
  #locationIds: Promise<LocationIds> | undefined

  constructor(sql: Sql, day: string, operation: 'saved' | 'removed') {
    this.#sql = sql
    this.#day = day
    this.#removed = operation === 'removed'
  }

  async compared(siteId: number, day: string): Promise<ComparedTyres | undefined> {
    if ((await this.#modeOf(siteId)) !== 'incremental') return undefined
    if (day !== this.#day || this.#isInHistory) await dropChanges(this.#sql, siteId, day)
    this.#locationIds ??= LocationIds.load(this.#sql)
    return new ChangesWriter(this.#sql, siteId, day, await this.#locationIds)
  }

  /** Completes the update; call it after the day was saved or removed. */
  async end(siteId: number): Promise<void> {
    const mode = await this.#modeOf(siteId)
    if (mode === 'skip') return
    const [sql, day, removed] = [this.#sql, this.#day, this.#removed]
    if (mode === 'rewrite') {
      await rewriteDay(sql, {
        siteId,
        day,
        removed,
        ...(await neighbourDays(sql, 'history_days', siteId, day)),
      })
    }
    if (!removed) return addImportedDay(sql, siteId, day)
    if (mode === 'incremental') await dropChanges(sql, siteId, day)
    await sql.run`DELETE FROM history_days WHERE site_id = ${siteId} AND day = ${day}`
  }

  #modeOf(siteId: number): Promise<UpdateMode> {
    this.#mode ??= this.#decide(siteId)
    return this.#mode
  }

  async #decide(siteId: number): Promise<UpdateMode> {
    const [sql, day] = [this.#sql, this.#day]
    this.#isInHistory = await isDayStored(sql, 'history_days', siteId, day)
    // If other days of the site still have to be filled in, this day is filled in with them (backfill.ts).
    if (!this.#isInHistory && (this.#removed || (await hasUnfilled(sql, siteId, day)))) return 'skip'
    if (!this.#removed && (await dropEventDaysAfter(sql, siteId, day))) return 'rewrite'
    const stored = await neighbourDays(sql, 'snapshots', siteId, day)
    const inHistory = await neighbourDays(sql, 'history_days', siteId, day)
    return stored.previous === inHistory.previous && stored.next === inHistory.next
      ? 'incremental'
      : 'rewrite'
  }
}

async function hasUnfilled(sql: Sql, siteId: number, except: string): Promise<boolean> {
  const row = await sql.get`
    SELECT 1 AS found FROM snapshots s WHERE s.site_id = ${siteId} AND s.day <> ${except} AND NOT EXISTS (
    SELECT 1 FROM history_days h WHERE h.site_id = s.site_id AND h.day = s.day) LIMIT 1`
  return row !== undefined
}
