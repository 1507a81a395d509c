import { withMinus } from '../../../contract/lib/minus.ts'
import type { RuleHit } from '../../../contract/rules/rule.ts'
import type { NounForms } from '../../ui/plural.ts'

export const EVENTS: NounForms = ['событие', 'события', 'событий']

const price = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2 })
const change = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1, signDisplay: 'exceptZero' })

/** Formats a price; a dash if it is unknown. */
export const hitPriceText = (value: number | null): string => (value === null ? '—' : price.format(value))

/** Returns the change of the price in percent; null without a price before or after. */
export function changeOfHit({ before, after }: RuleHit): number | null {
  return after === null || before === null || before === 0 ? null : ((after - before) / before) * 100
}

/** Formats a change with its sign: '−12,5 %'. */
export const changeOfHitText = (percent: number | null): string =>
  percent === null ? '—' : `${withMinus(change.format(percent))}\u00a0%`

/** Returns the prices of an event in one line: '5 600 → 5 200 ₽', 'нет → 5 200 ₽', '' for an event without prices. */
export function movedText({ before, after }: RuleHit): string {
  if (before === null && after === null) return ''
  const side = (value: number | null) => (value === null ? 'нет' : price.format(value))
  return before === after ? `${side(after)} ₽` : `${side(before)} → ${side(after)} ₽`
}

const sizeOf = (hit: RuleHit): number => {
  const change = changeOfHit(hit)
  return change === null ? -1 : Math.abs(change)
}

/** Returns the events sorted by the size of their change, the largest first; events without a change come last. */
export const byChange = (hits: readonly RuleHit[]): RuleHit[] =>
  hits.toSorted((a, b) => sizeOf(b) - sizeOf(a))
