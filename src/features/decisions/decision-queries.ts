import { queryOptions } from '@tanstack/react-query'
import { type Decision, readDecision } from '../../../contract/decisions/decision.ts'
import { type OwnCosts, ownCostsOf } from '../../../contract/decisions/set.ts'
import { DECISION_CALLS } from '../../../contract/decisions/set-calls.ts'
import { recognized } from '../../data/recognized.ts'
import { call, type InputOf } from '../../data/send-call.ts'

const SETS_KEY = ['decision-sets'] as const

/** Query filter that matches all queries about sets. */
export const everySet = { queryKey: SETS_KEY }

/** Query for the team's sets, most recently changed first. */
export const setsQuery = queryOptions({
  queryKey: [...SETS_KEY, 'list'],
  queryFn: async ({ signal }) => (await call(DECISION_CALLS.sets, {}, signal)).sets,
  // Refetched on focus, because other people also change the sets.
  refetchOnWindowFocus: 'always',
})

/** Query for the number of a set's prices that the own sites have adopted. */
export const setAdoptionQuery = (id: number) =>
  queryOptions({
    queryKey: [...SETS_KEY, 'introduced', id],
    queryFn: ({ signal }) => call(DECISION_CALLS.introduced, { id }, signal),
    staleTime: 5 * 60_000,
  })

export async function fetchSet(id: number, signal: AbortSignal): Promise<Decision[]> {
  const { decisions } = await call(DECISION_CALLS.decisions, { id }, signal)
  return recognized(() => decisions.map(readDecision))
}

/** Set to save. Its idempotency key is unchanged when the request is repeated. */
export type NewSet = InputOf<typeof DECISION_CALLS.create>

/**
 * Fetches own wholesale prices and costs, which the rows of most reports do not contain.
 * @param date YYYY-MM-DD
 * @param tyres keys of the tyres
 */
export async function fetchOwnCosts(date: string, tyres: readonly string[]): Promise<OwnCosts> {
  const { costs } = await call(DECISION_CALLS.ownCosts, { date, tyres })
  return ownCostsOf(costs)
}
