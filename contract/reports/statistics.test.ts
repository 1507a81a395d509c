import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deviationPercent, roundToKopecks, statisticsOf } from './statistics.ts'

/** Generates roubles in whole kopecks. */
const price = fc.integer({ min: 1, max: 1_000_000_000 }).map((kopecks) => kopecks / 100)

describe('specification 10.6: minimum, maximum and median prices', () => {
  it.each([
    [[5000], { min: 5000, max: 5000, median: 5000 }],
    [[5000, 4000], { min: 4000, max: 5000, median: 4500 }],
    [[5000, 4000, 4100], { min: 4000, max: 5000, median: 4100 }],
    [[900, 10_000, 1000, 9], { min: 9, max: 10_000, median: 950 }],
    [[5, 5, 5, 7], { min: 5, max: 7, median: 5 }],
    [[10.11, 10.14], { min: 10.11, max: 10.14, median: 10.13 }],
    [[0, 0], { min: 0, max: 0, median: 0 }],
  ])('of %j are %j', (prices, statistics) => {
    expect(statisticsOf(prices)).toEqual(statistics)
  })

  it('are null without prices', () => {
    expect(statisticsOf([])).toBeNull()
  })

  it('match their definitions, whatever the order of the prices', () => {
    fc.assert(
      fc.property(fc.array(price, { minLength: 1 }), (prices) => {
        const given = [...prices]
        const { min, max, median } = statisticsOf(prices) ?? { min: -1, max: -1, median: -1 }
        const kopecks = prices.map((of) => Math.round(of * 100)).sort((a, b) => a - b)
        const half = kopecks.length / 2
        const middle = Number.isInteger(half)
          ? kopecks.slice(half - 1, half + 1)
          : [kopecks[Math.floor(half)] ?? 0]
        const exact = middle.reduce((sum, of) => sum + of, 0) / middle.length
        expect([min, max]).toEqual([Math.min(...prices), Math.max(...prices)])
        expect(Math.abs(median * 100 - exact)).toBeLessThanOrEqual(0.5 + 1e-6)
        expect(String(median)).toMatch(/^\d+(\.\d{1,2})?$/)
        expect(prices).toEqual(given)
      }),
    )
  })
})

describe('prices are whole kopecks', () => {
  it.each([
    [4990.5, 4990.5],
    [5000 * 1.13, 5650],
    [0.1 + 0.2, 0.3],
    [10.126, 10.13],
    [0, 0],
  ])('%d → %d', (value, rounded) => {
    expect(roundToKopecks(value)).toBe(rounded)
  })

  it('are unchanged by rounding', () => {
    fc.assert(
      fc.property(price, (of) => {
        expect(roundToKopecks(of)).toBe(of)
      }),
    )
  })
})

describe('specification 10.9: deviation = (own price − median of the competitors) / that median × 100', () => {
  it.each([
    [5000, 5000, 0],
    [5500, 5000, 10],
    [4500, 5000, -10],
    [5001, 4000, 25],
    [4444, 3333, 33.3],
    [1, 3, -66.7],
  ])('own %d, median %d: %d percent', (own, median, percent) => {
    expect(deviationPercent(own, median)).toBe(percent)
  })
})
