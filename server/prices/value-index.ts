import type { FilterSet } from '../../contract/reports/filter-sets.ts'
import { BitSet } from './bit-set.ts'
import { PositionSet } from './position-set.ts'
import type { TyreValues } from './tyre-values.ts'

/**
 * Index of positions by value of an attribute. Its memory grows with the number of positions and of distinct values.
 */
export class ValueIndex {
  readonly #size: number
  readonly #numberOf: ReadonlyMap<string, number>
  /** positions grouped by value; `starts` has the start of each value's group */
  readonly #grouped: Uint32Array
  readonly #starts: Uint32Array
  readonly #frequent = new Map<number, PositionSet>()

  private constructor(numberOf: ReadonlyMap<string, number>, grouped: Uint32Array, starts: Uint32Array) {
    this.#size = grouped.length
    this.#numberOf = numberOf
    this.#grouped = grouped
    this.#starts = starts
  }

  /** @param ordinals index of each position's tyre in the list of `numbers` */
  static of({ numbers, numberOf }: TyreValues, ordinals: Uint32Array): ValueIndex {
    const ids = ordinals.map((ordinal) => numbers[ordinal] as number)
    const starts = startsOf(ids, numberOf.size)
    return new ValueIndex(numberOf, grouped(ids, starts), starts)
  }

  /** Removes from a set of the same size the positions whose value the filter does not accept. */
  limit(set: BitSet, { values, except }: FilterSet): void {
    const ids = values.flatMap((value) => this.#numberOf.get(value) ?? [])
    const [only] = ids
    // Most filters have one value, which needs no union.
    if (only !== undefined && ids.length === 1 && !except) {
      this.#having(only).limit(set)
      return
    }
    const named = new BitSet(this.#size)
    for (const id of ids) this.#having(id).addTo(named)
    if (except) set.removeAll(named)
    else set.keepOnly(named)
  }

  /** Returns the positions with a value. Dense sets are cached, because they are the values that filters use most. */
  #having(id: number): PositionSet {
    const known = this.#frequent.get(id)
    if (known) return known
    const members = this.#grouped.subarray(this.#starts[id], this.#starts[id + 1])
    const set = new PositionSet(this.#size, members)
    if (set.isDense) this.#frequent.set(id, set)
    return set
  }
}

/** Returns the start of each value's group; the last element is the end of the last group. */
function startsOf(ids: Uint32Array, values: number): Uint32Array {
  const starts = new Uint32Array(values + 1)
  for (const id of ids) starts[id + 1] = (starts[id + 1] as number) + 1
  for (let id = 0; id < values; id++) starts[id + 1] = (starts[id + 1] as number) + (starts[id] as number)
  return starts
}

/** Returns the positions, grouped by value. */
function grouped(ids: Uint32Array, starts: Uint32Array): Uint32Array {
  const positions = new Uint32Array(ids.length)
  const next = starts.slice()
  for (let position = 0; position < ids.length; position++) {
    const id = ids[position] as number
    const at = next[id] as number
    positions[at] = position
    next[id] = at + 1
  }
  return positions
}
