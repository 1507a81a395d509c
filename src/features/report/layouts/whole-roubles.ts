import type { Cell } from '../../../../contract/reports/report-row.ts'
import { money } from '../../market/texts.ts'

/** Formats a price without kopecks, which copies and files keep. */
export const wholeRoubles = (price: Cell): string =>
  money(typeof price === 'number' ? Math.round(price) : price)
