import type { PlaceField } from '../../../contract/offers/offer-values.ts'
import { shownValue } from '../../../contract/offers/shown-values.ts'
import type { QuickFilter } from '../../../contract/reports/quick-filters.ts'
import type { SortKey } from '../../../contract/reports/sort-key.ts'
import { ABSENT, type DayPrices, type PricePlace } from './day-prices.ts'
import { marketValue, quickValue, siteValue } from './market-values.ts'
import { isListedIn, type PriceScope, placesWhere, type ValueOf, within } from './scope.ts'
import { statisticValue, widestValue } from './statistic-values.ts'

/** Key of a value computed from prices: a column to sort by, or a quick filter. */
export type PriceKey =
  | Exclude<SortKey, { of: 'spec' } | { of: 'tyre' }>
  /** the value is above 0 for tyres that match the filter */
  | { of: 'quick'; name: QuickFilter }

/** Number of tyres per step of about a millisecond. */
const STEP = 500

/** Computes each tyre's value by position, yielding in between. Values sort like the cells; NaN is an empty cell. */
export function* valuesInSteps(
  prices: DayPrices,
  scope: PriceScope,
  key: PriceKey,
): Generator<void, Float64Array> {
  const of = valueOfKey(prices, scope, key)
  const { starts } = prices
  const values = new Float64Array(starts.length - 1)
  for (let at = 0; at < values.length; at++) {
    values[at] = of(starts[at] as number, starts[at + 1] as number)
    if (at % STEP === STEP - 1) yield
  }
  return values
}

function valueOfKey(prices: DayPrices, scope: PriceScope, key: PriceKey): ValueOf {
  switch (key.of) {
    case 'own':
      return scope.layout === 'changes' ? widestValue(prices, scope, key.name) : () => Number.NaN
    case 'statistic':
      return statisticValue(prices, scope, key.city, key.name)
    case 'place':
      return presenceValue(prices, scope, key)
    case 'field':
      return placeFieldValue(prices, scope, key, key.field)
    case 'market':
      return marketValue(prices, scope, key.name)
    case 'site':
      return siteValue(prices, scope, key.site)
    case 'quick':
      return quickValue(prices, scope, key.name)
  }
}

/** A city, a site in it, or a warehouse of that site. */
type PlacePart = Pick<PricePlace, 'city'> & {
  site?: string | undefined
  warehouse?: string | undefined
}

/** Returns the values of one column of a warehouse as the integers of DayPrices (specification 4.18). */
function placeFieldValue(
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
function presenceValue(prices: DayPrices, scope: PriceScope, part: PlacePart): ValueOf {
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
