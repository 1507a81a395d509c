import type { Decision, DecisionBasis } from '../../../contract/decisions/decision.ts'
import { type MissingInput, roundedRulePrice } from '../../../contract/decisions/price-by.ts'
import type { AppliedRule, Rounding, Rule } from '../../../contract/decisions/rule.ts'
import { finiteNumber } from '../../../contract/legacy/values.ts'
import { formatCell } from '../../../contract/reports/format-cell.ts'
import { countText } from '../../ui/plural.ts'
import { percent } from '../market/price-texts.ts'

export interface RuleDraft {
  by: Rule['by']
  /** percent added to the price on which the rule is based */
  percent: string
  roubles: string
  /** minimum margin over the cost in percent; '' for none */
  floor: string
  round: Rounding
}

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

export const RULE_NAMES: Readonly<Record<Rule['by'], string>> = {
  proposed: 'Предложенная цена',
  wholesale: 'Процент к нашей оптовой',
  median: 'Медиана ± процент',
  lowest: 'Ниже самой низкой',
}

export const ROUNDING_NAMES: Readonly<Record<Rounding, string>> = {
  kopecks: 'до копеек',
  '1': 'до рубля',
  '10': 'до десятков',
  '50': 'до 50',
  '90': 'на 90',
}

const money = (value: number): string => formatCell(value, 'price')

/** Returns text for a rule: 'медиана −2,0 %, до десятков'. */
export function ruleText(rule: AppliedRule): string {
  if (rule.by === 'hand') return 'вручную'
  if (rule.by === 'strategy') return `стратегия «${rule.name}»`
  return `${withoutRounding(rule)}, ${ROUNDING_NAMES[rule.round]}`
}

function withoutRounding(rule: Rule): string {
  switch (rule.by) {
    case 'proposed':
      return 'предложенная'
    case 'wholesale':
      return `наш опт ${percent(rule.percent)}`
    case 'median':
      return rule.percent === 0 ? 'медиана' : `медиана ${percent(rule.percent)}`
    case 'lowest': {
      const below = `ниже самой низкой на ${money(rule.roubles)} ₽`
      return rule.floor === null ? below : `${below}, не ниже себестоимости ${percent(rule.floor)}`
    }
  }
}

/** Missing inputs of rules; strategies have names for the others. */
export const MISSING_INPUT_NAMES: Readonly<
  Record<Exclude<MissingInput, 'second' | 'rrp'>, string> & Partial<Record<MissingInput, string>>
> = {
  proposed: 'нет предложенной цены',
  wholesale: 'нет нашей оптовой цены',
  rivals: 'нет цен конкурентов',
  cost: 'неизвестна себестоимость',
}

const reasons = (lacks: ReadonlyMap<MissingInput, number>): string =>
  [...lacks].map(([lack, of]) => `${MISSING_INPUT_NAMES[lack]} — ${of}`).join(', ')

/**
 * Returns text for the missing inputs: 'Правило не подходит для 33 цен: нет цен конкурентов — 20, неизвестна
 * себестоимость — 13.'; '' if none is missing.
 */
export function missingInputText(lacks: ReadonlyMap<MissingInput, number>): string {
  const count = [...lacks.values()].reduce((sum, one) => sum + one, 0)
  if (count === 0) return ''
  return `Правило не подходит для ${countText(count, ['цены', 'цен', 'цен'])}: ${reasons(lacks)}.`
}

/** Returns the message about a rule that could not be applied to any price, with the missing inputs. */
export const noneText = (lacks: ReadonlyMap<MissingInput, number>): string =>
  `Правило не подходит: ${reasons(lacks)}. Ничего не изменено.`

/** Decisions by a rule, and for each missing input the number of prices without it. */
export interface Applied {
  decisions: Decision[]
  lacks: ReadonlyMap<MissingInput, number>
}

/** Decides prices by a rule. Comments of existing decisions are retained. */
export function decideBy(rule: Rule, round: Rounding, bases: readonly (DecisionBasis | Decision)[]): Applied {
  const lacks = new Map<MissingInput, number>()
  const applied = { ...rule, round }
  const decisions: Decision[] = []
  for (const basis of bases) {
    const outcome = roundedRulePrice(rule, round, basis)
    if ('lack' in outcome) lacks.set(outcome.lack, (lacks.get(outcome.lack) ?? 0) + 1)
    else {
      const comment = 'comment' in basis ? basis.comment : ''
      decisions.push({ ...basis, price: outcome.price, rule: applied, comment, checked: false })
    }
  }
  return { decisions, lacks }
}
