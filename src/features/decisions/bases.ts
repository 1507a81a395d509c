import {
  type DecisionBasis,
  HIGHEST_PRICE,
  MAX_COMPETITORS,
  MAX_TEXT_LENGTH,
} from '../../../contract/decisions/decision.ts'
import type { Competitors } from '../../../contract/reports/competitors.ts'
import { NO_CITY } from '../../../contract/reports/no-city.ts'
import type { ComparedPrice } from '../../../contract/reports/proposed-price.ts'
import type { Cell, ReportRow } from '../../../contract/reports/report-row.ts'
import { lowest, statisticsOf } from '../../../contract/reports/statistics.ts'
import { tyreKey } from '../../../contract/tyre/tyre-key.ts'
import { sizeText, titleOf } from '../../../contract/tyre/tyre-text.ts'
import { groupBy } from '../market/group-by.ts'
import {
  isSoldOut,
  type Market,
  marketOfRow,
  numbersOf,
  type PlacePrice,
  type RowOrigin,
} from '../market/market.ts'
import { lowestBySite, placesIn } from '../market/rank.ts'
import { comparedKind } from '../report-choice/report-address.ts'

/** Returns the price that a report proposes for a city and kind of price; null without one. */
export type ProposedIn = (city: string, kind: ComparedPrice) => number | null

/** Selects the prices to decide and the competitors' prices to compare them with. */
export interface BasisSelection {
  kind: ComparedPrice
  /** city of the prices to decide; null for all cities */
  city: string | null
  /**
   * whether competitors' prices of all cities are compared in each city, as in the table or card from which the dialog
   * was opened
   */
  joined: boolean
  /** compared competitors; null for all */
  competitors: Competitors | null
}

/** Truncates a text that is longer than decisions may contain; other backends send such texts. */
const shortened = (text: string): string => text.slice(0, MAX_TEXT_LENGTH)
const isPrice = (value: Cell): boolean => typeof value !== 'number' || (value >= 0 && value <= HIGHEST_PRICE)
/** Replaces prices out of range by null; some backends send such prices. */
const sane = (place: PlacePrice): PlacePrice => ({
  ...place,
  prices: {
    retail: isPrice(place.prices.retail) ? place.prices.retail : null,
    wholesale: isPrice(place.prices.wholesale) ? place.prices.wholesale : null,
    cost: isPrice(place.prices.cost) ? place.prices.cost : null,
  },
})

const NOTHING_PROPOSED: ProposedIn = () => null

/**
 * Returns the prices of one tyre that can be decided: one for each city in which an own site sells it. Each is compared
 * with the prices in its city; a price without a city is compared with those in all cities (specification 19.3).
 */
export function basesOf(
  market: Market,
  { kind, city, joined, competitors }: BasisSelection,
  proposedIn: ProposedIn = NOTHING_PROPOSED,
): DecisionBasis[] {
  const { specs, day } = market
  const about = {
    tyre: tyreKey(specs),
    article: shortened(String(specs.article ?? '')),
    brand: shortened(String(specs.brand ?? '')),
    name: shortened(titleOf(specs)),
    size: shortened(sizeText(specs)),
    kind,
    day,
  }
  const places = market.places.map(sane)
  return [...groupBy(placesIn({ places }, city), (place) => place.city)].flatMap(
    ([name, there]): DecisionBasis[] => {
      const own = there.filter((place) => place.own)
      const compared = joined || name === NO_CITY ? places : there
      const others = compared.filter((place) => !place.own && !(competitors && isSoldOut(place)))
      // City and key identify a price and must not be truncated; a price with a longer one is left out.
      if (own.length === 0 || Math.max(name.length, about.tyre.length) > MAX_TEXT_LENGTH) return []
      const proposed = proposedIn(name, kind)
      return [
        {
          ...about,
          city: name,
          now: lowest(numbersOf(own, kind)),
          wholesale: lowest(numbersOf(own, 'wholesale')),
          cost: lowest(numbersOf(own, 'cost')),
          rivals: lowestBySite(others, kind)
            .sort((a, b) => a - b)
            .slice(0, MAX_COMPETITORS),
          median: statisticsOf(numbersOf(others, kind))?.median ?? null,
          proposed: isPrice(proposed) ? proposed : null,
        },
      ]
    },
  )
}

/**
 * Returns a function with the prices that a row proposes.
 * @param of kind of price that the report proposes
 */
export const proposedBy =
  (row: ReportRow, of: ComparedPrice): ProposedIn =>
  (city, kind) => {
    const proposed = kind === of ? row.cities.get(city)?.statistics.proposed : null
    return typeof proposed === 'number' ? proposed : null
  }

/** Returns the prices of all rows that can be decided. */
export function basesOfRows(
  rows: readonly ReportRow[],
  origin: RowOrigin,
  asked: BasisSelection,
): DecisionBasis[] {
  return rows.flatMap((row) =>
    basesOf(marketOfRow(row, origin), asked, proposedBy(row, comparedKind(origin))),
  )
}
