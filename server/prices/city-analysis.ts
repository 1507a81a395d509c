import {
  type Deviation,
  deviationOf,
  lowest,
  type PriceStatistics,
  roundToKopecks,
  statisticsOf,
  widestDeviation,
} from '../../contract/statistics.ts'
import { type ComparedPrice, pricesOf } from './price-kinds.ts'
import type { SiteOffer } from './stored-offers.ts'
import type { TyrePrices } from './tyre-prices.ts'

/** The figures computed for one tyre in one city. */
export interface CityAnalysis extends PriceStatistics {
  /** the recommended price (specification 10.8) */
  proposed: number | null
  /** of the own price from the competitors' median; null if either is missing */
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
      proposed: PROPOSE[settings.price](ours, median, settings.multiplier),
      deviation: deviationOf(lowest(pricesOf(ours, settings.price)), median),
    })
  }
  return analysed
}

/** The deviation of the city with the largest one; undefined if no city has any. */
export function widestIn(cities: ReadonlyMap<string, CityAnalysis>): Deviation | undefined {
  return widestDeviation([...cities.values()].map(({ deviation }) => deviation))
}

type Propose = (
  ours: readonly SiteOffer[],
  competitors: number | null,
  multiplier: number | null,
) => number | null

const PROPOSE: Readonly<Record<ComparedPrice, Propose>> = {
  retail(ours, competitors, multiplier) {
    const wholesale = lowest(pricesOf(ours, 'wholesale'))
    if (wholesale !== null && multiplier !== null)
      return notBelowCost(roundToKopecks(wholesale * multiplier), ours)
    return competitors === null ? null : Math.max(competitors, wholesale ?? competitors)
  },
  wholesale(ours, competitors) {
    return competitors === null ? null : notBelowCost(competitors, ours)
  },
}

function notBelowCost(price: number, ours: readonly SiteOffer[]): number {
  const costs = ours.map((offer) => offer.cost).filter((cost) => cost !== null)
  return Math.max(price, lowest(costs) ?? price)
}
