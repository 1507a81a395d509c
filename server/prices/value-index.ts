import type { FilterSet } from '../../contract/filter-sets.ts'
import { BitSet } from './bit-set.ts'
import { PositionSet } from './position-set.ts'

/** Positions looked at in one step: a millisecond or so. */
const STEP = 5_000

/** Finds the positions that have a value. Its memory grows with the positions, however many different values there are. */
export class ValueIndex {
  readonly #size: number
  readonly #valueIds: ReadonlyMap<string, number>
  /** positions grouped by value, and where each value's group begins */
  readonly #grouped: Uint32Array
  readonly #starts: Uint32Array
  readonly #frequent = new Map<number, PositionSet>()

  private constructor(valueIds: ReadonlyMap<string, number>, grouped: Uint32Array, starts: Uint32Array) {
    this.#size = grouped.length
    this.#valueIds = valueIds
    this.#grouped = grouped
    this.#starts = starts
  }

  /** Pauses after each step. @param valueAt the value of a position below `size` */
  static *inSteps(size: number, valueAt: (position: number) => string): Generator<void, ValueIndex> {
    const valueIds = new Map<string, number>()
    const ids = new Uint32Array(size)
    for (let position = 0; position < size; position++) {
      const value = valueAt(position)
      const id = valueIds.get(value) ?? valueIds.size
      valueIds.set(value, id)
      ids[position] = id
      if (position % STEP === STEP - 1) yield
    }
    const starts = new Uint32Array(valueIds.size + 1)
    for (const id of ids) starts[id + 1] = (starts[id + 1] as number) + 1
    for (let id = 0; id < valueIds.size; id++) {
      starts[id + 1] = (starts[id + 1] as number) + (starts[id] as number)
    }
    yield
    const grouped = new Uint32Array(size)
    const next = starts.slice()
    for (let position = 0; position < size; position++) {
      const id = ids[position] as number
      const at = next[id] as number
      grouped[at] = position
      next[id] = at + 1
    }
    return new ValueIndex(valueIds, grouped, starts)
  }

  /** Removes the positions whose value a filter does not let through from a set of the same size. */
  limit(set: BitSet, { values, except }: FilterSet): void {
    const ids = values.flatMap((value) => this.#valueIds.get(value) ?? [])
    const [only] = ids
    // Most filters have one value, for which nothing need be united.
    if (only !== undefined && ids.length === 1 && !except) {
      this.#having(only).limit(set)
      return
    }
    const named = new BitSet(this.#size)
    for (const id of ids) this.#having(id).addTo(named)
    if (except) set.removeAll(named)
    else set.keepOnly(named)
  }

  /** Dense sets are kept, since filters ask for them most. */
  #having(id: number): PositionSet {
    const known = this.#frequent.get(id)
    if (known) return known
    const members = this.#grouped.subarray(this.#starts[id], this.#starts[id + 1])
    const set = new PositionSet(this.#size, members)
    if (set.isDense) this.#frequent.set(id, set)
    return set
  }
}
