/** Size of a database: days of prices, and number of users. */
export interface Market {
  tyres: number
  sites: number
  days: number
  people: number
}

/** A series of markets in which one size grows while the others are constant. */
export interface Axis {
  /** the size that grows */
  name: keyof Market
  steps: readonly { size: number; market: Market }[]
}

const SMALL: Market = { tyres: 2_000, sites: 10, days: 2, people: 10 }

function axis(grown: keyof Market, sizes: readonly number[]): Axis {
  return { name: grown, steps: sizes.map((size) => ({ size, market: { ...SMALL, [grown]: size } })) }
}

/** A site has six offers per tyre on average: the steps of the first axis are 0.12, 1.2 and 6 million offers a day. */
export const AXES: readonly Axis[] = [
  axis('tyres', [2_000, 20_000, 100_000]),
  axis('sites', [1, 4, 15, 60]),
  axis('days', [3, 10, 30, 90]),
  axis('people', [10, 100, 1_000, 10_000]),
]
