import type { DecisionBasis } from '../../contract/decisions/decision.ts'
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

const NOTHING_PROPOSED: ProposedIn = () => null

/**
 * The prices of one tyre that can be decided: those of cities where we sell it.
 * @param city null for all of them
 */
export function basesOf(
  market: Market,
  kind: ComparedPrice,
  city: string | null,
  proposedIn: ProposedIn = NOTHING_PROPOSED,
): DecisionBasis[] {
  const { specs, day } = market
  const about = {
    tyre: tyreKey(specs),
    article: String(specs.article ?? ''),
    brand: String(specs.brand ?? ''),
    name: titleOf(specs),
    size: sizeWords(specs),
    kind,
    day,
  }
  return [...groupBy(placesIn(market, city), (place) => place.city)].flatMap(
    ([name, there]): DecisionBasis[] => {
      const own = there.filter((place) => place.own)
      const others = there.filter((place) => !place.own)
      if (own.length === 0) return []
      return [
        {
          ...about,
          city: name,
          now: lowest(numbersOf(own, kind)),
          wholesale: lowest(numbersOf(own, 'wholesale')),
          cost: lowest(numbersOf(own, 'cost')),
          rivals: lowestBySite(others, kind).sort((a, b) => a - b),
          median: statisticsOf(numbersOf(others, kind))?.median ?? null,
          proposed: proposedIn(name),
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
export function basesOfRows(
  rows: readonly ReportRow[],
  origin: RowOrigin,
  kind: ComparedPrice,
  city: string | null,
): DecisionBasis[] {
  return rows.flatMap((row) => {
    return basesOf(marketOfRow(row, origin), kind, city, proposedBy(row))
  })
}
