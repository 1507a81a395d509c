import type { ReadSql } from '../platform/db/db.ts'
import { createRecentCache } from '../platform/recent-cache.ts'
import { type DayIndex, loadDayIndex } from './day-index.ts'
import type { OrderedTyres } from './ordered-tyres.ts'
import { dayVersion, priceVersion } from './versions.ts'

/** Number of days with a cached index: the current day and the few days that users compare it with. */
export const CACHED_DAYS = 4

/** Index with the version that the day had when the index began to load. */
export type VersionedIndex = DayIndex & { version: number }

/** Cache of day indexes. An import of a day by any process invalidates that day's index. */
export class DayIndexes {
  readonly #sql: ReadSql
  readonly #orderedTyres: OrderedTyres
  readonly #cached = createRecentCache<VersionedIndex>(CACHED_DAYS)

  constructor(sql: ReadSql, orderedTyres: OrderedTyres) {
    this.#sql = sql
    this.#orderedTyres = orderedTyres
  }

  /** @returns undefined if nothing was imported for the day */
  async of(day: string): Promise<VersionedIndex | undefined> {
    const version = await dayVersion(this.#sql, day)
    if (version === undefined) return undefined
    return this.#cached(
      day,
      async () => ({ ...(await loadDayIndex(this.#sql, day, this.#orderedTyres)), version }),
      version,
    )
  }

  /** Returns the last day with prices; null if there is none. */
  async lastDay(): Promise<string | null> {
    // Reading the version first excludes replicas that lag behind, which would return an earlier day.
    await priceVersion(this.#sql)
    const row = await this.#sql.get<{ day: string | null }>('SELECT MAX(day) AS day FROM days')
    return row?.day ?? null
  }
}
