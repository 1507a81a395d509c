import type { DecisionBasis } from '../../../contract/decisions/decision.ts'
import { type OwnCosts, ownCostId } from '../../../contract/decisions/set.ts'
import { fetchOwnCosts } from './decision-queries.ts'

/** Warning for the user that the costs could not be fetched. */
export const NO_COSTS = 'Себестоимость узнать не удалось: проверьте цены по ней сами.'

/**
 * Adds the own wholesale prices and costs that the report's rows do not contain. Values from the rows take precedence.
 */
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
 * @throws errors of call
 */
export async function costsOf(bases: readonly DecisionBasis[]): Promise<OwnCosts> {
  const [first] = bases
  if (!first) return new Map()
  return fetchOwnCosts(first.day, [...new Set(bases.map(({ tyre }) => tyre))])
}
