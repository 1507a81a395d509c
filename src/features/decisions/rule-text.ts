import type { Lack } from '../../../contract/decisions/price-by.ts'
import type { AppliedRule, Rounding, Rule } from '../../../contract/decisions/rule.ts'
import { formatCell } from '../../../contract/reports/format-cell.ts'
import { countText } from '../../ui/plural.ts'
import { percent } from '../market/texts.ts'

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
export const LACK_NAMES: Readonly<
  Record<Exclude<Lack, 'second' | 'rrp'>, string> & Partial<Record<Lack, string>>
> = {
  proposed: 'нет предложенной цены',
  wholesale: 'нет нашей оптовой цены',
  rivals: 'нет цен конкурентов',
  cost: 'неизвестна себестоимость',
}

const reasons = (lacks: ReadonlyMap<Lack, number>): string =>
  [...lacks].map(([lack, of]) => `${LACK_NAMES[lack]} — ${of}`).join(', ')

/**
 * Returns text for the missing inputs: 'Правило не подходит для 33 цен: нет цен конкурентов — 20, неизвестна
 * себестоимость — 13.'; '' if none is missing.
 */
export function lackText(lacks: ReadonlyMap<Lack, number>): string {
  const count = [...lacks.values()].reduce((sum, one) => sum + one, 0)
  if (count === 0) return ''
  return `Правило не подходит для ${countText(count, ['цены', 'цен', 'цен'])}: ${reasons(lacks)}.`
}

/** Returns the message about a rule that could not be applied to any price, with the missing inputs. */
export const noneText = (lacks: ReadonlyMap<Lack, number>): string =>
  `Правило не подходит: ${reasons(lacks)}. Ничего не изменено.`
