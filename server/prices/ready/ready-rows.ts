import { KEPT_DAYS } from '../day-indexes.ts'
import type { ReportQuery, SelectedTyres } from '../report-query.ts'
import type { PricedTyres } from '../tyre-prices.ts'
import type { Part } from './gzip-parts.ts'
import { type RowsOf, rowsOf } from './make-rows.ts'
import type { RowMaker } from './row-maker.ts'
import { NEIGHBOURS, RowsOfDay } from './rows-of-day.ts'

export interface ReadyRowsSettings {
  maker: RowMaker
  isOwnSite(host: string): boolean
  /** bytes of memory that ready rows may take */
  limit: number
}

/**
 * Rows of lists as they are sent, compressed: made once, when a page first shows them or ahead of it, and kept until the day's prices
 * change or others need the room (decision 45).
 */
export class ReadyRows {
  readonly #settings: ReadyRowsSettings
  /** by what they depend on; used last comes last */
  readonly #kept = new Map<string, RowsOfDay>()
  /** Days are made ready one after the other. */
  #filling: Promise<void> = Promise.resolve()

  constructor(settings: ReadyRowsSettings) {
    this.#settings = settings
  }

  /**
   * The rows of these tyres, in the order of `positions`, of several in a row with commas between them.
   * @param query that areReady takes
   * @param isCurrent whether the day has not been imported since the tyres were selected; asked only while rows are new
   * @returns undefined if it has
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
    // Whoever tries many percents must not have a day made for each.
    if (of.multiplier === null) this.#fill(rows)
    return parts
  }

  #rows(of: RowsOf, index: PricedTyres): RowsOfDay {
    const name = JSON.stringify(of)
    const known = this.#kept.get(name)
    const rows = known?.index === index ? known : this.#newRows(of, index)
    this.#kept.delete(name)
    this.#kept.set(name, rows)
    this.#keepDays()
    return rows
  }

  /** Lets go of the rows of indexes that have been let go of: they are never asked for again, and would hold megabytes beside their own. */
  #keepDays(): void {
    const last = new Set<PricedTyres>()
    for (const [name, { index }] of [...this.#kept].reverse()) {
      if (last.has(index) || last.size < KEPT_DAYS) last.add(index)
      else this.#kept.delete(name)
    }
  }

  #newRows(of: RowsOf, index: PricedTyres): RowsOfDay {
    const { maker, isOwnSite } = this.#settings
    const own = [...index.hosts.values()].filter(isOwnSite)
    return new RowsOfDay(index, (tyres, groups, ahead) =>
      maker.make({ of, tyres, groups, hosts: index.hosts, own }, ahead),
    )
  }

  /** Lets go of those used longest ago; if the last ones alone are too many, of these as well. */
  #keepWithin(last: RowsOfDay): void {
    for (const [name, rows] of this.#kept) {
      if (this.bytes <= this.#settings.limit) return
      if (rows !== last) this.#kept.delete(name)
    }
    if (this.bytes > this.#settings.limit) last.clear()
  }

  /** of memory that they take at present */
  get bytes(): number {
    return [...this.#kept.values()].reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** Resolves when nothing more is being made ahead. */
  settled(): Promise<void> {
    return this.#filling
  }

  /** Makes the rest of a day's rows ahead, as long as there is room and nobody asks for others. */
  #fill(rows: RowsOfDay): void {
    if (rows.filled || !this.#settings.maker.aside) return
    rows.filled = true
    this.#filling = this.#filling.then(async () => {
      const size = rows.index.tyres.length
      for (let from = 0; from < size; from += NEIGHBOURS) {
        const isWanted = [...this.#kept.values()].includes(rows)
        const isFull = this.bytes > this.#settings.limit * FILLED_SHARE
        if (!isWanted || isFull || !this.#settings.maker.aside) return
        await rows.ahead(from)
      }
    })
  }
}

/** Beyond it nothing is made ahead, lest days push out each other. */
const FILLED_SHARE = 0.9

/** Whether rows are kept for such a query: what is compared, or narrowed to places, has small rows that few ask for again. */
export const areReady = ({ comparison, filters }: ReportQuery): boolean =>
  !comparison && !filters.site && !filters.city
