import { queryOptions } from '@tanstack/react-query'
import type { Decision } from '../../../contract/decisions/decision.ts'
import {
  Introduced,
  type OwnCosts,
  OwnCostsAnswer,
  ownCostsOf,
  readSetDecisions,
  SetIdAnswer,
  type SetState,
  SetsAnswer,
} from '../../../contract/decisions/set.ts'
import { DECISION_PATHS } from '../../../contract/paths.ts'
import {
  changeOnCompanion,
  getFromCompanion,
  postToCompanion,
  readCompanion,
} from '../../data/companion-calls.ts'
import { recognized } from '../../data/recognized.ts'

/** Prefix of the query keys. Requests below are those of specification 19.8 and throw errors of postToCompanion. */

const SETS_KEY = ['decision-sets'] as const

/** Query filter that matches all queries about sets. */
export const everySet = { queryKey: SETS_KEY }

const pathOf = (id: number, action?: string): string =>
  `${DECISION_PATHS.sets}/${id}${action === undefined ? '' : `/${action}`}`

/** Query for the team's sets, most recently changed first. */
export const setsQuery = queryOptions({
  queryKey: [...SETS_KEY, 'list'],
  queryFn: async ({ signal }) => (await getFromCompanion(SetsAnswer, DECISION_PATHS.sets, signal)).sets,
  // Refetched on focus, because other people also change the sets.
  refetchOnWindowFocus: 'always',
})

/** Query for the number of a set's prices that the own sites have adopted. */
export const introducedQuery = (id: number) =>
  queryOptions({
    queryKey: [...SETS_KEY, 'introduced', id],
    queryFn: ({ signal }) => getFromCompanion(Introduced, pathOf(id, 'introduced'), signal),
    staleTime: 5 * 60_000,
  })

/** Fetches the decisions of a set. */
export async function fetchSet(id: number, signal: AbortSignal): Promise<Decision[]> {
  const body = await readCompanion(pathOf(id), signal)
  return recognized(() => readSetDecisions(body))
}

export interface NewSet {
  /** idempotency key: 32 hexadecimal digits, unchanged when the request is repeated */
  key: string
  name: string
  decisions: readonly Decision[]
}

export async function saveSet(set: NewSet): Promise<void> {
  await postToCompanion(SetIdAnswer, DECISION_PATHS.sets, set)
}

export async function moveSet(id: number, from: SetState, to: SetState): Promise<void> {
  await changeOnCompanion(pathOf(id, 'state'), { from, to })
}

export async function removeSet(id: number): Promise<void> {
  await changeOnCompanion(pathOf(id, 'remove'))
}

/**
 * Fetches own wholesale prices and costs, which the rows of most reports do not contain.
 * @param date YYYY-MM-DD
 * @param tyres keys of the tyres
 */
export async function fetchOwnCosts(date: string, tyres: readonly string[]): Promise<OwnCosts> {
  const { costs } = await postToCompanion(OwnCostsAnswer, DECISION_PATHS.ownCosts, { date, tyres })
  return ownCostsOf(costs)
}
