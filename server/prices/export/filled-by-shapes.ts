import type { Filled } from '../../../contract/reports/filled.ts'
import { ofEachSpec } from '../../../contract/tyre/tyre-specs.ts'
import { placeFit } from '../filter-fit.ts'
import { hasPrice, type TyreSpecs } from '../offer.ts'
import { offersOf } from '../offer-shapes.ts'
import { isListedKind } from '../price-kinds.ts'
import { type PriceReader, type ReportQuery, rowSettings, type SelectedTyres } from '../report-query.ts'
import type { SiteOffer } from '../stored-offers.ts'
import { collectFilled } from './row-values.ts'

/**
 * Derives which columns of a file of all tyres have a value, from the value combinations that the import stored,
 * without reading prices.
 * @returns undefined if the answer depends on the prices
 */
export function filledByShapes(
  reader: Pick<PriceReader, 'isOwnSite'>,
  query: ReportQuery,
  selection: SelectedTyres,
): Filled | undefined {
  const { site, city, ...ofTyres } = query.filters
  const isOfAll = query.search === '' && Object.values(ofTyres).every((set) => !set)
  // A proposed price or a deviation may be missing although a tyre has prices; the other columns have a value wherever
  // there is a price.
  if (!isOfAll || query.layout !== 'analytics') return undefined
  const offers = shapedOffers(selection, placeFit({ site, city }))?.filter((offer) =>
    isListedKind(offer, query.priceType),
  )
  if (!offers) return undefined
  const { filled, add } = collectFilled(rowSettings(reader, query))
  add({ specs: specsOf(selection), offers: offers.filter(hasPrice), own: [] })
  return offers.every((offer) => hasPrice(offer) || isFilled(filled, offer)) ? filled : undefined
}

/**
 * Returns one offer for each stored value combination of each warehouse; undefined if an older version imported the day
 * without them.
 */
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
 * Returns whether an offer without a price adds no column. Its stock is in the file only if its tyre has a price
 * elsewhere, so the stock must not decide whether the column exists.
 */
function isFilled({ cities }: Filled, { city, site, warehouse, stock }: SiteOffer): boolean {
  return stock === null || cities.get(city)?.sites.get(site)?.get(warehouse)?.has('stock') === true
}

/** Returns for each attribute a value that one of the tyres has; '' if none has one. */
const specsOf = ({ index, positions }: SelectedTyres): TyreSpecs =>
  ofEachSpec((name) => {
    const having = positions.find((position) => index.tyres[position]?.specs[name] !== '')
    return index.tyres[having ?? -1]?.specs[name] ?? ''
  })
