/** Line of the chart. */
export interface Line {
  /** label at the line's end */
  name: string
  /** index of the line's colour and dash pattern; null for an edge of the band from minimum to maximum */
  look: number | null
  prices: readonly (number | null)[]
  /** indexes of days on which the tyre is out of stock; the line is pale there */
  out?: ReadonlySet<number>
}

/** Maximum number of labels beside the chart, which its height has room for. With more lines, a legend is used. */
export const MAX_ENDS = 10

/** Dash patterns by `look`, which distinguish lines without colour; the first are of the median and the own price. */
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

/** Returns the look of the site at this position in the history; many sites share looks. */
export const lookOf = (index: number): number => LOOK_OF_SITES + (index % (DASHES.length - LOOK_OF_SITES))

export interface NamedLine {
  name: string
  prices: readonly (number | null)[]
  /** indexes of days on which a different value is not a price change, because it is computed from other sites */
  uncomparable?: ReadonlySet<number>
}

/**
 * Returns the positions of labels that should be as close as possible to the wanted ones without overlapping.
 * @param wanted wanted centres, in any order
 * @param size height of a label
 * @param room height into which all labels must fit, at least `size` for each of them
 */
export function spreadLabels(wanted: readonly number[], size: number, room: number): number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] as number) - (wanted[b] as number))
  const centres = new Array<number>(wanted.length).fill(0)
  let top = size / 2
  for (const index of order) {
    centres[index] = Math.max(wanted[index] as number, top)
    top = (centres[index] as number) + size
  }
  let bottom = room - size / 2
  for (const index of order.toReversed()) {
    centres[index] = Math.min(centres[index] as number, bottom)
    bottom = (centres[index] as number) - size
  }
  return centres
}
