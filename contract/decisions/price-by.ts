import type { DecisionBasis } from './decision.ts'
import { roundPrice } from './round-price.ts'
import type { Rounding, Rule } from './rule.ts'

/** Input that a rule needs and a price may not have. */
export type MissingInput = 'proposed' | 'wholesale' | 'rivals' | 'second' | 'cost' | 'rrp'

/** Prices from which a new price is derived, in roubles. */
export interface RuleFigures
  extends Pick<DecisionBasis, 'proposed' | 'wholesale' | 'cost' | 'median' | 'rivals'> {
  /** recommended retail price; null or absent if unknown */
  rrp?: number | null
}

/** Price from which a formula starts. */
export const FORMULA_BASES = ['second', 'lowest', 'median', 'wholesale', 'cost', 'rrp', 'proposed'] as const
type FormulaBase = (typeof FORMULA_BASES)[number]

/** Common form of rules and strategies: base × (1 + percent / 100) + roubles, but at least the floor. */
export interface PriceFormula {
  base: FormulaBase
  percent: number
  roubles: number
  /** percent above the own cost below which the price must not fall; null for none */
  floor: number | null
}

/** Price before rounding with its minimum, in roubles. */
export interface UnroundedPrice {
  price: number
  /** null for none */
  floor: number | null
}

/**
 * Returns a price plus a percentage of it. Computed from whole kopecks and ten-thousandths of a percent, whose product
 * is an exact number up to nine million roubles.
 */
const above = (price: number, percent: number): number =>
  (Math.round(price * 100) * (1_000_000 + Math.round(percent * 10_000))) / 100_000_000

/** Returns the price by a formula before rounding, or the input that is missing. */
export function unroundedPrice(
  { base, percent, roubles, floor }: PriceFormula,
  figures: RuleFigures,
): UnroundedPrice | { lack: MissingInput } {
  const { cost, rivals } = figures
  const from = base === 'lowest' ? rivals[0] : base === 'second' ? rivals[1] : figures[base]
  if (from === undefined || from === null)
    return { lack: base === 'lowest' || base === 'median' ? 'rivals' : base }
  const price = above(from, percent) + roubles
  if (floor === null) return { price, floor }
  return cost === null ? { lack: 'cost' } : { price, floor: above(cost, floor) }
}

function formulaOf(rule: Rule): PriceFormula {
  const formula = { base: rule.by, percent: 0, roubles: 0, floor: null }
  if (rule.by === 'lowest') return { ...formula, roubles: -rule.roubles, floor: rule.floor }
  return rule.by === 'proposed' ? formula : { ...formula, percent: rule.percent }
}

/** Returns the price by a rule (specification 19.3), or the input that is missing. */
export function roundedRulePrice(
  rule: Rule,
  round: Rounding,
  basis: RuleFigures,
): { price: number } | { lack: MissingInput } {
  const wanted = unroundedPrice(formulaOf(rule), basis)
  return 'lack' in wanted ? wanted : { price: roundPrice(wanted.price, round, wanted.floor) }
}
