import { lowest, roundToKopecks } from './statistics.ts'

/** Kind of the competitors' prices that a proposal is based on. */
export type ComparedPrice = 'retail' | 'wholesale'

/** Prices that determine the proposal for a tyre in a city. All own prices count, whatever the filters. */
export interface ProposalBasis {
  /** the own wholesale prices */
  wholesale: readonly number[]
  /** the own costs */
  costs: readonly number[]
  /** median of the competitors' prices of the compared kind; null without any */
  competitors: number | null
}

/** Part of specification 10.8 that determined the price. */
export type ProposalRule =
  /** the lowest own wholesale price × the multiplier */
  | 'multiplied'
  /** the own cost, because the price must not be below it */
  | 'cost'
  /** the median of the competitors */
  | 'median'
  /** the own wholesale price, because a retail price must not be below it */
  | 'wholesale'

export interface Proposal {
  price: number
  rule: ProposalRule
}

/** Returns the proposed price of a tyre in a city (specification 10.8); null if the required prices are missing. */
export function proposedPrice(
  kind: ComparedPrice,
  { wholesale, costs, competitors }: ProposalBasis,
  multiplier: number | null,
): Proposal | null {
  const ours = lowest(wholesale)
  const cost = lowest(costs)
  if (kind === 'retail' && ours !== null && multiplier !== null)
    return notBelow({ price: roundToKopecks(ours * multiplier), rule: 'multiplied' }, cost, 'cost')
  if (competitors === null) return null
  const median: Proposal = { price: competitors, rule: 'median' }
  return kind === 'retail' ? notBelow(median, ours, 'wholesale') : notBelow(median, cost, 'cost')
}

const notBelow = (proposal: Proposal, floor: number | null, rule: ProposalRule): Proposal =>
  floor !== null && floor > proposal.price ? { price: floor, rule } : proposal
