// Specification 19.9, 19.10

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { strategySettings } from '../../tests/support/strategies.ts'
import type { Decision } from '../decisions/decision.ts'
import { FORMULA_BASES } from '../decisions/price-by.ts'
import { ROUNDINGS } from '../decisions/rule.ts'
import {
  addEffects,
  addSimulatedDays,
  emptyDay,
  LISTED_PRICES,
  type LimitedDecision,
  largestChanges,
  NO_EFFECT,
  type StrategyEffect,
} from './figures.ts'
import { type StrategyFigures, strategyPrice } from './pricing.ts'
import { NO_RAILS, type TeamLimits } from './strategy.ts'

const FIGURES: StrategyFigures = {
  now: 5000,
  wholesale: 4000,
  cost: 3800,
  rivals: [4800, 5100, 5300],
  median: 5100,
  proposed: 5050,
  rrp: 5600,
}

const priced = (
  over: Parameters<typeof strategySettings>[0],
  rails: Partial<TeamLimits> = {},
  figures: Partial<StrategyFigures> = {},
) => strategyPrice(strategySettings(over), { ...NO_RAILS, ...rails }, { ...FIGURES, ...figures })

describe('strategyPrice', () => {
  it.each([
    ['second', 5100],
    ['lowest', 4800],
    ['median', 5100],
    ['wholesale', 4000],
    ['cost', 3800],
    ['rrp', 5600],
    ['proposed', 5050],
  ] as const)('starts from %s', (base, price) => {
    expect(priced({ base, by: 0 })).toEqual({ price, held: null })
  })

  it('adds a percentage or roubles to the base, and rounds', () => {
    expect(priced({ by: -1, round: 'kopecks' })).toEqual({ price: 5049, held: null })
    expect(priced({ unit: 'roubles', by: -11, round: '90' })).toEqual({ price: 5090, held: null })
    expect(priced({ by: -1, floor: 40, round: '90' })).toEqual({ price: 5390, held: null })
  })

  it.each([
    [{}, { rivals: [4800] }, 'second'],
    [{ base: 'median' }, { median: null }, 'rivals'],
    [{ base: 'rrp' }, { rrp: null }, 'rrp'],
    [{ floor: 7 }, { cost: null }, 'cost'],
  ] as const)('decides no price where an input is missing: %o', (over, figures, left) => {
    expect(priced(over, {}, figures)).toEqual({ left })
  })

  it('moves a price to a limit of the team, and rounds it again within', () => {
    expect(priced({ by: -50, round: '90' }, { margin: 10 })).toEqual({ price: 4190, held: 'margin' })
    expect(priced({ by: -50, round: '90' }, { change: 5 })).toEqual({ price: 4790, held: 'change' })
    expect(priced({ by: 50, round: '90' }, { change: 5 })).toEqual({ price: 5190, held: 'change' })
    expect(priced({ by: -1 }, { rrp: true })).toEqual({ price: 5600, held: 'rrp' })
    // No price that ends in 90 is within 0.5 % of 5,040.
    expect(priced({ by: 50, round: '90' }, { change: 0.5 }, { now: 5040 })).toEqual({
      price: 5060,
      held: 'change',
    })
  })

  it('decides no price where the limits contradict each other, and says why', () => {
    expect(priced({}, { rrp: true, change: 5 })).toEqual({ left: 'rrp-change' })
    expect(priced({}, { margin: 50, change: 5 })).toEqual({ left: 'margin-change' })
    expect(priced({ floor: 60 }, { change: 5 })).toEqual({ left: 'floor-change' })
    expect(priced({}, { margin: 10 }, { cost: null })).toEqual({ left: 'cost' })
  })

  it('compares nothing with an unknown recommended or own price', () => {
    expect(priced({ by: 0 }, { rrp: true }, { rrp: null })).toEqual({ price: 5100, held: null })
    expect(priced({ by: 0 }, { change: 1 }, { now: null })).toEqual({ price: 5100, held: null })
    expect(priced({ by: 0, kind: 'wholesale' }, { rrp: true })).toEqual({ price: 5100, held: null })
  })

  const kopecks = fc.integer({ min: 1, max: 100_000_00 })
  const price = kopecks.map((value) => value / 100)
  const maybe = fc.option(price)
  const percent = fc.integer({ min: -9_000, max: 90_000 }).map((value) => value / 100)
  const anyFigures = fc
    .record({ now: maybe, wholesale: maybe, cost: maybe, median: maybe, proposed: maybe, rrp: maybe })
    .chain((known) =>
      fc.array(price, { maxLength: 4 }).map((rivals) => ({ ...known, rivals: rivals.sort((a, b) => a - b) })),
    )
  const anySettings = fc.record({
    base: fc.constantFrom(...FORMULA_BASES),
    by: percent,
    floor: fc.option(percent),
    round: fc.constantFrom(...ROUNDINGS),
    unit: fc.constantFrom('percent' as const, 'roubles' as const),
  })
  const anyRails = fc.record({
    margin: fc.option(fc.integer({ min: 0, max: 90_000 }).map((value) => value / 100)),
    change: fc.option(fc.integer({ min: 10, max: 10_000 }).map((value) => value / 100)),
    rrp: fc.boolean(),
    approval: fc.boolean(),
  })

  it('never crosses a limit of the team or the floor of the strategy, by exact arithmetic', () => {
    const exact = (value: number) => BigInt(Math.round(value * 100))
    const atLeast = (asked: number, base: number, by: number) =>
      exact(asked) * 10_000n >= exact(base) * (10_000n + exact(by))
    fc.assert(
      fc.property(anySettings, anyRails, anyFigures, (settings, rails, figures) => {
        const outcome = strategyPrice(strategySettings(settings), rails, figures)
        if ('left' in outcome) return
        const { price: asked } = outcome
        const { cost, now, rrp } = figures
        expect(asked).toBeGreaterThan(0)
        expect(asked).toBe(Math.round(asked * 100) / 100)
        if (rails.margin !== null) expect(cost !== null && atLeast(asked, cost, rails.margin)).toBe(true)
        if (settings.floor !== null) expect(cost !== null && atLeast(asked, cost, settings.floor)).toBe(true)
        if (rails.rrp && rrp !== null) expect(asked).toBeGreaterThanOrEqual(rrp)
        if (rails.change !== null && now !== null) {
          expect(atLeast(asked, now, -rails.change)).toBe(true)
          expect(exact(asked) * 10_000n <= exact(now) * (10_000n + exact(rails.change))).toBe(true)
        }
      }),
    )
  })

  it('is the same without limits as with limits that the price respects', () => {
    fc.assert(
      fc.property(anySettings, anyRails, anyFigures, (settings, rails, figures) => {
        const within = strategyPrice(strategySettings(settings), rails, figures)
        if ('left' in within || within.held !== null) return
        expect(strategyPrice(strategySettings(settings), NO_RAILS, figures)).toEqual(within)
      }),
    )
  })
})

