import { trendOf } from '../../../contract/reports/format-cell.ts'
import type { PlacePrice, PriceKind } from './market.ts'
import { percent } from './texts.ts'

/** Texts for a price change since the comparison day. */
export interface ChangeText {
  trend: 'rise' | 'fall'
  /** displayed text, for example '▲ 3,2 %' */
  seen: string
  /** text for screen readers, for example 'выросла на 3,2 %' */
  heard: string
}

/**
 * Returns texts for the change of a price.
 * @returns null if the price is unchanged or its change is unknown
 */
export function changeText(place: PlacePrice, kind: PriceKind): ChangeText | null {
  const change = place.changes[kind]
  if (change === null || change === 0) return null
  const words = percent(change)
  const trend = trendOf(words, 'percent')
  const by = words.slice(1)
  if (!trend) return null
  return {
    trend,
    seen: `${trend === 'rise' ? '▲' : '▼'} ${by}`,
    heard: `${trend === 'rise' ? 'выросла' : 'снизилась'} на ${by}`,
  }
}
