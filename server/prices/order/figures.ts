import type { PriceKind } from '../../../contract/offers/offer-values.ts'
import { statisticsOfSorted } from '../../../contract/reports/statistics.ts'
import type { DayPrices } from './day-prices.ts'
import type { Counts } from './scope.ts'

const KOPECKS = 100

/**
 * Computes figures from one kind of price, tyre by tyre; all tyres share one buffer, so that no array is allocated for
 * each.
 */
export class PriceFigures {
  readonly #amounts: Int32Array
  readonly #read: Float64Array

  constructor(prices: DayPrices, kind: PriceKind) {
    this.#amounts = prices[kind]
    this.#read = new Float64Array(mostOffers(prices))
  }

  /** Returns the prices in roubles, as a view that the next call overwrites. */
  numbers(counts: Counts, from: number, to: number): Float64Array {
    let count = 0
    for (let offer = from; offer < to; offer++) {
      if (counts(offer)) this.#read[count++] = (this.#amounts[offer] as number) / KOPECKS
    }
    return this.#read.subarray(0, count)
  }

  /** Returns the lowest price in roubles; NaN without any. */
  lowest(counts: Counts, from: number, to: number): number {
    let lowest = Number.POSITIVE_INFINITY
    for (let offer = from; offer < to; offer++) {
      const amount = this.#amounts[offer] as number
      if (amount < lowest && counts(offer)) lowest = amount
    }
    return lowest === Number.POSITIVE_INFINITY ? Number.NaN : lowest / KOPECKS
  }

  /** Returns a statistic in roubles (specification 10.6); NaN without any price. */
  statistic(name: 'min' | 'median' | 'max', counts: Counts, from: number, to: number): number {
    return statisticsOfSorted(this.numbers(counts, from, to).sort())?.[name] ?? Number.NaN
  }
}

function mostOffers({ starts }: DayPrices): number {
  let most = 0
  for (let at = 1; at < starts.length; at++) {
    most = Math.max(most, (starts[at] as number) - (starts[at - 1] as number))
  }
  return most
}

/** Converts NaN to null, which the contract's functions expect. */
export const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value)
