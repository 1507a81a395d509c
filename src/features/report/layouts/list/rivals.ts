import type { Place } from '../../../market/market.ts'
import type { RowPrices } from '../site-prices.ts'

/** Number of competitors on a card. */
export const RIVALS = 3

/** Prices with a line on the card: the own one and the cheapest competitors'. */
export function shownOf(bySite: RowPrices['bySite']): Place[] {
  const sites = [...bySite.values()]
  const own = sites.filter(({ own }) => own).slice(0, 1)
  const rivals = sites.filter(({ own }) => !own).slice(0, RIVALS)
  return [...own, ...rivals].map(({ best }) => best)
}
