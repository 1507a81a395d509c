/** Set of positions from 0 to size − 1, one bit each. */
export class BitSet {
  /** signed: V8 stores unsigned 32-bit values as floating-point numbers */
  readonly #words: Int32Array
  readonly size: number

  constructor(size: number) {
    this.size = size
    this.#words = new Int32Array(Math.ceil(size / 32))
  }

  add(position: number): void {
    const word = position >>> 5
    this.#words[word] = (this.#words[word] as number) | (1 << (position & 31))
  }

  has(position: number): boolean {
    return ((this.#words[position >>> 5] as number) & (1 << (position & 31))) !== 0
  }

  addAll(other: BitSet): void {
    for (let i = 0; i < this.#words.length; i++) {
      this.#words[i] = (this.#words[i] as number) | (other.#words[i] as number)
    }
  }

  keepOnly(other: BitSet): void {
    for (let i = 0; i < this.#words.length; i++) {
      this.#words[i] = (this.#words[i] as number) & (other.#words[i] as number)
    }
  }

  removeAll(other: BitSet): void {
    for (let i = 0; i < this.#words.length; i++) {
      this.#words[i] = (this.#words[i] as number) & ~(other.#words[i] as number)
    }
  }

  /** Returns the members of the set, ascending. */
  positions(): Uint32Array {
    const found = new Uint32Array(this.size)
    let count = 0
    for (let i = 0; i < this.#words.length; i++) {
      // Each step takes and clears the lowest set bit.
      for (let left = this.#words[i] as number; left !== 0; left &= left - 1) {
        found[count++] = i * 32 + 31 - Math.clz32(left & -left)
      }
    }
    return found.slice(0, count)
  }
}

/** Density (members per position) above which a bit set takes no more memory than a list of four-byte numbers. */
const DENSE = 1 / 32

/** Immutable set of positions, as bits if dense and else as a list, so that its memory grows with its members. */
export class PositionSet {
  readonly #size: number
  readonly #members: Uint32Array | BitSet

  /** @param size largest possible position plus one @param members distinct, in any order; stored without copying */
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
