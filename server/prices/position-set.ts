import { BitSet } from './bit-set.ts'

/** Density (members per position) above which a bit set takes no more memory than a list of four-byte numbers. */
const DENSE = 1 / 32

/**
 * Immutable set of positions, stored as bits if dense and as a list if sparse. Its memory grows with the number of
 * members instead of the number of possible positions: a price list with a different city in every line would otherwise
 * fill the memory with bit sets.
 */
export class PositionSet {
  readonly #size: number
  readonly #members: Uint32Array | BitSet

  /**
   * @param size largest possible position plus one
   * @param members distinct, in any order; stored without copying
   */
  constructor(size: number, members: Uint32Array) {
    this.#size = size
    this.#members = members.length < size * DENSE ? members : bitsOf(size, members)
  }

  /** Whether the members are stored as bits; of disjoint sets of one size, at most 32 are. */
  get isDense(): boolean {
    return this.#members instanceof BitSet
  }

  /** Adds the members to a set of the same size. */
  addTo(set: BitSet): void {
    if (this.#members instanceof BitSet) set.addAll(this.#members)
    else for (const position of this.#members) set.add(position)
  }

  /** Removes all positions that are not members from a set of the same size. */
  limit(set: BitSet): void {
    set.keepOnly(this.#members instanceof BitSet ? this.#members : bitsOf(this.#size, this.#members))
  }
}

function bitsOf(size: number, members: Uint32Array): BitSet {
  const bits = new BitSet(size)
  for (const position of members) bits.add(position)
  return bits
}
