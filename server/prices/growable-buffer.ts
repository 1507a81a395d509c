const SEGMENT_BITS = 16
const SEGMENT = 1 << SEGMENT_BITS

/** Growable buffer of a day's millions of integers, in segments: a doubled array would be copied repeatedly. */
export class GrowableBuffer {
  #segments: Int32Array[] = []
  #last = new Int32Array(0)
  length = 0

  push(value: number): void {
    const place = this.length & (SEGMENT - 1)
    if (place === this.#last.length || place === 0) this.#grow(place)
    this.#last[place] = value
    this.length++
  }

  /** @param place index within the last segment */
  #grow(place: number): void {
    if (place === 0) {
      // Most buffers are small, so only the first segment starts small.
      this.#last = new Int32Array(this.length === 0 ? 16 : SEGMENT)
      this.#segments.push(this.#last)
      return
    }
    const larger = new Int32Array(place * 2)
    larger.set(this.#last)
    this.#last = larger
    this.#segments[this.#segments.length - 1] = larger
  }

  at(index: number): number {
    return this.#segments[index >> SEGMENT_BITS]?.[index & (SEGMENT - 1)] as number
  }

  values(): Int32Array {
    const whole = new Int32Array(this.length)
    for (const [i, segment] of this.#segments.entries()) {
      const from = i << SEGMENT_BITS
      whole.set(segment.subarray(0, this.length - from), from)
    }
    return whole
  }
}
