import type { Rounding, Rule } from '../../../contract/decisions/rule.ts'
import { finiteNumber } from '../../../contract/legacy/values.ts'

/** Pricing rule as typed into the form. */
export interface RuleDraft {
  by: Rule['by']
  /** percent added to the price on which the rule is based */
  percent: string
  roubles: string
  /** minimum margin over the cost in percent; '' for none */
  floor: string
  round: Rounding
}

/** Rules in display order. */
export const RULES: readonly Rule['by'][] = ['median', 'lowest', 'wholesale', 'proposed']

export const FIRST_DRAFT: RuleDraft = { by: 'median', percent: '0', roubles: '10', floor: '', round: '10' }

/** Limits of a rule's number fields, inclusive. */
export const LIMITS = {
  percent: { least: -90, most: 900 },
  roubles: { least: 0, most: 1_000_000 },
  floor: { least: -90, most: 900 },
} as const
export type DraftField = keyof typeof LIMITS

/**
 * Returns the number in a field.
 * @returns null if the field has no number within its limits
 */
export function ruleFieldValue(draft: RuleDraft, field: DraftField): number | null {
  const value = finiteNumber(draft[field].replace('−', '-'))
  const { least, most } = LIMITS[field]
  return value !== null && value >= least && value <= most ? value : null
}

/**
 * Returns the rule in the form.
 * @returns null while a number is missing or invalid
 */
export function ruleOf(draft: RuleDraft): Rule | null {
  const { by } = draft
  if (by === 'proposed') return { by }
  if (by !== 'lowest') {
    const percent = ruleFieldValue(draft, 'percent')
    return percent === null ? null : { by, percent }
  }
  const roubles = ruleFieldValue(draft, 'roubles')
  const floor = draft.floor.trim() === '' ? null : ruleFieldValue(draft, 'floor')
  const isFloorWrong = floor === null && draft.floor.trim() !== ''
  return roubles === null || isFloorWrong ? null : { by, roubles, floor }
}
