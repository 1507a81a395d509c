import type { Filled } from '../../../contract/reports/filled.ts'
import { ofEachSpec } from '../../../contract/tyre/tyre-specs.ts'
import { placeFit } from '../filter-fit.ts'
import { hasPrice, type TyreSpecs } from '../offer.ts'
import { offersOf } from '../offer-shapes.ts'
import { isListedKind } from '../price-kinds.ts'
import { type PriceReader, type ReportQuery, rowSettings, type SelectedTyres } from '../report-query.ts'
import type { SiteOffer } from '../stored-offers.ts'
import { collectFilled } from './collect-filled.ts'

/**
 * Derives which columns of the file of all tyres have a value from the value combinations stored by the import,
 * without reading prices.
 * @returns undefined if that requires the prices
 */
export function filledByShapes(
  reader: Pick<PriceReader, 'isOwnSite'>,
  query: ReportQuery,
  selection: SelectedTyres,
): Filled | undefined {
  const { site, city, ...ofTyres } = query.filters
  const isOfAll = query.search === '' && Object.values(ofTyres).every((set) => !set)
  // Proposed prices and deviations depend on several prices of one tyre; other figures exist wherever there is a
  // price.
  if (!isOfAll || query.layout !== 'analytics') return undefined
  const offers = shapedOffers(selection, placeFit({ site, city }))?.filter((offer) =>
    isListedKind(offer, query.priceType),
  )
  if (!offers) return undefined
  const { filled, add } = collectFilled(query.layout, rowSettings(reader, query))
  add({ specs: specsOf(selection), offers: offers.filter(hasPrice), own: [] })
  return offers.every((offer) => hasPrice(offer) || isFilled(filled, offer)) ? filled : undefined
}

/** Returns one offer for each value combination of each warehouse; undefined if they were not stored. */
function shapedOffers(
  { siteCities }: SelectedTyres,
  isWithin: ReturnType<typeof placeFit>,
): SiteOffer[] | undefined {
  if (!siteCities) return undefined
  const offers: SiteOffer[] = []
  for (const { site, city, warehouses, shapes } of siteCities.filter(isWithin)) {
    if (!shapes) return undefined
    warehouses.forEach((warehouse, at) => {
      for (const values of offersOf(shapes[at] ?? 0))
        offers.push({ site, city, warehouse, change: null, ...values })
    })
  }
  return offers
}

/**
 * Returns whether the stock of an offer without a price, which is in the file only if its tyre has a price elsewhere,
 * has a column anyway.
 */
function isFilled({ cities }: Filled, { city, site, warehouse, stock }: SiteOffer): boolean {
  return stock === null || cities.get(city)?.sites.get(site)?.get(warehouse)?.has('stock') === true
}

/** Returns each field with a value of any of the tyres. */
const specsOf = ({ index, positions }: SelectedTyres): TyreSpecs =>
  ofEachSpec((name) => {
    const having = positions.find((position) => index.tyres[position]?.specs[name] !== '')
    return index.tyres[having ?? -1]?.specs[name] ?? ''
  })
