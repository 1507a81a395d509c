import { type ComparedPrice, proposedPrice } from '../../contract/reports/proposed-price.ts'
import {
  type Deviation,
  deviationOf,
  lowest,
  type PriceStatistics,
  statisticsOf,
  widestDeviation,
} from '../../contract/reports/statistics.ts'
import { pricesOf } from './offer.ts'
import type { SiteOffer } from './stored-offers.ts'
import type { TyrePrices } from './tyre-prices.ts'

/** Figures computed for one tyre in one city. */
export interface CityAnalysis extends PriceStatistics {
  /** the recommended price (specification 10.8) */
  proposed: number | null
  /** deviation of the own price from the competitors' median; null if one of these two prices is missing */
  deviation: Deviation | null
}

export interface AnalysisSettings {
  price: ComparedPrice
  /** 1 + percent / 100; null without a percent */
  multiplier: number | null
  isOwnSite(host: string): boolean
}

export function analyseCities(tyre: TyrePrices, settings: AnalysisSettings): Map<string, CityAnalysis> {
  const analysed = new Map<string, CityAnalysis>()
  const shown = Map.groupBy(tyre.offers, (offer) => offer.city)
  const own = Map.groupBy(tyre.own, (offer) => offer.city)
  for (const [city, offers] of shown) {
    const statistics = statisticsOf(pricesOf(offers, settings.price))
    if (!statistics) continue
    const ours = own.get(city) ?? []
    const competitors = offers.filter((offer) => !settings.isOwnSite(offer.site))
    const median = statisticsOf(pricesOf(competitors, settings.price))?.median ?? null
    analysed.set(city, {
      ...statistics,
      proposed:
        proposedPrice(
          settings.price,
          { wholesale: pricesOf(ours, 'wholesale'), costs: costsOf(ours), competitors: median },
          settings.multiplier,
        )?.price ?? null,
      deviation: deviationOf(lowest(pricesOf(ours, settings.price)), median),
    })
  }
  return analysed
}

/** Returns the deviation with the largest absolute value among the cities; undefined if no city has a deviation. */
export function widestIn(cities: ReadonlyMap<string, CityAnalysis>): Deviation | undefined {
  return widestDeviation([...cities.values()].map(({ deviation }) => deviation))
}

const costsOf = (offers: readonly SiteOffer[]): number[] =>
  offers.map(({ cost }) => cost).filter((cost) => cost !== null)
