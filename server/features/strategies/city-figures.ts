import type { DecisionBasis } from '../../../contract/decisions/decision.ts'
import { HIGHEST_PRICE, MAX_COMPETITORS, MAX_TEXT_LENGTH } from '../../../contract/decisions/decision.ts'
import { NO_CITY } from '../../../contract/reports/no-city.ts'
import { type ComparedPrice, proposedPrice } from '../../../contract/reports/proposed-price.ts'
import { lowest, statisticsOf } from '../../../contract/reports/statistics.ts'
import { tyreKey } from '../../../contract/tyre/tyre-key.ts'
import { ofEachSpec } from '../../../contract/tyre/tyre-specs.ts'
import { sizeText, titleOf } from '../../../contract/tyre/tyre-text.ts'
import { isInStock, type TyreSpecs } from '../../prices/offer.ts'

/** Offer of a tyre at a site, from the prices of a day or from the history. */
export interface ComparedOffer {
  site: string | number
  city: string
  own: boolean
  retail: number | null
  wholesale: number | null
  cost: number | null
  stock: number | null
}

/** Figures of the own price of a tyre in a city, as the page 'Решения' computes them from a report's rows. */
export interface CityFigures
  extends Pick<DecisionBasis, 'now' | 'wholesale' | 'cost' | 'rivals' | 'median' | 'proposed'> {
  /** own stock over all warehouses; null if unknown */
  stock: number | null
}

const isPrice = (price: number | null): price is number =>
  price !== null && price >= 0 && price <= HIGHEST_PRICE
const pricesOf = (offers: readonly ComparedOffer[], kind: ComparedPrice | 'cost'): number[] =>
  offers.map((offer) => offer[kind]).filter(isPrice)

/**
 * Returns the figures of each city in which an own site has the tyre (specification 19.3).
 * @param onlyInStock whether competitors' offers that are sold out do not count (specification 19.9)
 */
export function figuresByCity(
  all: readonly ComparedOffer[],
  kind: ComparedPrice,
  onlyInStock = false,
): Map<string, CityFigures> {
  const figures = new Map<string, CityFigures>()
  const offers = onlyInStock ? all.filter((offer) => offer.own || isInStock(offer)) : all
  for (const [city, there] of Map.groupBy(offers, (offer) => offer.city)) {
    const own = there.filter((offer) => offer.own)
    if (own.length === 0) continue
    const inCity = there.filter((offer) => !offer.own)
    const others = city === NO_CITY ? offers.filter((offer) => !offer.own) : inCity
    const wholesale = pricesOf(own, 'wholesale')
    const costs = pricesOf(own, 'cost')
    const competitors = statisticsOf(pricesOf(inCity, kind))?.median ?? null
    figures.set(city, {
      now: lowest(pricesOf(own, kind)),
      wholesale: lowest(wholesale),
      cost: lowest(costs),
      rivals: lowestOfSites(others, kind),
      median: statisticsOf(pricesOf(others, kind))?.median ?? null,
      proposed: proposedPrice(kind, { wholesale, costs, competitors }, null)?.price ?? null,
      stock: stockOf(own),
    })
  }
  return figures
}

function lowestOfSites(offers: readonly ComparedOffer[], kind: ComparedPrice): number[] {
  const bySite = new Map<string | number, number>()
  for (const { site, [kind]: price } of offers) {
    if (isPrice(price)) bySite.set(site, Math.min(bySite.get(site) ?? price, price))
  }
  return [...bySite.values()].sort((a, b) => a - b).slice(0, MAX_COMPETITORS)
}

function stockOf(own: readonly ComparedOffer[]): number | null {
  const known = own.map(({ stock }) => stock).filter((stock) => stock !== null)
  return known.length === 0 ? null : known.reduce((sum, stock) => sum + stock, 0)
}

const shortened = (text: string): string => text.slice(0, MAX_TEXT_LENGTH)

/** Returns the description of a tyre as decisions store it; null if its key is longer than decisions may contain. */
export function describedTyre(
  specs: TyreSpecs,
): Pick<DecisionBasis, 'tyre' | 'article' | 'brand' | 'name' | 'size'> | null {
  const known = ofEachSpec((name) => specs[name] || null)
  const tyre = tyreKey(known)
  if (tyre.length > MAX_TEXT_LENGTH) return null
  return {
    tyre,
    article: shortened(specs.article),
    brand: shortened(specs.brand),
    name: shortened(titleOf(known)),
    size: shortened(sizeText(known)),
  }
}
