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
