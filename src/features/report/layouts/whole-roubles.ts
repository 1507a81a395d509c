import type { Cell } from '../../../../contract/reports/report-row.ts'
import { money } from '../../market/texts.ts'

/** Formats a price in whole roubles. Copied cells and files contain the kopecks. */
export const wholeRoubles = (price: Cell): string =>
  money(typeof price === 'number' ? Math.round(price) : price)
