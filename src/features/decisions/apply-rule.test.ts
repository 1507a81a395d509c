// Specification 19.3, 19.4, 19.5

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DecisionBasis } from '../../../contract/decisions/decision.ts'
import { roundedRulePrice } from '../../../contract/decisions/price-by.ts'
import { roundPrice } from '../../../contract/decisions/round-price.ts'
import { ROUNDINGS, type Rounding, type Rule } from '../../../contract/decisions/rule.ts'
import { BASIS } from '../../../tests/support/decisions.ts'
import { countedText, effectOf, needsLook, sumOf } from './effect.ts'
import { decideBy } from './pricing-rule.ts'

const price = (rule: Rule, round: Rounding = 'kopecks', part: Partial<DecisionBasis> = {}) =>
  roundedRulePrice(rule, round, { ...BASIS, ...part })

describe('decideBy', () => {
  it.each<[string, Rule, number]>([
    ['takes over the proposal', { by: 'proposed' }, 5050],
    ['adds a percent to the own wholesale price', { by: 'wholesale', percent: 20 }, 4800],
    ['goes beside the median', { by: 'median', percent: -2 }, 4998],
    ['goes below the lowest', { by: 'lowest', roubles: 10, floor: null }, 4790],
    ['never goes under the cost with its percent', { by: 'lowest', roubles: 900, floor: 10 }, 4180],
  ])('%s', (_, rule, expected) => {
    expect(price(rule)).toEqual({ price: expected })
  })

  it.each<[Rule, Partial<DecisionBasis>, string]>([
    [{ by: 'proposed' }, { proposed: null }, 'proposed'],
    [{ by: 'wholesale', percent: 1 }, { wholesale: null }, 'wholesale'],
    [{ by: 'median', percent: 1 }, { median: null }, 'rivals'],
    [{ by: 'lowest', roubles: 1, floor: null }, { rivals: [] }, 'rivals'],
    [{ by: 'lowest', roubles: 1, floor: 5 }, { cost: null }, 'cost'],
  ])('%j says what it lacks', (rule, part, lack) => {
    expect(price(rule, '1', part)).toEqual({ lack })
  })

  it('keeps a comment, and clears the mark of a checked price', () => {
    const [first] = decideBy({ by: 'proposed' }, '10', [BASIS]).decisions
    const again = decideBy({ by: 'median', percent: 0 }, '10', [
      { ...(first as NonNullable<typeof first>), comment: 'акция', checked: true },
      { ...BASIS, median: null },
    ])
    expect(again.decisions).toMatchObject([{ comment: 'акция', checked: false, price: 5100 }])
    expect([...again.lacks]).toEqual([['rivals', 1]])
  })
})

describe('roundPrice', () => {
  it.each<[number, Rounding, number | null, number]>([
    [4994.4, 'kopecks', null, 4994.4],
    [4994.4, '1', null, 4994],
    [4994.4, '10', null, 4990],
    [4976, '50', null, 5000],
    [5030, '90', null, 4990],
    [5045, '90', null, 5090],
    // The nearest price would be below the floor, so the next higher one is used.
    [4180, '10', 4181, 4190],
    [4180, '90', 4180, 4190],
    [3, '10', null, 10],
    [12, '90', null, 90],
    [-10, 'kopecks', null, 0.01],
    [356, 'kopecks', 356.6631, 356.67],
    // Rounding errors of binary fractions do not change the result.
    [22_000, '10', 19_750 * 1.12, 22_120],
    [15_000, '90', 13_900 * 1.1, 15_290],
    [100 * 1.15, '10', null, 120],
  ])('%f rounded (%s, floor %j) is %f', (given, rounding, floor, expected) => {
    expect(roundPrice(given, rounding, floor)).toBe(expected)
  })

  it('returns a price above 0 and not below the floor, whatever the input', () => {
    const amount = fc.integer({ min: -100_000, max: 10_000_000 }).map((kopecks) => kopecks / 100)
    fc.assert(
      fc.property(amount, amount, fc.constantFrom(...ROUNDINGS), (given, floor, rounding) => {
        const rounded = roundPrice(given, rounding, floor)
        expect(rounded).toBeGreaterThan(0)
        expect(rounded).toBeGreaterThanOrEqual(floor)
        expect(Number.isInteger(rounded)).toBe(rounding !== 'kopecks' || rounded % 1 === 0)
        if (rounding !== '1' && rounding !== 'kopecks') expect(rounded % 10).toBe(0)
      }),
    )
  })
})

describe('effectOf', () => {
  const decided = (part: Partial<DecisionBasis & { price: number; checked: boolean }> = {}) => ({
    ...BASIS,
    price: 4700,
    rule: { by: 'hand' as const },
    comment: '',
    checked: false,
    ...part,
  })

  it('computes change, margin and rank', () => {
    expect(effectOf(decided())).toEqual({
      change: -6,
      margin: 23.7,
      place: 1,
      sites: 4,
      cheapest: true,
      worries: [],
    })
    expect(effectOf(decided({ price: 5200 }))).toMatchObject({ place: 3, cheapest: false })
    expect(effectOf(decided({ price: 4800 }))).toMatchObject({ place: 1, cheapest: true })
  })

  it.each([
    [{ price: 3799.99 }, ['below-cost']],
    [{ price: 3800 }, []],
    [{ price: 3750 }, ['below-cost']],
    [{ price: 6250 }, []],
    [{ price: 6250.01 }, ['wide-change']],
    [{ price: 3749 }, ['below-cost', 'wide-change']],
    [{ price: 9000, now: null }, []],
  ])('marks %j with a warning because of %j', (part, worries) => {
    expect(effectOf(decided(part)).worries).toEqual(worries)
    expect(needsLook(decided(part))).toBe(worries.length > 0)
    expect(needsLook(decided({ ...part, checked: true }))).toBe(false)
  })

  it('is summed up by sumOf', () => {
    const all = [decided(), decided({ price: 3700 }), decided({ now: null, rivals: [], cost: null })]
    expect(sumOf(all)).toEqual({
      count: 3,
      tyres: 1,
      cities: 1,
      hasNoCity: false,
      change: -1600,
      changed: 2,
      fresh: 1,
      cheapest: 2,
      compared: 2,
      margin: 10.5,
      look: 1,
    })
  })

  it.each([
    [['a', 'b'], ['Омск'], '2 цены'],
    [['a'], ['Омск', 'Томск'], '2 цены: 1 шина в 2 городах'],
    [['a', 'b'], ['Омск', 'Не указан'], '4 цены: 2 шины в 1 городе и без города'],
  ])('countedText says for prices of %j in %j: %s', (tyres, cities, words) => {
    const all = tyres.flatMap((tyre) => cities.map((city) => decided({ tyre, city })))
    expect(countedText(sumOf(all))).toBe(words)
  })
})
