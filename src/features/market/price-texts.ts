import type { Figure } from '../../../contract/reports/columns.ts'
import { formatCell, trendOf } from '../../../contract/reports/format-cell.ts'
import type { Cell } from '../../../contract/reports/report-row.ts'
import type { PlacePrice, PriceKind } from './market.ts'

export const KIND_NAMES: Readonly<Record<PriceKind, string>> = {
  retail: 'Розничная',
  wholesale: 'Оптовая',
  cost: 'Себестоимость',
}

export const FIGURE_NAMES: Readonly<Record<Figure, string>> = {
  min: 'минимальная цена',
  median: 'медиана',
  max: 'максимальная цена',
  proposed: 'новая цена',
  deviation: 'отклонение',
}

export const NO_PRICE = '—'

/** Formats a price: '3 860', '3 860,5'. Text instead of a price is returned unchanged. */
export const money = (price: Cell): string => (price === null ? NO_PRICE : formatCell(price, 'price'))

/** Formats a percentage: '+3,2 %', with a minus sign instead of a hyphen. */
export const percent = (value: number): string => `${formatCell(value, 'percent')} %`

/** Formats a probability: '97 %', rounded down, so that 94.9 % does not look like 95 %. */
export const scoreText = (score: number): string => `${Math.floor(score * 100 + 1e-9)}\u00a0%`

const exact = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 })

/** Returns text for a deviation: 'на 4,2 % выше медианы конкурентов (3 890)'. */
export function besideMedian(value: number, median: number): string {
  const beside = `(${money(median)})`
  if (value === 0) return `вровень с медианой конкурентов ${beside}`
  return `на ${exact.format(Math.abs(value))} % ${value > 0 ? 'выше' : 'ниже'} медианы конкурентов ${beside}`
}

/** Texts for a price change since the comparison day. */
interface ChangeText {
  trend: 'rise' | 'fall'
  /** displayed text, for example '▲ 3,2 %' */
  seen: string
  /** text for screen readers, for example 'выросла на 3,2 %' */
  heard: string
}

/** Returns texts for the change of a price; null if the price is unchanged or its change is unknown */
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
