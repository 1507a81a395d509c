/** A growable array of integers, for a day's millions of prices, which would not fit in memory as objects. */
export class Growing {
  #values = new Int32Array(16)
  length = 0

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Int32Array(this.length * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.length++] = value
  }

  at(index: number): number {
    return this.#values[index] as number
  }

  /** A view of the values pushed so far. */
  values(): Int32Array {
    return this.#values.subarray(0, this.length)
  }
}
