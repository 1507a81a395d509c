import type { Sql } from '../db/db.ts'
import { keepNewest } from '../keep-newest.ts'
import { type DayIndex, loadDayIndex } from './day-index.ts'

/** Days cached: the current one and the few that people compare it with. */
export const KEPT_DAYS = 4

interface Kept {
  version: number
  index: Promise<DayIndex>
}

/** A cache of day indexes. An import by any process causes its day's index to be reloaded. */
export class DayIndexes {
  readonly #sql: Sql
  #kept = new Map<string, Kept>()

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** @returns undefined if nothing was imported for the day */
  async of(day: string): Promise<DayIndex | undefined> {
    const row = await this.#sql.get<{ version: number }>('SELECT version FROM days WHERE day = ?', day)
    if (!row) return undefined
    const known = this.#kept.get(day)
    const kept = known?.version === row.version ? known : { version: row.version, index: this.#load(day) }
    keepNewest(this.#kept, day, kept, KEPT_DAYS)
    return kept.index
  }

  /** Loads the index of the last day with prices, which most requests are about, before anybody asks. */
  async prepare(): Promise<void> {
    const row = await this.#sql.get<{ day: string | null }>('SELECT MAX(day) AS day FROM days')
    if (row?.day) await this.of(row.day)
  }

  #load(day: string): Promise<DayIndex> {
    const index = loadDayIndex(this.#sql, day)
    // Failures are not cached: the next request tries again.
    index.catch(() => this.#kept.delete(day))
    return index
  }
}
