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

/** Formats 'Есть только оптовые цены, от 3 400' for a tyre that has no price of the displayed kind; null otherwise. */
export function otherPrices(page: PageMarket, row: ReportRow): string | null {
  const { places } = page.of(row)
  if (numbersOf(places, page.kind).length > 0) return null
  const { kind, words } = OTHER[page.kind]
  const from = lowest(numbersOf(places, kind))
  return from === null ? null : `${words}, от ${wholeRoubles(from)}.`
}
