import type { ReadSql } from '../platform/db/db.ts'
import { retainNewest } from '../platform/retain-newest.ts'
import { type DayIndex, loadDayIndex } from './day-index.ts'
import type { OrderedTyres } from './ordered-tyres.ts'
import { dayVersion, priceVersion } from './versions.ts'

/** Number of days with a cached index: the current day and the few days that users compare it with. */
export const CACHED_DAYS = 4

/** Index with the version that the day had when the index began to load. */
export type VersionedIndex = DayIndex & { version: number }

interface Kept {
  version: number
  index: Promise<VersionedIndex>
}

/** Cache of day indexes. An import of a day by any process invalidates that day's index. */
export class DayIndexes {
  readonly #sql: ReadSql
  readonly #orderedTyres: OrderedTyres
  #kept = new Map<string, Kept>()

  constructor(sql: ReadSql, orderedTyres: OrderedTyres) {
    this.#sql = sql
    this.#orderedTyres = orderedTyres
  }

  /** @returns undefined if nothing was imported for the day */
  async of(day: string): Promise<VersionedIndex | undefined> {
    const version = await dayVersion(this.#sql, day)
    if (version === undefined) return undefined
    const known = this.#kept.get(day)
    const kept = known?.version === version ? known : { version, index: this.#load(day, version) }
    retainNewest(this.#kept, day, kept, CACHED_DAYS)
    return kept.index
  }

  /** Returns the last day with prices; null if there is none. */
  async lastDay(): Promise<string | null> {
    // Reading the version first excludes replicas that lag behind, which would return an earlier day.
    await priceVersion(this.#sql)
    const row = await this.#sql.get<{ day: string | null }>('SELECT MAX(day) AS day FROM days')
    return row?.day ?? null
  }

  #load(day: string, version: number): Promise<VersionedIndex> {
    const loading = loadDayIndex(this.#sql, day, this.#orderedTyres)
    const index = loading.then((loaded) => ({ ...loaded, version }))
    // Failures are not cached: the next request tries again.
    index.catch(() => this.#kept.delete(day))
    return index
  }
}
