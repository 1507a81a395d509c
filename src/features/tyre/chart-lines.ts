/** Line of the chart. */
export interface Line {
  /**
   * index of the line's colour and dash pattern; null for an edge of the band between minimum and maximum, which has no
   * line of its own
   */
  look: number | null
  prices: readonly (number | null)[]
}

/**
 * Dash patterns by `look`, which distinguish the lines without colour. The first two are for the median and the own
 * price.
 */
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

/** Number of looks before those of the sites: one for the median, one for the own price. */
const LOOK_OF_SITES = 2

/**
 * Returns the look of a site's line; sites share looks if there are more of them than dash patterns.
 * @param index position of the site in the history, from 0
 */
export const lookOf = (index: number): number => LOOK_OF_SITES + (index % (DASHES.length - LOOK_OF_SITES))

/** Line with its name. */
export interface NamedLine {
  name: string
  prices: readonly (number | null)[]
  /** indexes of days on which a different value is not a price change, because it is computed from other sites */
  uncomparable?: ReadonlySet<number>
}
