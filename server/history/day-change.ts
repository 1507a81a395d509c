import type { Sql } from '../platform/db/db.ts'
import type { ComparedTyres, DayHistory } from '../prices/day-history.ts'
import { PlaceNumbers } from './places.ts'
import { rewriteDay } from './rewrite.ts'
import { addDay, ChangesWriter, dropChanges, dropEventDaysAfter, isIn, neighboursIn } from './store.ts'

/**
 * How a day comes into the history or leaves it: with the comparison that is made anyway, anew if that compares with another day
 * than the history's, or not now.
 */
type Way = 'compared' | 'anew' | 'none'

/**
 * Keeps the history right while one site's day is saved or removed, so that it is what saving the remaining days in order would
 * have made it. Every day in the history whose prices are kept says the same there.
 */
export class DayChange implements DayHistory {
  readonly #sql: Sql
  readonly #day: string
  readonly #removed: boolean
  #way: Promise<Way> | undefined
  #known = false
  #places: Promise<PlaceNumbers> | undefined

  constructor(sql: Sql, day: string, what: 'saved' | 'removed') {
    this.#sql = sql
    this.#day = day
    this.#removed = what === 'removed'
  }

  async compared(siteId: number, day: string): Promise<ComparedTyres | undefined> {
    if ((await this.#wayOf(siteId)) !== 'compared') return undefined
    if (day !== this.#day || this.#known) await dropChanges(this.#sql, siteId, day)
    this.#places ??= PlaceNumbers.load(this.#sql)
    return new ChangesWriter(this.#sql, siteId, day, await this.#places)
  }

  /** Call it when the day was saved or removed. */
  async end(siteId: number): Promise<void> {
    const way = await this.#wayOf(siteId)
    if (way === 'none') return
    const [sql, day, removed] = [this.#sql, this.#day, this.#removed]
    if (way === 'anew') {
      await rewriteDay(sql, {
        siteId,
        day,
        removed,
        ...(await neighboursIn(sql, 'history_days', siteId, day)),
      })
    }
    if (!removed) return addDay(sql, siteId, day)
    if (way === 'compared') await dropChanges(sql, siteId, day)
    await sql.run('DELETE FROM history_days WHERE site_id = ? AND day = ?', siteId, day)
  }

  #wayOf(siteId: number): Promise<Way> {
    this.#way ??= this.#decide(siteId)
    return this.#way
  }

  async #decide(siteId: number): Promise<Way> {
    const [sql, day] = [this.#sql, this.#day]
    this.#known = await isIn(sql, 'history_days', siteId, day)
    // While other days wait to be filled in, this one waits with them (fill.ts).
    if (!this.#known && (this.#removed || (await hasUnfilled(sql, siteId, day)))) return 'none'
    if (!this.#removed && (await dropEventDaysAfter(sql, siteId, day))) return 'anew'
    const kept = await neighboursIn(sql, 'snapshots', siteId, day)
    const known = await neighboursIn(sql, 'history_days', siteId, day)
    return kept.previous === known.previous && kept.next === known.next ? 'compared' : 'anew'
  }
}

async function hasUnfilled(sql: Sql, siteId: number, besides: string): Promise<boolean> {
  const row = await sql.get(
    `SELECT 1 AS found FROM snapshots s WHERE s.site_id = ? AND s.day <> ? AND NOT EXISTS (
       SELECT 1 FROM history_days h WHERE h.site_id = s.site_id AND h.day = s.day) LIMIT 1`,
    siteId,
    besides,
  )
  return row !== undefined
}
