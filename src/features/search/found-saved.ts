import type { Cell, ReportRow } from '../../../contract/reports/report-row.ts'
import type { FoundTyre, PriceSpan } from '../../../contract/search/search-answer.ts'
import type { TyreAnswer } from '../../../contract/tyre/tyre-answer.ts'
import { tyreKey } from '../../../contract/tyre/tyre-key.ts'

type Price = 'retail' | 'wholesale'

/** Converts a report's row to a search result. It only contains prices that the row has. */
export function foundTyre(
  { specs, cities }: ReportRow,
  day: string,
  isOwnSite: (host: string) => boolean,
): FoundTyre {
  const prices = (price: Price, isMeant: (host: string) => boolean = () => true): Cell[] =>
    [...cities.values()].flatMap(({ sites }) =>
      [...sites].flatMap(([host, site]) =>
        isMeant(host) ? [site, ...site.warehouses.values()].map((one) => one[price]) : [],
      ),
    )
  return { key: tyreKey(specs), specs, ...spansOf(prices, isOwnSite), cities: cities.size, day }
}

/** Converts a saved card to a search result. */
export function foundOnCard(
  { key, specs, offers, day }: TyreAnswer,
  isOwnSite: (host: string) => boolean,
): FoundTyre {
  const prices = (price: Price, isMeant: (host: string) => boolean = () => true): Cell[] =>
    offers.flatMap((offer) => (isMeant(offer.site) ? [offer[price]] : []))
  const cities = new Set(offers.map(({ city }) => city)).size
  return { key, specs, ...spansOf(prices, isOwnSite), cities, day }
}

function spansOf(
  prices: (price: Price, isMeant?: (host: string) => boolean) => Cell[],
  isOwnSite: (host: string) => boolean,
): Pick<FoundTyre, Price | 'own'> {
  const [retail, wholesale] = [spanOf(prices('retail')), spanOf(prices('wholesale'))]
  const own = {
    retail: spanOf(prices('retail', isOwnSite)),
    wholesale: spanOf(prices('wholesale', isOwnSite)),
  }
  const isSold = own.retail !== null || own.wholesale !== null
  return {
    retail,
    wholesale,
    own: isSold ? { retail: own.retail?.min ?? null, wholesale: own.wholesale?.min ?? null } : null,
  }
}

function spanOf(cells: readonly Cell[]): PriceSpan | null {
  const prices = cells.filter((cell) => typeof cell === 'number')
  return prices.length === 0 ? null : { min: Math.min(...prices), max: Math.max(...prices) }
}
