import type { ReadSql } from '../../platform/db/db.ts'
import { retainNewest } from '../../platform/retain-newest.ts'
import type { OrderedTyres } from '../ordered-tyres.ts'
import { versionsOf } from '../versions.ts'
import { compareDays, type DayComparison, type DayPair } from './compare-days.ts'

/** Number of pairs of days that are cached: few, because each may have as many tyres as the catalog. */
const KEPT_PAIRS = 3

interface Kept {
  /** versions of both days; undefined if one of them has no prices */
  versions: string | undefined
  comparison: Promise<VersionedComparison>
}

/** Comparison with the versions of both days (versions.ts). */
export type VersionedComparison = DayComparison & { versions: string | undefined }

/**
 * Cache of comparisons of days, computed on first use and shared by concurrent requests. An import or removal of
 * either day by any process invalidates it.
 */
export class DayComparisons {
  readonly #sql: ReadSql
  readonly #orderedTyres: OrderedTyres
  readonly #kept = new Map<string, Kept>()
  /** Comparisons run one at a time, so that many pairs cannot fill the memory at once. */
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
   * Repeats if one of the days was imported meanwhile. Versions only grow, so an unchanged version at the end was
   * valid all along.
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
