import { getOrAdd } from '../../../contract/lib/get-or-add.ts'
import { OFFER_VALUES, PLACE_FIELDS } from '../../../contract/offers/offer-values.ts'
import { filledCity, filledFields, type NonEmptyColumns } from '../../../contract/reports/filled.ts'
import { ofEachSpec } from '../../../contract/tyre/tyre-specs.ts'
import { createRecentCache } from '../../platform/recent-cache.ts'
import { placeFit } from '../filter-fit.ts'
import { hasPrice, isListedKind, type TyreSpecs } from '../offer.ts'
import { type PriceReader, type ReportQuery, rowSettings, type SelectedTyres } from '../report-query.ts'
import { offersOf } from '../site-cities.ts'
import type { SiteOffer } from '../stored-offers.ts'
import type { PricedTyres } from '../tyre-prices.ts'
import { collectFilled } from './row-values.ts'

/** Number of files per day whose columns are cached: enough for the reports with the filters of a few users. */
const CACHED_FILES = 8

/** Non-empty columns of files, by day index. An import of the day replaces its index, and so drops them. */
const caches = new WeakMap<PricedTyres, ReturnType<typeof createRecentCache<NonEmptyColumns>>>()

/**
 * Returns a file's non-empty columns. The result is cached and concurrent calls share one search, because scanning all
 * prices takes a third of the time of a download.
 * @param file everything besides the day's prices that determines the result
 * @param search reads the prices
 */
export async function cachedFilled(
  index: PricedTyres,
  file: object,
  search: () => Promise<NonEmptyColumns>,
): Promise<NonEmptyColumns> {
  const cached = getOrAdd(caches, index, () => createRecentCache<NonEmptyColumns>(CACHED_FILES))
  for (;;) {
    let isOwn = false
    try {
      return await cached(JSON.stringify(file), () => {
        isOwn = true
        return search()
      })
    } catch (error) {
      // A shared search is repeated: the client that started it may have disconnected.
      if (isOwn) throw error
    }
  }
}

/** Derives the columns with values from the stored combinations, without prices; undefined if it depends on these. */
export function filledByShapes(
  reader: Pick<PriceReader, 'isOwnSite'>,
  query: ReportQuery,
  selection: SelectedTyres,
): NonEmptyColumns | undefined {
  const { site, city, ...ofTyres } = query.filters
  const isOfAll = query.search === '' && Object.values(ofTyres).every((set) => !set)
  // Only proposed prices and deviations may be missing where there is a price.
  if (!isOfAll || query.layout !== 'analytics') return undefined
  const offers = shapedOffers(selection, placeFit({ site, city }))?.filter((offer) =>
    isListedKind(offer, query.priceType),
  )
  if (!offers) return undefined
  const { filled, add } = collectFilled(rowSettings(reader, query))
  add({ specs: specsOf(selection), offers: offers.filter(hasPrice), own: [] })
  return offers.every((offer) => hasPrice(offer) || isFilled(filled, offer)) ? filled : undefined
}

/** Returns an offer for each value combination of each warehouse; undefined if an older version imported the day. */
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

/** Returns whether an offer without a price adds no column: its stock is in the file only with a price elsewhere. */
function isFilled({ cities }: NonEmptyColumns, offer: SiteOffer): boolean {
  const columns = cities.get(offer.city)?.sites.get(offer.site)?.get(offer.warehouse)
  return OFFER_VALUES.every(
    (name) => PLACE_FIELDS[name].kind === 'price' || offer[name] === null || columns?.has(name),
  )
}

/** Returns for each attribute a value that one of the tyres has; '' if none has one. */
const specsOf = ({ index, positions }: SelectedTyres): TyreSpecs =>
  ofEachSpec((name) => {
    const having = positions.find((position) => index.tyres[position]?.specs[name] !== '')
    return index.tyres[having ?? -1]?.specs[name] ?? ''
  })

/** Adds the columns of `other` to `filled`, behind the columns that `filled` already has. */
export function mergeFilled(filled: NonEmptyColumns, other: NonEmptyColumns): void {
  addAll(filled.specs, other.specs)
  addAll(filled.own, other.own)
  for (const [name, { statistics, sites }] of other.cities) {
    const city = filledCity(filled, name)
    addAll(city.statistics, statistics)
    for (const [site, warehouses] of sites)
      for (const [warehouse, fields] of warehouses) addAll(filledFields(city, site, warehouse), fields)
  }
}

function addAll<Value>(set: Set<Value>, others: Iterable<Value>): void {
  for (const value of others) set.add(value)
}
