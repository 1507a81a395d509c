import type { QuickFilter } from '../../../contract/reports/quick-filters.ts'
import type { SortKey } from '../../../contract/reports/sort-key.ts'
import type { DayPrices } from './day-prices.ts'
import { marketValue, quickValue, siteValue } from './market-values.ts'
import { placeFieldValue, presenceValue } from './place-values.ts'
import type { PriceScope, ValueOf } from './scope.ts'
import { statisticValue, widestValue } from './statistic-values.ts'

/** Key of a value computed from prices: a column to sort by, or a quick filter. */
export type PriceKey =
  | Exclude<SortKey, { of: 'spec' } | { of: 'tyre' }>
  /** the value is above 0 for tyres that match the filter */
  | { of: 'quick'; name: QuickFilter }

/** Number of tyres per step of about a millisecond. */
const STEP = 500

/**
 * Computes a value of each tyre, by position. The values sort like the cells of the column; an empty cell is NaN.
 * Yields to the caller every few tyres.
 */
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
