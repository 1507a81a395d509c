import type { PlacePrice } from '../../../market/market.ts'
import type { RowPrices } from '../site-prices.ts'

/** Maximum number of competitors on a card. */
export const COMPETITORS_ON_CARD = 3

/** Returns the prices that have a line on the card: the first own one and those of the cheapest competitors. */
export function displayedPrices(bySite: RowPrices['bySite']): PlacePrice[] {
  const sites = [...bySite.values()]
  const own = sites.filter(({ own }) => own).slice(0, 1)
  const rivals = sites.filter(({ own }) => !own).slice(0, COMPETITORS_ON_CARD)
  return [...own, ...rivals].map(({ best }) => best)
}
