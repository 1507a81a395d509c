import type { ReadSql } from '../../platform/db/db.ts'
import { keepNewest } from '../../platform/keep-newest.ts'
import type { OrderedTyres } from '../ordered-tyres.ts'
import { versionsOf } from '../versions.ts'
import { compareDays, type DayComparison, type DayPair } from './compare-days.ts'

/** Pairs of days kept: few, since each may have as many tyres as the catalog. */
const KEPT_PAIRS = 3

interface Kept {
  /** of both days; undefined if one of them has no prices */
  versions: string | undefined
  comparison: Promise<VersionedComparison>
}

/** With the versions of both days (versions.ts). */
export type VersionedComparison = DayComparison & { versions: string | undefined }

/**
 * Comparisons of days, made when first asked for, kept, and shared by all who ask meanwhile. An import or removal of either day by
 * any process causes it to be made anew.
 */
export class DayComparisons {
  readonly #sql: ReadSql
  readonly #orderedTyres: OrderedTyres
  readonly #kept = new Map<string, Kept>()
  /** One at a time, so that many pairs cannot fill the memory at once. */
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
    keepNewest(this.#kept, key, kept, KEPT_PAIRS)
    return kept.comparison
  }

  #make(key: string, pair: DayPair, versions: string): Kept {
    const comparison = this.#last.then(() => this.#compare(pair, kept))
    const kept: Kept = { versions, comparison }
    this.#last = comparison.catch(() => {
      // Failures are not kept: the next request tries again.
      if (this.#kept.get(key) === kept) this.#kept.delete(key)
    })
    return kept
  }

  /** Again, if one of the days was imported meanwhile: versions grow, so that what they are at the end they were all along. */
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
