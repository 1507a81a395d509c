import { BitSet } from './bit-set.ts'
import { PositionSet } from './position-set.ts'

/** Finds the positions that have a value. Its memory grows with the positions, however many different values there are. */
export class ValueIndex {
  readonly #size: number
  readonly #valueIds = new Map<string, number>()
  /** positions grouped by value, and where each value's group begins */
  readonly #grouped: Uint32Array
  readonly #starts: Uint32Array
  readonly #frequent = new Map<number, PositionSet>()

  /** @param values by position */
  constructor(values: readonly string[]) {
    this.#size = values.length
    const ids = Uint32Array.from(values, (value) => this.#idOf(value))
    this.#starts = new Uint32Array(this.#valueIds.size + 1)
    for (const id of ids) this.#starts[id + 1] = (this.#starts[id + 1] as number) + 1
    for (let id = 0; id < this.#valueIds.size; id++) {
      this.#starts[id + 1] = (this.#starts[id + 1] as number) + (this.#starts[id] as number)
    }
    this.#grouped = new Uint32Array(this.#size)
    const next = this.#starts.slice()
    for (const [position, id] of ids.entries()) {
      const at = next[id] as number
      this.#grouped[at] = position
      next[id] = at + 1
    }
  }

  /** Removes the positions without this value from a set of the same size. */
  limit(set: BitSet, value: string): void {
    const id = this.#valueIds.get(value)
    if (id === undefined) set.keepOnly(new BitSet(this.#size))
    else this.#having(id).limit(set)
  }

  #idOf(value: string): number {
    const id = this.#valueIds.get(value) ?? this.#valueIds.size
    this.#valueIds.set(value, id)
    return id
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
