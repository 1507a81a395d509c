import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { DecisionBasis } from '../../../contract/decisions/decision.ts'
import { type OwnCosts, ownCostId } from '../../../contract/decisions/set.ts'
import { companionQuery } from '../../data/companion-query.ts'
import { fetchOwnCosts } from './decision-queries.ts'

/**
 * Adds the own costs to prices if the server offers them.
 * @param rows prices of the displayed rows; null while pages must be read first
 */
export function useOwnCosts(rows: readonly DecisionBasis[] | null) {
  const companion = useQuery(companionQuery)
  const isOffered = companion.data?.offers.includes('decisions') ?? false
  const costs = useQuery({
    queryKey: ['own-costs', rows?.map(({ day, tyre }) => `${day} ${tyre}`)],
    queryFn: () => costsOf(rows ?? []),
    enabled: isOffered && rows !== null && rows.length > 0,
    staleTime: 60_000,
    // Removed soon after use, since each entry is for the rows of one page.
    gcTime: 60_000,
  })
  const bases = useMemo(() => rows && (costs.data ? withCosts(rows, costs.data) : rows), [rows, costs.data])
  return {
    /** the rows' prices, with costs once they have loaded; null while pages must be read first */
    bases,
    isLoading: companion.isLoading || costs.isLoading,
    /** whether costs could not be fetched; false if the server has none */
    isMissing: companion.isError || costs.isError,
    /** Adds the costs to prices that were read from pages. `isMissing` is true if they could not be fetched. */
    addCosts: async (read: readonly DecisionBasis[]) => {
      // Costs are optional; without them, prices can still be decided offline from saved pages.
      const fetched = isOffered ? await costsOf(read).catch(() => null) : new Map()
      const known = companion.isError ? null : fetched
      return { bases: known ? withCosts(read, known) : read, isMissing: known === null }
    },
  }
}

/** Warning for the user that the costs could not be fetched. */
export const NO_COSTS = 'Себестоимость узнать не удалось: проверьте цены по ней сами.'

/**
 * Adds the own wholesale prices and costs that the report's rows do not contain. Values from the rows take precedence.
 */
function withCosts(bases: readonly DecisionBasis[], costs: OwnCosts): DecisionBasis[] {
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
async function costsOf(bases: readonly DecisionBasis[]): Promise<OwnCosts> {
  const [first] = bases
  if (!first) return new Map()
  return fetchOwnCosts(first.day, [...new Set(bases.map(({ tyre }) => tyre))])
}
