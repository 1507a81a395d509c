// Specification 15.6

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proposedPrice } from '../../../contract/reports/proposed-price.ts'
import type { Market } from '../market/market.ts'
import { type Basis, basisBehind, outcomesAt, whatIfBases, whatIfSum } from './what-if.ts'

const basis = (over: Partial<Basis> = {}): Basis => ({
  city: 'Томск',
  wholesale: [3400, 3500],
  costs: [2900],
  competitor: 4000,
  median: 4200,
  now: 4100,
  ...over,
})

describe('basesOf', () => {
  const place = (site: string, retail: number, wholesale: number | null) => ({
    city: 'Томск',
    site,
    own: site === 'daikon.ru',
    prices: { retail, wholesale, cost: null },
  })

  it('compares the own prices with the lowest and the median price of the competitors', () => {
    const places = [place('daikon.ru', 3900, 3400), place('b.ru', 4400, 3000), place('a.ru', 4000, null)]
    expect(whatIfBases({ places } as unknown as Market)).toEqual([
      basis({ wholesale: [3400], costs: [], competitor: 4000, median: 4200, now: 3900 }),
    ])
  })
})

describe('outcomesAt', () => {
  it('multiplies the lowest own wholesale price by the multiplier as it is sent', () => {
    // 12.5 % becomes the multiplier 1.13.
    expect(outcomesAt([basis()], 12.5)).toMatchObject([
      { price: 3842, rule: 'multiplied', cheapest: true, margin: 32.5 },
    ])
    expect(outcomesAt([basis()], 20)).toMatchObject([{ price: 4080, cheapest: false }])
  })

  it('never goes below the cost', () => {
    expect(outcomesAt([basis({ costs: [3600] })], 0)).toMatchObject([
      { price: 3600, rule: 'cost', margin: 0 },
    ])
  })

  it('has no margin without a cost or with a cost of 0, and no cheapest price without competitors', () => {
    expect(outcomesAt([basis({ costs: [], competitor: null })], 0)).toMatchObject([
      { margin: null, cheapest: false },
    ])
    expect(outcomesAt([basis({ costs: [0] })], 0)).toMatchObject([{ margin: null }])
    // A price equal to a competitor's is not the cheapest.
    expect(outcomesAt([basis({ competitor: 3400 })], 0)).toMatchObject([{ cheapest: false }])
    expect(outcomesAt([basis({ wholesale: [] })], 0)).toEqual([])
  })

  it('uses the median without a percent, never below the own wholesale price', () => {
    expect(outcomesAt([basis()], null)).toMatchObject([{ price: 4200, rule: 'median', cheapest: false }])
    expect(outcomesAt([basis({ median: 3300 })], null)).toMatchObject([{ price: 3400, rule: 'wholesale' }])
    expect(outcomesAt([basis({ median: null, competitor: null })], null)).toEqual([])
  })

  it('is summed up by sumOf', () => {
    const outcomes = outcomesAt(
      [basis(), basis({ competitor: null, costs: [] }), basis({ competitor: 100 })],
      0,
    )
    expect(whatIfSum(outcomes)).toEqual({ count: 3, cheapest: 1, compared: 2, margin: 17.2 })
    expect(whatIfSum([])).toEqual({ count: 0, cheapest: 0, compared: 0, margin: null })
  })
})

describe('basisBehind', () => {
  it('gives the same price for every percent as the server', () => {
    const price = fc.integer({ min: 1, max: 5_000_000 }).map((kopecks) => kopecks / 100)
    fc.assert(
      fc.property(price, price, fc.integer({ min: 100, max: 200 }), (wholesale, cost, hundredths) => {
        fc.pre(cost < 2 * wholesale)
        const at = (multiplier: number, of: { wholesale: readonly number[]; costs: readonly number[] }) =>
          proposedPrice('retail', { ...of, competitors: null }, multiplier)?.price ?? Number.NaN
        const real = { wholesale: [wholesale], costs: [cost] }
        const behind = basisBehind(at(1, real), at(2, real))
        expect(behind).not.toBeNull()
        const multiplier = hundredths / 100
        if (behind) expect(Math.abs(at(multiplier, behind) - at(multiplier, real))).toBeLessThan(0.011)
      }),
    )
  })

  it('returns null where the percent does not matter', () => expect(basisBehind(3890, 3890)).toBeNull())
})
