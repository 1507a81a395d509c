import type { ComparedPrice } from '../../../../../contract/reports/proposed-price.ts'
import type { ReportRow } from '../../../../../contract/reports/report-row.ts'
import { lowest } from '../../../../../contract/reports/statistics.ts'
import { numbersOf } from '../../../market/market.ts'
import type { PageMarket } from '../row-markets.ts'
import { wholeRoubles } from '../whole-roubles.ts'

const OTHER: Readonly<Record<ComparedPrice, { kind: ComparedPrice; words: string }>> = {
  retail: { kind: 'wholesale', words: 'Есть только оптовые цены' },
  wholesale: { kind: 'retail', words: 'Есть только розничные цены' },
}

/**
 * Returns text for a tyre that no compared competitor sells: 'Есть только оптовые цены, от 3 400.' if it has no price of
 * the displayed kind at all.
 */
export function noRivalsText(page: PageMarket, row: ReportRow): string {
  const { places } = page.of(row)
  const { kind, words } = OTHER[page.kind]
  const from = numbersOf(places, page.kind).length > 0 ? null : lowest(numbersOf(places, kind))
  if (from !== null) return `${words}, от ${wholeRoubles(from)}.`
  return page.competitors ? 'У конкурентов в наличии нет.' : 'Цен конкурентов нет.'
}
