import type { BelowPrice } from '../../../contract/recommended/below.ts'
import { formatCell } from '../../../contract/reports/format-cell.ts'
import { formatDay } from '../../ui/format-moment.ts'

/** Formats a difference as '−6,4 %'. @param percent above 0 */
export const belowText = (percent: number): string => `${formatCell(-percent, 'percent')}\u00a0%`

/** Formats since when a price has been below: 'с 17 апр', 'с 17 апр или раньше'; '' if the history does not say. */
export function sinceText({ since, earlier }: Pick<BelowPrice, 'since' | 'earlier'>): string {
  if (since === null) return ''
  return `с ${formatDay(since)}${earlier ? ' или раньше' : ''}`
}

/** Formats a price in roubles, with kopecks only if there are any. */
export const roubles = (price: number): string => {
  const rounded = Math.round(price * 100) / 100
  return formatCell(rounded, Number.isInteger(rounded) ? 'price' : 'money2')
}
