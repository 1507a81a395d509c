/** Line of the chart. */
export interface Line {
  /** index of its colour and dashes; null for an edge of the band, which has no line */
  look: number | null
  prices: readonly (number | null)[]
}

/** Dashes of lines, so that they differ without colour too. The first two are the median and the own price. */
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

/** Line with its name. */
export interface NamedLine {
  name: string
  prices: readonly (number | null)[]
  /** days on which a different price is no price change, because it is computed from other sites */
  uncomparable?: ReadonlySet<number>
}
