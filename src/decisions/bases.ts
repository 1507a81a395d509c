import { type DecisionBasis, LONGEST_TEXT } from '../../contract/decisions/decision.ts'
import { NO_CITY } from '../../contract/no-city.ts'
import type { ComparedPrice } from '../../contract/proposed-price.ts'
import type { ReportRow } from '../../contract/report-row.ts'
import { lowest, statisticsOf } from '../../contract/statistics.ts'
import { tyreKey } from '../../contract/tyre/tyre-key.ts'
import { sizeWords, titleOf } from '../../contract/tyre-words.ts'
import { groupBy } from '../market/group-by.ts'
import { type Market, marketOfRow, numbersOf, type RowOrigin } from '../market/market.ts'
import { lowestBySite, placesIn } from '../market/standing.ts'

/** What a report says a city's price should be. */
export type ProposedIn = (city: string) => number | null

/** Which prices are to be decided, and with what they are compared. */
export interface Asked {
  kind: ComparedPrice
  /** null for all of them */
  city: string | null
  /** the competitors' prices of all cities count in each, as on the screen that it is asked from */
  joined: boolean
}

/** Another backend's texts may be of any length; what tells prices apart is never cut. */
const shortened = (text: string): string => text.slice(0, LONGEST_TEXT)
/** Nor do all of them know prices below 0 for what they are. */
const priceOf = (price: number | null): number | null => (price !== null && price >= 0 ? price : null)

const NOTHING_PROPOSED: ProposedIn = () => null

/**
 * The prices of one tyre that can be decided: those of cities where we sell it. Each is compared with its own city;
 * a price without a city has none of its own, and is compared with all of them (specification 19.3).
 */
export function basesOf(
  market: Market,
  { kind, city, joined }: Asked,
  proposedIn: ProposedIn = NOTHING_PROPOSED,
): DecisionBasis[] {
  const { specs, day } = market
  const about = {
    tyre: tyreKey(specs),
    article: String(specs.article ?? ''),
    brand: shortened(String(specs.brand ?? '')),
    name: shortened(titleOf(specs)),
    size: shortened(sizeWords(specs)),
    kind,
    day,
  }
  return [...groupBy(placesIn(market, city), (place) => place.city)].flatMap(
    ([name, there]): DecisionBasis[] => {
      const own = there.filter((place) => place.own)
      const compared = joined || name === NO_CITY ? market.places : there
      const others = compared.filter((place) => !place.own)
      if (own.length === 0) return []
      return [
        {
          ...about,
          city: name,
          now: priceOf(lowest(numbersOf(own, kind))),
          wholesale: priceOf(lowest(numbersOf(own, 'wholesale'))),
          cost: priceOf(lowest(numbersOf(own, 'cost'))),
          rivals: lowestBySite(others, kind)
            .filter((price) => priceOf(price) !== null)
            .sort((a, b) => a - b),
          median: priceOf(statisticsOf(numbersOf(others, kind))?.median ?? null),
          proposed: priceOf(proposedIn(name)),
        },
      ]
    },
  )
}

export const proposedBy =
  (row: ReportRow): ProposedIn =>
  (city) => {
    const proposed = row.cities.get(city)?.statistics.proposed
    return typeof proposed === 'number' ? proposed : null
  }

/** The same of a report's rows. */
export function basesOfRows(rows: readonly ReportRow[], origin: RowOrigin, asked: Asked): DecisionBasis[] {
  return rows.flatMap((row) => basesOf(marketOfRow(row, origin), asked, proposedBy(row)))
}
