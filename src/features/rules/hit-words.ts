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

/** Returns by how many percent the price differs from the compared one, or from the one before where none is compared. */
export const distanceOfHit = (hit: RuleHit): number | null =>
  changeOfHit({ ...hit, before: hit.compared ?? hit.before })

const sizeOf = (hit: RuleHit): number => {
  const distance = distanceOfHit(hit)
  return distance === null ? -1 : Math.abs(distance)
}

/** Returns the events sorted by their distance, the largest first; events without one come last. */
export const byDistance = (hits: readonly RuleHit[]): RuleHit[] =>
  hits.toSorted((a, b) => sizeOf(b) - sizeOf(a))