describe('addEffects', () => {
  it('adds the parts of a run in any grouping', () => {
    const effect = (n: number): StrategyEffect => ({
      ...NO_EFFECT,
      prices: n,
      change: n,
      largest: n === 0 ? null : -n,
      left: n === 0 ? [] : [{ reason: 'cost', count: n }],
    })
    const counts = fc.nat(1_000).map(effect)
    fc.assert(
      fc.property(counts, counts, counts, (a, b, c) => {
        expect(addEffects(addEffects(a, b), c)).toEqual(addEffects(a, addEffects(b, c)))
        expect(addEffects(NO_EFFECT, a)).toEqual(a)
      }),
    )
  })
})

describe('largestChanges', () => {
  it('lists the same prices for the parts of a run as for the whole', () => {
    const changed = (price: number, at: number): LimitedDecision => ({
      decision: { now: at % 7 === 0 ? null : 5000, price, tyre: String(at) } as Decision,
      held: null,
    })
    const sizes = (prices: readonly LimitedDecision[]) =>
      prices.map(({ decision: { price, now } }) => (now === null ? -1 : Math.abs(price / now - 1)))
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 9_000 }), { maxLength: 150 }),
        fc.nat(150),
        (prices, cut) => {
          const all = prices.map(changed)
          const inParts = largestChanges([
            ...largestChanges(all.slice(0, cut)),
            ...largestChanges(all.slice(cut)),
          ])
          expect(sizes(inParts)).toEqual(sizes(largestChanges(all)))
          expect(sizes(inParts)).toEqual(
            sizes(all)
              .sort((a, b) => b - a)
              .slice(0, LISTED_PRICES),
          )
        },
      ),
    )
  })
})

describe('addSimulatedDays', () => {
  it('adds the figures of each day, and begins with no days', () => {
    const day = { ...emptyDay('2026-04-18'), own: 2, margin: 1.5 }
    expect(addSimulatedDays([], [day])).toEqual([day])
    expect(addSimulatedDays([day], [day])).toEqual([{ ...day, own: 4, margin: 3 }])
  })
})
