import type { FoundPrice, PageReadingAnswer, TrackedPage } from '../../../../contract/pages/tracked-page.ts'

/**
 * Returns the index of the price that is selected at first: the proposed one. A page that was confirmed with a price at
 * another place retains this place, as far as a price without a doubt stands there; null if no price can be used.
 */
export function firstChoice(
  { prices, proposed }: Pick<PageReadingAnswer, 'prices' | 'proposed'>,
  page: Pick<TrackedPage, 'origin' | 'place'> | null,
): number | null {
  if (page === null) return proposed
  const isThere = ({ origin, place }: FoundPrice) => origin === page.origin && place === page.place
  const offered = proposed === null ? undefined : prices[proposed]
  if (offered && isThere(offered)) return proposed
  const there = prices.findIndex((found) => isThere(found) && found.price !== null && found.doubt === '')
  return there === -1 ? proposed : there
}
