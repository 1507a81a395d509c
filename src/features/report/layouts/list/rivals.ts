import type { PlacePrice } from '../../../market/market.ts'
import type { RowPrices } from '../site-prices.ts'

/** Number of competitors on a card. */
export const COMPETITORS_ON_CARD = 3

/** Prices with a line on the card: the own one and the cheapest competitors'. */
export function displayedPrices(bySite: RowPrices['bySite']): PlacePrice[] {
  const sites = [...bySite.values()]
  const own = sites.filter(({ own }) => own).slice(0, 1)
  const rivals = sites.filter(({ own }) => !own).slice(0, COMPETITORS_ON_CARD)
  return [...own, ...rivals].map(({ best }) => best)
}
