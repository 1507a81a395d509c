/** One line of the chart. */
export interface Line {
  /** index of its colour and dashes; null for an edge of the band, which has no line of its own */
  look: number | null
  prices: readonly (number | null)[]
}

/** Dashes by look, so that lines differ without colour too. The first two are the median and the own price. */
export const DASHES: readonly (readonly number[])[] = [
  [],
  [],
  [8, 4],
  [2, 3],
  [10, 3, 2, 3],
  [4, 4],
  [12, 4],
  [6, 2, 2, 2],
  [1, 4],
  [14, 3, 4, 3],
]

/** A line with what it is called. */
export interface NamedLine {
  name: string
  prices: readonly (number | null)[]
  /** days on which another price than before is no move, since it is made from others */
  uncomparable?: ReadonlySet<number>
}
