import { ReadError } from '../legacy/lenient-json.ts'
import { isObject, member } from '../legacy/values.ts'

/** Pricing rule (specification 19.3). Percents may be negative; roubles are positive. */
export type Rule =
  /** the price proposed by the report */
  | { by: 'proposed' }
  /** percent above the own wholesale price */
  | { by: 'wholesale'; percent: number }
  /** percent above the competitors' median */
  | { by: 'median'; percent: number }
  /** `roubles` below the lowest competitor, but at least `floor` percent above the own cost unless `floor` is null */
  | { by: 'lowest'; roubles: number; floor: number | null }

/** Rounding rules: to whole kopecks, whole roubles, tens or fifties, or to a price that ends in 90. */
export const ROUNDINGS = ['kopecks', '1', '10', '50', '90'] as const
export type Rounding = (typeof ROUNDINGS)[number]

/** Origin of a decided price: a rule with its rounding, a strategy's name, or a number typed by a person. */
export type AppliedRule = (Rule & { round: Rounding }) | { by: 'strategy'; name: string } | { by: 'hand' }

/** Maximum length of a strategy's name. */
export const MAX_STRATEGY_NAME_LENGTH = 60

/**
 * Parses a rule.
 * @throws ReadError for anything else
 */
export function readAppliedRule(value: unknown): AppliedRule {
  const by = isObject(value) ? member(value, 'by') : undefined
  if (!isObject(value)) throw new ReadError('Not a rule')
  if (by === 'hand') return { by }
  if (by === 'strategy') {
    const name = member(value, 'name')
    if (typeof name !== 'string' || name.length > MAX_STRATEGY_NAME_LENGTH)
      throw new ReadError('Not a strategy')
    return { by, name }
  }
  const round = ROUNDINGS.find((one) => one === member(value, 'round'))
  if (!round) throw new ReadError('Not a rounding')
  const number = (name: string): number => {
    const given = member(value, name)
    if (typeof given !== 'number' || !(Math.abs(given) <= 1_000_000))
      throw new ReadError(`Not a number: ${name}`)
    return given
  }
  if (by === 'proposed') return { by, round }
  if (by === 'wholesale' || by === 'median') return { by, percent: number('percent'), round }
  if (by === 'lowest') {
    const floor = member(value, 'floor') === null ? null : number('floor')
    return { by, roubles: number('roubles'), floor, round }
  }
  throw new ReadError('Not a rule')
}
