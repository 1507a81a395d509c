import type { Sql } from '../db/db.ts'
import { type DayIndex, loadDayIndex } from './day-index.ts'

/** Days kept in memory: the one everybody looks at and the few they compare it with. */
const KEPT_DAYS = 4

interface Kept {
  version: number
  index: Promise<DayIndex>
}

/** Indexes of the days last asked for. An import, by whichever process, makes its day's index be loaded anew. */
export class DayIndexes {
  readonly #sql: Sql
  #kept = new Map<string, Kept>()

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** @returns undefined for a day without any import */
  async of(day: string): Promise<DayIndex | undefined> {
    const row = await this.#sql.get<{ version: number }>('SELECT version FROM days WHERE day = ?', day)
    if (!row) return undefined
    const known = this.#kept.get(day)
    const kept = known?.version === row.version ? known : { version: row.version, index: this.#load(day) }
    this.#kept.delete(day)
    this.#kept.set(day, kept)
    for (const oldest of [...this.#kept.keys()].slice(0, -KEPT_DAYS)) this.#kept.delete(oldest)
    return kept.index
  }

  #load(day: string): Promise<DayIndex> {
    const index = loadDayIndex(this.#sql, day)
    // What failed once is tried again at the next request.
    index.catch(() => this.#kept.delete(day))
    return index
  }
}
