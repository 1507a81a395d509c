/** Minimum, maximum and median of a city's prices, in roubles (specification 10.6). */
export interface PriceStatistics {
  min: number
  max: number
  median: number
}

/** @returns null without prices */
export function statisticsOf(prices: readonly number[]): PriceStatistics | null {
  return statisticsOfSorted(new Float64Array(prices).sort())
}

/** @param sorted in ascending order @returns null without prices */
export function statisticsOfSorted(sorted: ArrayLike<number>): PriceStatistics | null {
  if (sorted.length === 0) return null
  const middle = sorted.length >>> 1
  const upper = sorted[middle] as number
  const median = sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] as number)) / 2
  return {
    min: sorted[0] as number,
    max: sorted[sorted.length - 1] as number,
    median: roundToKopecks(median),
  }
}

/** Rounds roubles to whole kopecks. */
export function roundToKopecks(price: number): number {
  return Math.round(price * 100) / 100
}

/** Returns (own − median) / median × 100, rounded to one decimal. */
export function deviationPercent(own: number, median: number): number {
  return Math.round(((own - median) / median) * 1000) / 10
}

export interface Deviation {
  own: number
  /** median of the competitors' prices */
  median: number
  /** (own − median) / median × 100 */
  percent: number
}

/** @returns null if a price is missing or the median is 0 */
export function deviationOf(own: number | null, median: number | null): Deviation | null {
  if (own === null || median === null || median === 0) return null
  return { own, median, percent: deviationPercent(own, median) }
}

/** Returns the deviation furthest from 0 among several cities; undefined if there is none. */
export function widestDeviation(deviations: Iterable<Deviation | null>): Deviation | undefined {
  return [...deviations]
    .filter((deviation) => deviation !== null)
    .sort((a, b) => Math.abs(b.percent) - Math.abs(a.percent))[0]
}

export function lowest(prices: readonly number[]): number | null {
  return prices.length === 0 ? null : Math.min(...prices)
}
