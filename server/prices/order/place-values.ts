import type { PriceFieldName } from '../../../contract/reports/filled.ts'
import { comparedPrice } from '../price-kinds.ts'
import { ABSENT, type DayPrices, type PricePlace } from './day-prices.ts'
import { isListedIn, type PriceScope, placesWhere, type ValueOf, within } from './scope.ts'

/** A city, a site in it, or a warehouse of that site. */
export type PlacePart = Pick<PricePlace, 'city'> & {
  site?: string | undefined
  warehouse?: string | undefined
}

/** Returns the values of one column of a warehouse as the integers of DayPrices (specification 4.18). */
export function placeFieldValue(
  prices: DayPrices,
  scope: PriceScope,
  part: Required<PlacePart>,
  field: PriceFieldName,
): ValueOf {
  const at = prices.places.findIndex((place) => isAt(place, part))
  const place = prices.places[at]
  const column = place && within(scope)(place) ? columnOf(scope, place, field) : null
  if (column === null) return () => Number.NaN
  const { place: placeOf } = prices
  const values = prices[column]
  const isShown = isListedIn(prices, scope)
  return (from, to) => {
    for (let offer = from; offer < to; offer++) {
      if (placeOf[offer] !== at || !isShown(offer)) continue
      const value = values[offer] as number
      return value === ABSENT ? Number.NaN : value
    }
    return Number.NaN
  }
}

const isAt = (place: PricePlace, { city, site, warehouse }: PlacePart): boolean =>
  place.city === city &&
  (site === undefined || place.site === site) &&
  (warehouse === undefined || place.warehouse === warehouse)

type PriceColumn = 'retail' | 'wholesale' | 'cost' | 'stock' | 'change'

/** Returns the column of DayPrices that a report displays in this field; null if the field stays empty. */
function columnOf(
  { layout, priceType }: PriceScope,
  { own, warehouse }: PricePlace,
  field: PriceFieldName,
): PriceColumn | null {
  if (field === 'wholesaleStock') return null
  if (layout === 'changes') return field
  if (field === 'stock') return field
  if (field === 'change') return null
  if (field === 'cost') return warehouse === '' ? field : null
  if (priceType === 'all' || comparedPrice(priceType) === field) return field
  // The price of an own warehouse on wholesale pages is its cost (specification 4.18).
  return field === 'retail' && own && warehouse !== '' ? 'cost' : null
}

/** Returns 0 for tyres with a displayed offer in the city, site or warehouse; NaN for other tyres. */
export function presenceValue(prices: DayPrices, scope: PriceScope, part: PlacePart): ValueOf {
  const isWithin = within(scope)
  const flags = placesWhere(prices, (place) => isAt(place, part) && isWithin(place))
  const { place } = prices
  const isShown = isListedIn(prices, scope)
  return (from, to) => {
    for (let offer = from; offer < to; offer++) {
      if (flags[place[offer] as number] === 1 && isShown(offer)) return 0
    }
    return Number.NaN
  }
}
