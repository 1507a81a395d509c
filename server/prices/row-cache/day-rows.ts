import { type PackedParts, type Part, partAt, sizeOf } from '../deflate-parts.ts'
import type { CatalogTyre } from '../tyre-catalog.ts'
import type { PricedTyres } from '../tyre-prices.ts'
import type { Group } from './build-rows.ts'

/** Adjacent tyres compressed together: a page of 100 takes 71 kB instead of 124 kB; as a whole, 61 kB. */
export const ROWS_PER_BLOCK = 10

/** @param groups each becomes one part @param ahead low priority, because no request waits for them yet */
type BuildRows = (
  tyres: readonly CatalogTyre[],
  groups: readonly Group[],
  ahead: boolean,
) => Promise<PackedParts>

/** Tyres whose rows are one part. */
interface Unit {
  /** position of the first tyre */
  from: number
  count: number
  /** index of its part in the cache */
  slot: number
}

/** Part that is built or being built: the result of its build and its index there. */
interface Made {
  parts: Promise<PackedParts>
  at: number
}

/** Cache of one day's rows for one set of parameters; each row is built at the first request for it. */
export class DayRows {
  readonly index: PricedTyres
  /** whether building all rows in advance has begun */
  filled = false
  bytes = 0
  timesMade = 0
  /** number of builds known to be consistent with the index; later builds may have read prices after an import */
  timesChecked = 0
  readonly #make: BuildRows
  /** parts by slot: one slot per position, then one per group of ten */
  #made: (Made | undefined)[] = []

  constructor(index: PricedTyres, make: BuildRows) {
    this.index = index
    this.#make = make
  }

  /** Returns the rows at these positions, in as few parts as possible. */
  at(positions: Uint32Array): Promise<Part[]> {
    const units = this.#unitsOf(positions)
    this.#ask(units.filter(({ slot }) => !this.#made[slot]))
    // This array keeps the parts in memory if the cache evicts them before they are built.
    const made = units.map(({ slot }) => this.#made[slot] as Made)
    return Promise.all(made.map(async ({ parts, at }) => partAt(await parts, at)))
  }

  /** Builds the rows of the ten tyres from a position in advance. A request that needs them repeats a failed build. */
  async ahead(from: number): Promise<void> {
    const ten = this.#tenAt(from)
    const alone = Array.from({ length: ten.count }, (_, i) => this.#aloneAt(from + i))
    const units = [ten, ...alone].filter(({ slot }) => !this.#made[slot])
    if (units.length === 0) return
    const tyres = this.index.tyres.slice(from, from + ten.count)
    const groups = units.map((unit): Group => [unit.from - from, unit.count])
    await this.#keep(units, this.#make(tyres, groups, true)).catch(() => undefined)
  }

  /** Drops all rows. */
  clear(): void {
    this.#made = []
    this.bytes = 0
    this.filled = false
  }

  #ask(units: readonly Unit[]): void {
    if (units.length === 0) return
    const tyres: CatalogTyre[] = []
    const groups = units.map(({ from, count }): Group => {
      tyres.push(...this.index.tyres.slice(from, from + count))
      return [tyres.length - count, count]
    })
    // Prevents an unhandled rejection; the caller receives the error from the parts.
    this.#keep(units, this.#make(tyres, groups, false)).catch(() => undefined)
  }

  async #keep(units: readonly Unit[], parts: Promise<PackedParts>): Promise<void> {
    const made = units.map((_, at): Made => ({ parts, at }))
    units.forEach(({ slot }, at) => {
      this.#made[slot] = made[at]
    })
    try {
      const size = sizeOf(await parts)
      this.timesMade++
      // The parts may have been evicted while they were being built.
      if (units.some(({ slot }, at) => this.#made[slot] === made[at])) this.bytes += size
    } catch (error) {
      // The next request tries again.
      units.forEach(({ slot }, at) => {
        if (this.#made[slot] === made[at]) this.#made[slot] = undefined
      })
      throw error
    }
  }

  #unitsOf(positions: Uint32Array): Unit[] {
    const units: Unit[] = []
    for (let at = 0; at < positions.length; ) {
      const from = positions[at] as number
      const ten = from % ROWS_PER_BLOCK === 0 ? this.#tenAt(from) : undefined
      const isWhole = ten && inARow(positions, at, ten.count)
      const unit = isWhole ? ten : this.#aloneAt(from)
      units.push(unit)
      at += unit.count
    }
    return units
  }

  #aloneAt(from: number): Unit {
    return { from, count: 1, slot: from }
  }

  #tenAt(from: number): Unit {
    const { length } = this.index.tyres
    return { from, count: Math.min(ROWS_PER_BLOCK, length - from), slot: length + from / ROWS_PER_BLOCK }
  }
}

/** Returns whether `count` positions from `at` are consecutive; in a sorted list they may be in any order. */
function inARow(positions: Uint32Array, at: number, count: number): boolean {
  for (let i = 1; i < count; i++) {
    if (positions[at + i] !== (positions[at] as number) + i) return false
  }
  return true
}
