import { percentMultiplier } from '../../../contract/lib/percent.ts'
import { type ProposalRule, proposedPrice } from '../../../contract/reports/proposed-price.ts'
import { lowest, statisticsOf } from '../../../contract/reports/statistics.ts'
import { groupBy } from '../market/group-by.ts'
import { type Market, numbersOf } from '../market/market.ts'

/** Inputs from which an own retail price in one city is computed. */
export interface Basis {
  city: string
  /** own wholesale prices */
  wholesale: readonly number[]
  /** own costs */
  costs: readonly number[]
  /** lowest retail price of the competitors; null without any */
  competitor: number | null
  /** median of the competitors' retail prices; null without any */
  median: number | null
  /** lowest own retail price; null without one */
  now: number | null
}

/** Retail price that the rule of specification 10.8 proposes for a percent. */
export interface WhatIfOutcome extends Basis {
  price: number
  rule: ProposalRule
  /** whether the price is below every competitor's; false without competitors */
  cheapest: boolean
  /** margin over the lowest own cost in percent; null if the cost is unknown or 0 */
  margin: number | null
}

const byAlphabet = new Intl.Collator('ru').compare

/**
 * Returns the inputs for the cities with an own wholesale price, sorted by city. In other cities the price does not
 * depend on a percent.
 */
export const whatIfBases = (market: Market): Basis[] =>
  allBases(market).filter(({ wholesale }) => wholesale.length > 0)

/** Returns the inputs for all cities, sorted by city. */
export function allBases({ places }: Market): Basis[] {
  return [...groupBy(places, ({ city }) => city)]
    .map(([city, there]): Basis => {
      const own = there.filter((place) => place.own)
      const others = there.filter((place) => !place.own)
      return {
        city,
        wholesale: numbersOf(own, 'wholesale'),
        costs: numbersOf(own, 'cost'),
        competitor: lowest(numbersOf(others, 'retail')),
        median: statisticsOf(numbersOf(others, 'retail'))?.median ?? null,
        now: lowest(numbersOf(own, 'retail')),
      }
    })
    .sort((a, b) => byAlphabet(a.city, b.city))
}

/**
 * Computes the prices for a percent.
 * @param percent 0 to 100; rounded to a multiplier with two decimals, as in list requests (specification 4.8); null for
 * none
 */
export function outcomesAt(bases: readonly Basis[], percent: number | null): WhatIfOutcome[] {
  const multiplier = percent === null ? null : Number(percentMultiplier(percent))
  return bases.flatMap((basis) => {
    const { wholesale, costs, competitor, median } = basis
    // With a percent, the price does not depend on the competitors.
    const competitors = multiplier === null ? median : null
    const proposal = proposedPrice('retail', { wholesale, costs, competitors }, multiplier)
    if (!proposal) return []
    const { price } = proposal
    const cost = lowest(costs)
    const margin = cost === null || cost === 0 ? null : Math.round(((price - cost) / cost) * 1000) / 10
    return [{ ...basis, ...proposal, cheapest: competitor !== null && price < competitor, margin }]
  })
}

/** Summary of prices in many cities or of many tyres. */
export interface WhatIfSum {
  count: number
  /** number of prices below all competitors' prices */
  cheapest: number
  compared: number
  /** mean of the known margins in percent; null if none is known */
  margin: number | null
}

export function whatIfSum(outcomes: readonly WhatIfOutcome[]): WhatIfSum {
  const margins = outcomes.map(({ margin }) => margin).filter((margin) => margin !== null)
  const total = margins.reduce((sum, margin) => sum + margin, 0)
  return {
    count: outcomes.length,
    cheapest: outcomes.filter(({ cheapest }) => cheapest).length,
    compared: outcomes.filter(({ competitor }) => competitor !== null).length,
    margin: margins.length === 0 ? null : Math.round((total / margins.length) * 10) / 10,
  }
}

/**
 * Derives the own wholesale price and cost in a city from the prices proposed for the multipliers 1 and 2. Lists of
 * proposals do not contain them, but a proposed price above the cost is proportional to the multiplier.
 * @returns null if the price does not depend on the percent because there is no own wholesale price
 */
export function basisBehind(once: number, twice: number): Pick<Basis, 'wholesale' | 'costs'> | null {
  if (!(twice > once) || once <= 0) return null
  // The price for the multiplier 1 may have been raised to the cost, so the wholesale price is derived from the
  // multiplier 2.
  const wholesale = Math.min(once, Math.round(twice * 50) / 100)
  return { wholesale: [wholesale], costs: once > wholesale ? [once] : [] }
}
