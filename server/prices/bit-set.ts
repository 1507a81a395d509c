/** A set of positions 0…size-1, a bit each. */
export class BitSet {
  readonly #words: Uint32Array
  readonly size: number

  constructor(size: number) {
    this.size = size
    this.#words = new Uint32Array(Math.ceil(size / 32))
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
}
