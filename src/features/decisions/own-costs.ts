import type { DecisionBasis } from '../../../contract/decisions/decision.ts'
import { type OwnCosts, ownCostId } from '../../../contract/decisions/set.ts'
import { fetchOwnCosts } from './decision-calls.ts'

/** Adds own wholesale prices and costs that a report's rows leave out; values of the rows take precedence. */
export function withCosts(bases: readonly DecisionBasis[], costs: OwnCosts): DecisionBasis[] {
  return bases.map((basis) => {
    const known = costs.get(ownCostId(basis.tyre, basis.city))
    return known
      ? { ...basis, wholesale: basis.wholesale ?? known.wholesale, cost: basis.cost ?? known.cost }
      : basis
  })
}

/**
 * Fetches the own costs of the tyres.
 * @throws what postToCompanion throws
 */
export async function costsOf(bases: readonly DecisionBasis[]): Promise<OwnCosts> {
  const [first] = bases
  if (!first) return new Map()
  return fetchOwnCosts(first.day, [...new Set(bases.map(({ tyre }) => tyre))])
}
