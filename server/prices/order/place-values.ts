import type { PlaceField } from '../../../contract/offers/offer-values.ts'
import { shownValue } from '../../../contract/offers/shown-values.ts'
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
  field: PlaceField,
): ValueOf {
  const at = prices.places.findIndex((place) => isAt(place, part))
  const place = prices.places[at]
  const column = place && within(scope)(place) ? shownValue(field, scope, place) : null
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
