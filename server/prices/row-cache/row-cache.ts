import { CACHED_DAYS } from '../day-indexes.ts'
import type { PackedParts, Part } from '../deflate-parts.ts'
import type { ReportQuery, SelectedTyres } from '../report-query.ts'
import type { PricedTyres } from '../tyre-prices.ts'
import { type RowsOf, type RowsRequest, rowsOf } from './build-rows.ts'
import { DayRows, ROWS_PER_BLOCK } from './day-rows.ts'

/** Builds rows in threads while these run, otherwise in the main thread. */
export interface RowThreads {
  readonly isRunning: boolean
  /** @param ahead whether no request waits for the rows yet, which gives them low priority */
  run(name: 'rows', request: RowsRequest, ahead: boolean): Promise<PackedParts>
}

export interface RowCacheOptions {
  threads: RowThreads
  isOwnSite(host: string): boolean
  /** memory limit in bytes */
  limit: number
}

/** Cache of compressed list rows, until their day's prices change or memory is short (decision 45). */
export class RowCache {
  readonly #settings: RowCacheOptions
  /** rows by the parameters they depend on; most recently used last */
  readonly #kept = new Map<string, DayRows>()
  /** End of the queue of days to build in advance; they are built one after the other. */
  #filling: Promise<void> = Promise.resolve()

  constructor(settings: RowCacheOptions) {
    this.#settings = settings
  }

  /**
   * Returns the tyres' rows in the order of `positions`; consecutive rows are separated by commas.
   * @param query a query that isCacheable accepts
   * @param isCurrent returns false if the day was imported since the tyres were selected; called only for new rows
   * @returns undefined if the day was imported since then
   */
  async of(
    query: ReportQuery,
    { index }: Pick<SelectedTyres, 'index'>,
    positions: Uint32Array,
    isCurrent: () => Promise<boolean>,
  ): Promise<Part[] | undefined> {
    const of = rowsOf(query)
    const rows = this.#rows(of, index)
    const parts = await rows.at(positions)
    const { timesMade } = rows
    if (rows.timesChecked < timesMade) {
      if (!(await isCurrent())) return undefined
      rows.timesChecked = timesMade
    }
    this.#keepWithin(rows)
    // With a percent the rest of the day is not built: a user may try many percents.
    if (of.multiplier === null) this.#fill(rows)
    return parts
  }

  #rows(of: RowsOf, index: PricedTyres): DayRows {
    const name = JSON.stringify(of)
    const known = this.#kept.get(name)
    const rows = known?.index === index ? known : this.#newRows(of, index)
    this.#kept.delete(name)
    this.#kept.set(name, rows)
    this.#keepDays()
    return rows
  }

  /** Drops the rows of indexes that are no longer cached, whose megabytes they would keep in memory. */
  #keepDays(): void {
    const last = new Set<PricedTyres>()
    for (const [name, { index }] of [...this.#kept].reverse()) {
      if (last.has(index) || last.size < CACHED_DAYS) last.add(index)
      else this.#kept.delete(name)
    }
  }

  #newRows(of: RowsOf, index: PricedTyres): DayRows {
    const { threads, isOwnSite } = this.#settings
    const own = [...index.hosts.values()].filter(isOwnSite)
    return new DayRows(index, (tyres, groups, ahead) =>
      threads.run('rows', { of, tyres, groups, hosts: index.hosts, own }, ahead),
    )
  }

  /** Drops the least recently used rows until the limit is met, and at last the current ones. */
  #keepWithin(last: DayRows): void {
    for (const [name, rows] of this.#kept) {
      if (this.bytes <= this.#settings.limit) return
      if (rows !== last) this.#kept.delete(name)
    }
    if (this.bytes > this.#settings.limit) last.clear()
  }

  /** Memory in use, in bytes. */
  get bytes(): number {
    return [...this.#kept.values()].reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** Resolves when no more rows are being built in advance. */
  settled(): Promise<void> {
    return this.#filling
  }

  /** Builds the rest of a day's rows in advance, until memory is short or the rows were dropped from the cache. */
  #fill(rows: DayRows): void {
    if (rows.filled || !this.#settings.threads.isRunning) return
    rows.filled = true
    this.#filling = this.#filling.then(async () => {
      const size = rows.index.tyres.length
      for (let from = 0; from < size; from += ROWS_PER_BLOCK) {
        const isWanted = [...this.#kept.values()].includes(rows)
        const isFull = this.bytes > this.#settings.limit * FILLED_SHARE
        if (!isWanted || isFull || !this.#settings.threads.isRunning) return
        await rows.ahead(from)
      }
    })
  }
}

/** Share of the memory limit above which no rows are built in advance, so that days do not evict each other. */
const FILLED_SHARE = 0.9

/** Returns whether rows of a query can be cached: those of comparisons, sites and cities are rarely requested again. */
export const isCacheable = ({ comparison, filters }: ReportQuery): boolean =>
  !comparison && !filters.site && !filters.city
