import { percentMultiplier } from '../../../contract/lib/percent.ts'
import { type ProposalRule, proposedPrice } from '../../../contract/reports/proposed-price.ts'
import { lowest, statisticsOf } from '../../../contract/reports/statistics.ts'
import { groupBy } from '../market/group-by.ts'
import { type Market, numbersOf } from '../market/market.ts'

/** What a retail price of our own depends on in one city. */
export interface Basis {
  city: string
  /** the own wholesale prices */
  wholesale: readonly number[]
  /** the own costs */
  costs: readonly number[]
  /** the competitors' lowest retail price; null without any */
  competitor: number | null
  /** the median of the competitors' retail prices; null without any */
  median: number | null
  /** the own lowest retail price; null without one */
  now: number | null
}

/** A retail price as specification 10.8 proposes it for a percent. */
export interface Outcome extends Basis {
  price: number
  rule: ProposalRule
  /** below every competitor's price; false without competitors */
  cheapest: boolean
  /** over the lowest own cost, in percent; null if that is unknown or 0 */
  margin: number | null
}

const byAlphabet = new Intl.Collator('ru').compare

/** The cities with an own wholesale price, in order: no percent changes anything in the others. */
export const basesOf = (market: Market): Basis[] =>
  allBases(market).filter(({ wholesale }) => wholesale.length > 0)

/** All cities, in order, with what is known of each. */
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

/** @param percent 0 to 100, which the calls round to hundredths of the multiplier (specification 4.8); null for none */
export function outcomesAt(bases: readonly Basis[], percent: number | null): Outcome[] {
  const multiplier = percent === null ? null : Number(percentMultiplier(percent))
  return bases.flatMap((basis) => {
    const { wholesale, costs, competitor, median } = basis
    // With a percent, the competitors do not count.
    const competitors = multiplier === null ? median : null
    const proposal = proposedPrice('retail', { wholesale, costs, competitors }, multiplier)
    if (!proposal) return []
    const { price } = proposal
    const cost = lowest(costs)
    const margin = cost === null || cost === 0 ? null : Math.round(((price - cost) / cost) * 1000) / 10
    return [{ ...basis, ...proposal, cheapest: competitor !== null && price < competitor, margin }]
  })
}

/** Many outcomes in a few numbers. */
export interface Sum {
  count: number
  /** of those with competitors */
  cheapest: number
  compared: number
  /** mean of the known ones, in percent; null without any */
  margin: number | null
}

export function sumOf(outcomes: readonly Outcome[]): Sum {
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
 * The own wholesale price and cost behind two proposed prices of one city, those for the multipliers 1 and 2. Lists of proposals do not
 * hold them, but what they propose tells: it is a straight line of the multiplier above the cost.
 * @returns null where the price does not depend on the percent, for want of an own wholesale price
 */
export function basisBehind(once: number, twice: number): Pick<Basis, 'wholesale' | 'costs'> | null {
  if (!(twice > once) || once <= 0) return null
  // At 1 the cost may still have raised it.
  const wholesale = Math.min(once, Math.round(twice * 50) / 100)
  return { wholesale: [wholesale], costs: once > wholesale ? [once] : [] }
}
