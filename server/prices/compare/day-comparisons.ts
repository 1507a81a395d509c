import type { ReadSql } from '../../platform/db/db.ts'
import { retainNewest } from '../../platform/retain-newest.ts'
import type { OrderedTyres } from '../ordered-tyres.ts'
import { versionsOf } from '../versions.ts'
import { compareDays, type DayComparison, type DayPair } from './compare-days.ts'

/** Number of cached comparisons: few, because each may contain as many tyres as the catalog. */
const KEPT_PAIRS = 3

interface Kept {
  /** versions of both days; undefined if one of them has no prices */
  versions: string | undefined
  comparison: Promise<VersionedComparison>
}

/** Comparison with the versions of the two days from which it was computed (versions.ts). */
export type VersionedComparison = DayComparison & { versions: string | undefined }

/**
 * Cache of comparisons. Each is computed at the first request for it and shared by concurrent requests. An import or
 * removal of one of its days, by any process, invalidates it.
 */
export class DayComparisons {
  readonly #sql: ReadSql
  readonly #orderedTyres: OrderedTyres
  readonly #kept = new Map<string, Kept>()
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
    const key = `${pair.day} ${pair.compare}`
    const known = this.#kept.get(key)
    const kept = known?.versions === versions ? known : this.#make(key, pair, versions)
    retainNewest(this.#kept, key, kept, KEPT_PAIRS)
    return kept.comparison
  }

  #make(key: string, pair: DayPair, versions: string): Kept {
    const comparison = this.#last.then(() => this.#compare(pair, kept))
    const kept: Kept = { versions, comparison }
    this.#last = comparison.catch(() => {
      // Failures are not cached: the next request tries again.
      if (this.#kept.get(key) === kept) this.#kept.delete(key)
    })
    return kept
  }

  /**
   * Compares the days again if one of them was imported during the comparison. Versions only grow, so equal versions
   * before and after the comparison prove that no import happened in between.
   */
  async #compare(pair: DayPair, kept: Kept): Promise<VersionedComparison> {
    for (;;) {
      const comparison = await compareDays(this.#sql, pair, this.#orderedTyres)
      const versions = await this.#versionsOf(pair)
      if (versions === kept.versions) return { ...comparison, versions }
      kept.versions = versions
    }
  }

  async #versionsOf({ day, compare }: DayPair): Promise<string | undefined> {
    return day === compare ? undefined : versionsOf(this.#sql, [day, compare])
  }
}
