import { type MissingInput, type RuleFigures, unroundedPrice } from '../decisions/price-by.ts'
import { roundPrice, roundWithin } from '../decisions/round-price.ts'
import type { Rounding } from '../decisions/rule.ts'
import type { ComparedPrice } from '../reports/proposed-price.ts'
import type { StrategySettings, TeamLimits } from './strategy.ts'

/** Limits of the team that move prices. */
export const TEAM_LIMIT_NAMES = ['margin', 'change', 'rrp'] as const
export type TeamLimitName = (typeof TEAM_LIMIT_NAMES)[number]

/**
 * Reasons why a strategy leaves a price out: a missing input, or a minimum above the maximum that the limit of the change
 * allows.
 */
export const LEFT_REASONS = [
  'rivals',
  'second',
  'proposed',
  'wholesale',
  'cost',
  'rrp',
  'floor-change',
  'margin-change',
  'rrp-change',
] as const satisfies readonly (MissingInput | `${string}-change`)[]
type LeftReason = (typeof LEFT_REASONS)[number]

/** Figures of a price, with the own price now. */
export interface StrategyFigures extends RuleFigures {
  now: number | null
}

export type StrategyOutcome =
  /** `held`: rail that moved the price; null if none did */
  { price: number; held: TeamLimitName | null } | { left: LeftReason }

type Pricing = Pick<StrategySettings, 'kind' | 'base' | 'unit' | 'by' | 'floor' | 'round'>

/** Roundings that replace one whose steps are wider than the limits, from coarse to fine. */
const FINER: readonly Rounding[] = ['10', '1', 'kopecks']

/**
 * Returns the price by a strategy within the team's limits (specification 19.10). The limits apply after rounding; a
 * price that they move is rounded again within them.
 */
export function strategyPrice(
  { kind, base, unit, by, floor, round }: Pricing,
  rails: TeamLimits,
  figures: StrategyFigures,
): StrategyOutcome {
  const formula = { base, floor, percent: unit === 'percent' ? by : 0, roubles: unit === 'roubles' ? by : 0 }
  const wanted = unroundedPrice(formula, figures)
  if ('lack' in wanted) return { left: wanted.lack }
  if (rails.margin !== null && figures.cost === null) return { left: 'cost' }
  const kopecks = Math.round(roundPrice(wanted.price, round, wanted.floor) * 100)
  const { least, most, reason, margin, rrp } = limitsOf(kind, rails, figures, wanted.floor)
  if (least > most) return { left: reason }
  for (const rounding of [round, ...FINER]) {
    const price = roundWithin(kopecks, rounding, { least, most })
    if (price === null) continue
    if (price === kopecks) return { price: price / 100, held: null }
    const held = price < kopecks ? 'change' : kopecks < rrp ? 'rrp' : kopecks < margin ? 'margin' : 'change'
    return { price: price / 100, held }
  }
  return { left: reason }
}

/** Returns the limits of a price in kopecks, with the reason why none would be within. */
function limitsOf(
  kind: ComparedPrice,
  rails: TeamLimits,
  { cost, rrp, now }: StrategyFigures,
  floor: number | null,
) {
  const hundredths = (percent: number | null) => Math.round((percent ?? 0) * 100)
  const inKopecks = (price: number | null | undefined) => Math.round((price ?? 0) * 100)
  const change = rails.change === null || now === null || now === 0 ? null : hundredths(rails.change)
  const lows = {
    margin:
      rails.margin === null ? 0 : Math.ceil((inKopecks(cost) * (10_000 + hundredths(rails.margin))) / 10_000),
    rrp: rails.rrp && kind === 'retail' ? inKopecks(rrp) : 0,
    // Removes rounding errors of the binary fraction, as roundPrice does.
    floor: floor === null ? 0 : Math.ceil(Math.round(floor * 1e8) / 1e6),
  }
  const changed = change === null ? 0 : Math.ceil((inKopecks(now) * (10_000 - change)) / 10_000)
  const [reason, low] = (Object.entries(lows) as [keyof typeof lows, number][]).reduce((highest, one) =>
    one[1] > highest[1] ? one : highest,
  )
  return {
    margin: lows.margin,
    rrp: lows.rrp,
    least: Math.max(low, changed, 1),
    most:
      change === null ? Number.MAX_SAFE_INTEGER : Math.floor((inKopecks(now) * (10_000 + change)) / 10_000),
    reason: `${reason}-change` as LeftReason,
  }
}
