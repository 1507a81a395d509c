import { trendOf } from '../../../contract/reports/format-cell.ts'
import type { Place, PriceKind } from './market.ts'
import { percent } from './words.ts'

/** How a price has changed since the compared day. */
export interface ChangeWords {
  trend: 'rise' | 'fall'
  /** '▲ 3,2 %' */
  seen: string
  /** 'выросла на 3,2 %' */
  heard: string
}

/** @returns null for a price that stayed */
export function changeWords(place: Place, kind: PriceKind): ChangeWords | null {
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
