import { trendOf } from '../../../contract/reports/format-cell.ts'
import type { PlacePrice, PriceKind } from './market.ts'
import { percent } from './texts.ts'

/** Texts of a price change since the compared day. */
export interface ChangeText {
  trend: 'rise' | 'fall'
  /** displayed text, such as '▲ 3,2 %' */
  seen: string
  /** screen reader text, such as 'выросла на 3,2 %' */
  heard: string
}

/**
 * Describes the change of a price.
 * @returns null if the price stayed
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
