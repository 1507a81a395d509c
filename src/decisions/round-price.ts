import type { Rounding } from '../../contract/decisions/rule.ts'
import { roundToKopecks } from '../../contract/statistics.ts'

/** Prices that end so: a multiple of the step plus the rest, in roubles. */
const ENDS: Readonly<Record<Rounding, { step: number; rest: number }>> = {
  kopecks: { step: 0.01, rest: 0 },
  '1': { step: 1, rest: 0 },
  '10': { step: 10, rest: 0 },
  '50': { step: 50, rest: 0 },
  '90': { step: 100, rest: 90 },
}

/**
 * The nearest price with such an end, above 0 and not below the floor (specification 19.3).
 * @param floor null for none
 */
export function roundPrice(price: number, rounding: Rounding, floor: number | null = null): number {
  if (rounding === 'kopecks') return roundToKopecks(Math.max(price, floor ?? price))
  const { step, rest } = ENDS[rounding]
  const nearest = Math.round((price - rest) / step) * step + rest
  const least = Math.max(floor ?? 0, 0.01)
  return nearest >= least ? nearest : Math.ceil((least - rest) / step) * step + rest
}
