import type { ReadSql } from '../../platform/db/db.ts'
import { createRecentCache } from '../../platform/recent-cache.ts'
import type { OrderedTyres } from '../ordered-tyres.ts'
import { versionsOf } from '../versions.ts'
import { compareDays, type DayComparison, type DayPair } from './compare-days.ts'

/** Number of cached comparisons: few, because each may contain as many tyres as the catalog. */
const CACHED_PAIRS = 3

/** Comparison with the versions of the two days from which it was computed (versions.ts). */
export type VersionedComparison = DayComparison & { versions: string | undefined }

/** Cache of comparisons, shared by concurrent requests. An import of one of the days by any process invalidates it. */
export class DayComparisons {
  readonly #sql: ReadSql
  readonly #orderedTyres: OrderedTyres
  readonly #cached = createRecentCache<VersionedComparison>(CACHED_PAIRS)
  /** Last comparison in the queue; comparisons run one at a time to limit the memory used for many pairs of days. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(sql: ReadSql, orderedTyres: OrderedTyres) {
    this.#sql = sql
    this.#orderedTyres = orderedTyres
  }

  /** @returns undefined if one of the days has no prices */
  async of(pair: DayPair): Promise<VersionedComparison | undefined> {
    const versions = await this.#versionsOf(pair)
    if (versions === undefined) return undefined
    return this.#cached(
      `${pair.day} ${pair.compare}`,
      (entry) => {
        const comparison = this.#last.then(() => this.#compare(pair, entry))
        this.#last = comparison.catch(() => undefined)
        return comparison
      },
      versions,
    )
  }

  /** Compares the days until no import happened meanwhile, which equal versions prove, because they only grow. */
  async #compare(pair: DayPair, entry: { version: unknown }): Promise<VersionedComparison> {
    for (;;) {
      const comparison = await compareDays(this.#sql, pair, this.#orderedTyres)
      const versions = await this.#versionsOf(pair)
      if (versions === entry.version) return { ...comparison, versions }
      entry.version = versions
    }
  }

  async #versionsOf({ day, compare }: DayPair): Promise<string | undefined> {
    return day === compare ? undefined : versionsOf(this.#sql, [day, compare])
  }
}
