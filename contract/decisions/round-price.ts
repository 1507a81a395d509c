import type { Rounding } from './rule.ts'

/** Rounding rules: a price is a multiple of `step` plus `rest`, both in kopecks. */
const ENDS: Readonly<Record<Rounding, { step: number; rest: number }>> = {
  kopecks: { step: 1, rest: 0 },
  '1': { step: 100, rest: 0 },
  '10': { step: 1_000, rest: 0 },
  '50': { step: 5_000, rest: 0 },
  '90': { step: 10_000, rest: 9_000 },
}

/** Removes rounding errors of binary fractions: 13,900 plus 10 % is 15,290 and not 15,290.000000000002. */
const exact = (value: number): number => Math.round(value * 1e6) / 1e6

/**
 * Returns the nearest price that the rounding rule allows, above 0 and not below the floor (specification 19.3).
 * @param price in roubles, like the result
 * @param floor minimum price in roubles; null for none
 */
export function roundPrice(price: number, rounding: Rounding, floor: number | null = null): number {
  const { step, rest } = ENDS[rounding]
  const least = Math.max(Math.ceil(exact((floor ?? 0) * 100)), 1)
  const ends = (kopecks: number) => exact((kopecks - rest) / step)
  const nearest = Math.round(ends(price * 100)) * step + rest
  return (nearest >= least ? nearest : Math.ceil(ends(least)) * step + rest) / 100
}

/**
 * Returns the price nearest to the given one that the rounding rule allows within limits.
 * @param kopecks price in kopecks, like the limits and the result
 * @returns null if the limits contain no such price
 */
export function roundWithin(
  kopecks: number,
  rounding: Rounding,
  { least, most }: { least: number; most: number },
): number | null {
  const { step, rest } = ENDS[rounding]
  const first = Math.ceil((Math.max(least, 1) - rest) / step) * step + rest
  const last = Math.floor((most - rest) / step) * step + rest
  if (first > last) return null
  const nearest = Math.round((kopecks - rest) / step) * step + rest
  return Math.min(Math.max(nearest, first), last)
}
